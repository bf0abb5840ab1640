import type { Compilable, Refuser } from "./rule-type.schema";

/** Yields a pair of name and rule for each name in a rule's definition. A name is, for example, a country code. */
export function* pairs<D>(
  rules: readonly Compilable<D>[],
  names: (definition: D) => readonly string[],
): Generator<readonly [string, Refuser]> {
  for (const { refuser, definition } of rules) for (const name of names(definition)) yield [name, refuser];
}

/** Returns a map from each name to the rules whose definitions contain the name. */
export function listedBy<D>(
  rules: readonly Compilable<D>[],
  names: (definition: D) => readonly string[],
): Map<string, Refuser[]> {
  const by = new Map<string, Refuser[]>();
  for (const [name, refuser] of pairs(rules, names)) {
    const known = by.get(name);
    if (!known) by.set(name, [refuser]);
    // A rule may list the same name twice. The result contains the rule once.
    else if (known.at(-1) !== refuser) known.push(refuser);
  }
  return by;
}

/** Returns the rules that occur in at least one of the lists, in the order of `all`. */
export function joinLists(
  lists: readonly (readonly Refuser[])[],
  all: readonly Refuser[],
): readonly Refuser[] {
  if (lists.length < 2) return lists[0] ?? [];
  // Marks the positions of the rules in an array. Sorting would be slow if a thousand rules deny and each rule matches by
  // several ranges.
  const denies = new Uint8Array(all.at(-1)!.position + 1);
  for (const some of lists) for (const { position } of some) denies[position] = 1;
  return all.filter(({ position }) => denies[position] === 1);
}
