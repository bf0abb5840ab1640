import { parse, type Filter as Tree } from "scim2-parse-filter";
import type { Filter } from "../domain/provisioning/comparisons";
import { ScimError } from "./errors";

/** Attributes by their URNs (RFC 7644 §3.10), in lower case. */
const urns = ["urn:ietf:params:scim:schemas:core:2.0:user:", "urn:ietf:params:scim:schemas:core:2.0:group:"];

/** An attribute's name without its core schema and its letter case, which do not count (RFC 7643 §2.1). */
export function attributeName(path: string): string {
  const lower = path.toLowerCase();
  const urn = urns.find((prefix) => lower.startsWith(prefix));
  return urn ? lower.slice(urn.length) : lower;
}

const LONGEST = 4_000;
const DEEPEST = 20;

/** Parses a filter (RFC 7644 §3.4.2.2); 400 invalidFilter for what is none. */
export function parseFilter(text: string): Filter {
  if (text.length > LONGEST)
    throw new ScimError(400, "invalidFilter", `A filter has at most ${LONGEST} characters.`);
  const tree = treeOf(text);
  if (tree === null)
    throw new ScimError(400, "invalidFilter", `The filter cannot be read: ${text.slice(0, 200)}`);
  const filter = translated(tree, "", 0);
  if (costOf(filter) > MOST_COST)
    throw new ScimError(400, "invalidFilter", "The filter has too many conditions; ask in several requests.");
  return filter;
}

/** What a filter may cost: 100 conditions that an index answers, or 10 that look at each resource. */
const MOST_COST = 100;
const SCAN = 10;
const indexed = new Set(["id", "username", "externalid", "displayname", "emails", "emails.value"]);

function costOf(filter: Filter): number {
  if (filter.op === "and" || filter.op === "or")
    return filter.filters.reduce((sum, part) => sum + costOf(part), 0);
  if (filter.op === "not") return costOf(filter.filter);
  return filter.op === "eq" && indexed.has(filter.attribute) ? 1 : SCAN;
}

const comparisons = new Set(["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"]);

/**
 * Whether every quoted text ends and holds no control character, as JSON has it. The library's expression for a text takes a line
 * break in two ways: for a text that does not end, it would try every combination.
 */
function quotesEnd(text: string): boolean {
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (character === '"') quoted = !quoted;
    else if (quoted && character < " ") return false;
    else if (quoted && character === "\\") index += 1;
  }
  return !quoted;
}

/** A filter as the library reads it, whether of a list or in a path; null for what is none. */
export function treeOf(text: string): Tree | null {
  if (!quotesEnd(text)) return null;
  try {
    const tree = parse(spelled(text));
    return isFilter(tree) ? tree : null;
  } catch {
    return null;
  }
}

/** The library takes `__proto__` and `constructor` between two conditions for operators; what they make is no filter. */
function isFilter(tree: Tree): boolean {
  switch (tree.op) {
    case "and":
    case "or":
      return tree.filters.every(isFilter);
    case "not":
      return isFilter(tree.filter);
    case "[]":
      return isFilter(tree.valFilter);
    default:
      return tree.op === "pr" || comparisons.has(tree.op);
  }
}

/**
 * The library misreads a text that ends in a backslash, unless that is written by its number. It knows no `True`, which
 * Python's clients write. Line breaks between conditions become spaces; those in texts are refused before.
 */
const spelled = (text: string) =>
  text
    .replace(/\\(.)/gs, (pair, letter: string) => (letter === "\\" ? "\\u005c" : pair))
    .replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/gis, (part) =>
      part.startsWith('"') ? part : part.toLowerCase(),
    )
    .replaceAll("\n", " ");

const escapes: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** A filter's text is a JSON string (RFC 7644 §3.4.2.2); the library decodes its quotes only. */
export const unescaped = (text: string) =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_whole, code: string | undefined, letter: string) =>
    code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(parseInt(code, 16)),
  );

function translated(tree: Tree, prefix: string, depth: number): Filter {
  if (depth > DEEPEST) throw new ScimError(400, "invalidFilter", "The filter is nested too deeply.");
  const below = (part: Tree) => translated(part, prefix, depth + 1);
  switch (tree.op) {
    case "and":
    case "or":
      return { op: tree.op, filters: tree.filters.map(below) };
    case "not":
      return { op: "not", filter: below(tree.filter) };
    case "[]":
      // emails[type eq "work"]: the attributes inside are those of the value.
      return translated(tree.valFilter, `${attributeName(tree.attrPath)}.`, depth + 1);
    case "pr":
      return { op: "pr", attribute: prefix + attributeName(tree.attrPath) };
    default:
      return {
        op: tree.op,
        attribute: prefix + attributeName(tree.attrPath),
        value: typeof tree.compValue === "string" ? unescaped(tree.compValue) : tree.compValue,
      };
  }
}
