/*
 * Scopes in which template names are looked up: the data, and the contexts of blocks. Templates can read only own properties.
 * Therefore, `constructor` and `__proto__` are undefined.
 */

export interface Scope {
  value: unknown;
  parent: Scope | null;
  /** Values of `@index`, `@first`, `@last` and `@key`. */
  data: Record<string, unknown>;
  /** Values of block parameters by name: `{{#each items as |item|}}`. */
  named: Record<string, unknown>;
  /**
   * True for a Handlebars block. Names in a Handlebars block are not looked up in outer scopes. Names in a mustache section are
   * looked up in outer scopes.
   */
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

/** Returns the value of a name. Returns undefined if no scope has the name. */
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
  // In a mustache section, only plain names are looked up in outer contexts, not paths such as `./name`.
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

/** Creates a scope inside another scope. */
export const within = (value: unknown, parent: Scope, rest: Partial<Scope> = {}): Scope => ({
  data: {},
  named: {},
  closed: false,
  ...rest,
  value,
  parent,
});
