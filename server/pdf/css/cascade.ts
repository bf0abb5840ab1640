import type { Element } from "domhandler";
import { readInline, type Declaration } from "./declarations";
import type { PseudoElement, Rule, Sheet } from "./sheet";

/* Selects and sorts the declarations of an element by importance, origin, specificity and order (CSS Cascade Level 4). */

export interface Matched {
  /** Declarations in ascending order of precedence. A later declaration overrides an earlier one. */
  declarations: Declaration[];
  /** Key for a cache of computed styles. Equal signatures mean equal declarations. */
  signature: string;
}

export interface Cascade {
  of: (element: Element, hints: Declaration[]) => Matched;
  /** Returns the declarations of a pseudo-element. Returns null if no rule matches. */
  pseudo: (element: Element, pseudo: PseudoElement) => Matched | null;
  /** Returns the number of cached lists of declarations. */
  known: () => number;
}

/**
 * Creates the cascade of a document and indexes its rules. `sheets` is in ascending order of precedence. The first sheet is the
 * style sheet of the user agent.
 */
export function createCascade(sheets: Sheet[]): Cascade {
  const ranked: Rule[] = sheets
    .flatMap(({ rules }, origin) => rules.map((rule) => ({ rule, origin: Math.min(origin, 1) })))
    .sort((one, other) => one.origin - other.origin || one.rule.specificity - other.rule.specificity)
    .map(({ rule }) => rule);
  const byKey = {
    normal: new Map<string, number[]>(),
    before: new Map<string, number[]>(),
    after: new Map<string, number[]>(),
    "first-letter": new Map<string, number[]>(),
    "first-line": new Map<string, number[]>(),
  };
  for (const [rank, { key, pseudo }] of ranked.entries()) {
    const found = byKey[pseudo ?? "normal"];
    const list = found.get(key);
    if (list) list.push(rank);
    else found.set(key, [rank]);
  }
  const own = sheets[0]?.rules.length ?? 0;

  const ranksOf = (element: Element, index: Map<string, number[]>): number[] => {
    if (index.size === 0) return [];
    const { id, class: classes } = element.attribs;
    const keys = new Set(["*", element.name]);
    if (id) keys.add(`#${id}`);
    if (classes) for (const name of classes.split(/\s+/)) keys.add(`.${name}`);
    const found: number[] = [];
    for (const key of keys)
      for (const rank of index.get(key) ?? []) if (ranked[rank]!.matches(element)) found.push(rank);
    return found.sort((one, other) => one - other);
  };

  const declared = (ranks: number[], hints: Declaration[], inline: Declaration[]): Declaration[] => {
    const rules = (from: number[]) => from.flatMap((rank) => ranked[rank]!.declarations);
    const browser = rules(ranks.filter((rank) => rank < own));
    const author = [...rules(ranks.filter((rank) => rank >= own)), ...inline];
    return [
      ...browser,
      ...hints,
      ...author.filter(({ important }) => !important),
      ...author.filter(({ important }) => important),
    ];
  };
  const sets = new Map<string, Declaration[]>();
  const remembered = (signature: string, make: () => Declaration[]): Matched => {
    let declarations = sets.get(signature);
    if (!declarations) sets.set(signature, (declarations = make()));
    return { declarations, signature };
  };

  return {
    known: () => sets.size,
    of: (element, hints) => {
      const ranks = ranksOf(element, byKey.normal);
      const style = element.attribs["style"] ?? "";
      // Two different lists of declarations cannot have the same key, because the first part has only numbers, the second part
      // is JSON, and the style attribute is last.
      const hinted = hints.length > 0 ? JSON.stringify(hints) : "";
      return remembered(`${ranks.join(" ")}|${hinted}|${style}`, () =>
        declared(ranks, hints, style ? readInline(style) : []),
      );
    },
    pseudo: (element, pseudo) => {
      const ranks = ranksOf(element, byKey[pseudo]);
      return ranks.length === 0
        ? null
        : remembered(`${pseudo} ${ranks.join(" ")}`, () => declared(ranks, [], []));
    },
  };
}
