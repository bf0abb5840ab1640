/*
 * Where the names of a template are looked up: the data, and what blocks make of it. Only own properties are seen, so that
 * `constructor` and `__proto__` find nothing.
 */

export interface Scope {
  value: unknown;
  parent: Scope | null;
  /** @index, @first, @last, @key */
  data: Record<string, unknown>;
  /** Names that a block gives to what it is about: `{{#each items as |item|}}`. */
  named: Record<string, unknown>;
  /** Whether names are looked up here and no further, as in Handlebars' own blocks; mustache's sections look outward. */
  closed: boolean;
}

export interface Path {
  type: "PathExpression";
  original: string;
  parts: string[];
  depth: number;
  data: boolean;
}
const own = (value: unknown, name: string): unknown => {
  if (Array.isArray(value) && name === "length") return value.length;
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
};

/** What a name stands for there; undefined where nothing has it. */
export function lookUp({ parts, depth, data, original }: Path, scope: Scope): unknown {
  let at: Scope = scope;
  for (let up = 0; up < depth; up++) at = at.parent ?? at;
  if (data) {
    const [name = "", ...rest] = parts;
    for (let s: Scope | null = at; s; s = s.parent)
      if (Object.hasOwn(s.data, name)) return rest.reduce<unknown>(own, s.data[name]);
    return name === "root" ? rest.reduce<unknown>(own, rootOf(at)) : undefined;
  }
  if (parts.length === 0) return at.value;
  const plain = depth === 0 && !/^(this|\.)/.test(original);
  const [name = "", ...rest] = parts;
  if (plain)
    for (let s: Scope | null = at; s; s = s.parent)
      if (Object.hasOwn(s.named, name)) return rest.reduce<unknown>(own, s.named[name]);
  const found = parts.reduce<unknown>(own, at.value);
  // Mustache looks a plain name up in the contexts around; a path that says where it looks does not.
  if (found !== undefined || !plain) return found;
  for (let s = at; s.parent && !s.closed; s = s.parent) {
    const outer = parts.reduce<unknown>(own, s.parent.value);
    if (outer !== undefined) return outer;
  }
  return undefined;
}

function rootOf(scope: Scope): unknown {
  let at = scope;
  while (at.parent) at = at.parent;
  return at.value;
}

/** A scope inside another. */
export const within = (value: unknown, parent: Scope, rest: Partial<Scope> = {}): Scope => ({
  data: {},
  named: {},
  closed: false,
  ...rest,
  value,
  parent,
});
