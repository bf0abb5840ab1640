import { parse, type Filter as Tree } from "scim2-parse-filter";
import type { Comparison, Filter, Value } from "../domain/provisioning/comparisons";
import { asciiAddress } from "../kernel/strings/mail-address";
import type { AppError } from "../kernel/errors";
import { ScimError } from "./errors";
import { composed } from "../kernel/strings/composed";
import { defineRefusals } from "../kernel/texts/define";

const scimRefusals = defineRefusals("scim", {
  filter_too_long: { status: 400, text: "A filter has at most {max} characters." },
  filter_malformed: { status: 400, text: "The filter cannot be read: {filter}" },
  filter_nested_too_deeply: { status: 400, text: "The filter is nested too deeply." },
  too_many_conditions: {
    status: 400,
    text: "The filter has too many conditions; ask in several requests.",
  },
});

/** URNs of the core schemas before attribute names (RFC 7644 §3.10), in lower case. */
const urns = ["urn:ietf:params:scim:schemas:core:2.0:user:", "urn:ietf:params:scim:schemas:core:2.0:group:"];

/** Returns an attribute's name in lower case without its core schema (RFC 7643 §2.1). */
export function attributeName(path: string): string {
  const lower = path.toLowerCase();
  const urn = urns.find((prefix) => lower.startsWith(prefix));
  return urn ? lower.slice(urn.length) : lower;
}

const LONGEST = 4_000;
const DEEPEST = 20;

const invalidFilter = (refusal: AppError) => new ScimError("invalidFilter", refusal);

/** Parses a filter (RFC 7644 §3.4.2.2). Throws 400 invalidFilter if it is invalid. */
export function parseFilter(text: string): Filter {
  if (text.length > LONGEST) throw invalidFilter(scimRefusals.filter_too_long({ max: LONGEST }));
  const tree = treeOf(text);
  if (tree === null) throw invalidFilter(scimRefusals.filter_malformed({ filter: text.slice(0, 200) }));
  const filter = translated(tree, "", 0);
  if (costOf(filter) > MOST_COST) throw invalidFilter(scimRefusals.too_many_conditions());
  return filter;
}

/** Maximum cost of a filter. A condition costs 1 with an index, and 10 if it scans all resources. */
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
 * Returns true if every quoted text is closed and has no control characters, as in JSON. The library's regular
 * expression matches a line break in two ways and would try every combination for an unclosed text.
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

/** Parses a filter of a list or a path with the library. Returns null if it is invalid. */
export function treeOf(text: string): Tree | null {
  if (!quotesEnd(text)) return null;
  try {
    const tree = parse(spelled(text));
    return isFilter(tree) ? tree : null;
  } catch {
    return null;
  }
}

/**
 * Returns true for a valid tree: the library accepts `__proto__` and `constructor` as operators between two
 * conditions, and the result is not a filter.
 */
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
 * Rewrites a filter for the library. The library misreads a text that ends in a backslash, unless the backslash is
 * written as \u005c. It does not accept `True`, which Python clients send. Line breaks between conditions become
 * spaces. Line breaks in texts were refused before.
 */
const spelled = (text: string) =>
  text
    .replace(/\\(.)/gs, (pair, letter: string) => (letter === "\\" ? "\\u005c" : pair))
    .replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/gis, (part) =>
      part.startsWith('"') ? part : part.toLowerCase(),
    )
    .replaceAll("\n", " ");

const escapes: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/**
 * Unescapes a filter's text, which is a JSON string (RFC 7644 §3.4.2.2); the library unescapes only quotes. Returns it in NFC, like
 * the stored texts.
 */
export const unescaped = (text: string) =>
  composed(
    text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_whole, code: string | undefined, letter: string) =>
      code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(parseInt(code, 16)),
    ),
  );

function translated(tree: Tree, prefix: string, depth: number): Filter {
  if (depth > DEEPEST) throw invalidFilter(scimRefusals.filter_nested_too_deeply());
  const below = (part: Tree) => translated(part, prefix, depth + 1);
  switch (tree.op) {
    case "and":
    case "or":
      return { op: tree.op, filters: tree.filters.map(below) };
    case "not":
      return { op: "not", filter: below(tree.filter) };
    case "[]":
      // emails[type eq "work"]: the inner attributes are parts of the value.
      return translated(tree.valFilter, `${attributeName(tree.attrPath)}.`, depth + 1);
    case "pr":
      return { op: "pr", attribute: prefix + attributeName(tree.attrPath) };
    default:
      return comparison(
        tree.op,
        prefix + attributeName(tree.attrPath),
        typeof tree.compValue === "string" ? unescaped(tree.compValue) : tree.compValue,
      );
  }
}

/** Attributes whose values are addresses. */
const addresses = new Set(["username", "emails", "emails.value"]);

/**
 * Returns a comparison. An address is compared in both spellings of its domain, because a user name that is no address is stored as
 * it was sent.
 */
function comparison(op: Comparison, attribute: string, value: Value): Filter {
  const typed: Filter = { op, attribute, value };
  const ascii = typeof value === "string" && addresses.has(attribute) ? asciiAddress(value) : value;
  if (ascii === value) return typed;
  return { op: op === "ne" ? "and" : "or", filters: [{ ...typed, value: ascii }, typed] };
}
