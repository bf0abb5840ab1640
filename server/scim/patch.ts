import { isDeepStrictEqual } from "node:util";
import stableStringify from "safe-stable-stringify";
import type { Filter as Tree } from "scim2-parse-filter";
import type { AppError } from "../kernel/errors";
import {
  asList,
  ENTERPRISE,
  entryOf,
  invalidValue,
  isObject,
  keyIn,
  knownName,
  normalized,
  shapeOf,
  type Json,
  scimRefusals,
} from "./attributes";
import { Comparisons, MOST_CHANGES, MOST_KEYS, MOST_VALUES } from "./bounds";
import { ScimError } from "./errors";
import { attributeName, treeOf } from "./filter";
import { equalities, holds, isDescription } from "./values";
import { defineRefusals } from "../kernel/texts/define";

const refusals = defineRefusals("scim", {
  path_malformed: { status: 400, text: "The path {path} cannot be read." },
  path_filter_malformed: { status: 400, text: "The filter in the path {path} cannot be read." },
  path_part_unknown: { status: 400, text: "The path {path} names a part that its attribute has not." },
  path_without_match: { status: 400, text: "No value is one that the path chooses." },
  attribute_not_changeable: { status: 400, text: "{attribute} cannot be changed." },
  attribute_not_removable: { status: 400, text: "{attribute} cannot be removed." },
  too_many_parts: { status: 400, text: "{attribute} holds at most {max} attributes." },
  operations_required: {
    status: 400,
    text: "Operations must be a list of at least one operation.",
  },
  too_many_operations: { status: 400, text: "A PATCH has at most {max} operations." },
  too_many_changes: { status: 400, text: "A PATCH changes at most {max} attributes." },
  operation_unknown: { status: 400, text: "op must be add, remove or replace." },
  path_required: { status: 400, text: "remove needs a path." },
  value_required: { status: 400, text: "{operation} needs a value." },
});

/*
 * PATCH of a user (RFC 7644 §3.5.2) in the forms that providers send: operations in any letter case, with or without
 * a path, dotted and URN keys inside a value, booleans as texts. Pure functions that return the changed resource.
 */

export interface PatchOperation {
  op: "add" | "remove" | "replace";
  path: string | null;
  value: unknown;
}

const MOST = 1_000;

export const pathRequired = () => new ScimError("noTarget", refusals.path_required());

/** Parses the operations of a PATCH body. */
export function operationsOf(body: Json): PatchOperation[] {
  const list = entryOf(body, "operations");
  if (!Array.isArray(list) || list.length === 0)
    throw new ScimError("invalidSyntax", refusals.operations_required());
  if (list.length > MOST) throw new ScimError("tooMany", refusals.too_many_operations({ max: MOST }));
  const operations = list.map((item: unknown): PatchOperation => {
    const fields = isObject(item) ? item : {};
    const [named, path, value] = [entryOf(fields, "op"), entryOf(fields, "path"), entryOf(fields, "value")];
    const op = typeof named === "string" ? named.toLowerCase() : "";
    if (op !== "add" && op !== "remove" && op !== "replace")
      throw new ScimError("invalidSyntax", refusals.operation_unknown());
    if (path !== undefined && path !== null && typeof path !== "string")
      throw new ScimError("invalidPath", scimRefusals.not_text({ attribute: "path" }));
    if (op === "remove" && !path && !isObject(value)) throw pathRequired();
    if (op !== "remove" && value === undefined)
      throw invalidValue(refusals.value_required({ operation: op }));
    return { op, path: path ? path.trim() : null, value };
  });
  const changes = operations.reduce((sum, operation) => sum + changesOf(operation), 0);
  if (changes > MOST_CHANGES)
    throw new ScimError("tooMany", refusals.too_many_changes({ max: MOST_CHANGES }));
  return operations;
}

/** Returns the number of changes of an operation. Without a path, each key of its value counts as one change. */
const changesOf = ({ path, value }: PatchOperation) =>
  path === null && isObject(value) ? Math.max(1, Object.keys(value).length) : 1;

interface Path {
  attribute: string;
  filter: Tree | null;
  subs: string[];
}

/** Limits of a path. No valid path is longer or deeper, and the filter in it is parsed by recursion. */
const LONGEST = 2_000;
const DEEPEST = 3;

const NAME = String.raw`[A-Za-z$][\w$-]*`;
const PATH = new RegExp(String.raw`^(${NAME})(?:\[(.*)\])?((?:\.${NAME})*)$`, "s");
/** An attribute of an extension: a URN with any suffix. */
const FOREIGN = /^urn:[\w:.-]+$/i;

/** Returns true for a path of an extension: its URN, an optional filter, and parts. Reads each character once. */
function isForeign(path: string): boolean {
  const [open, close] = [path.indexOf("["), path.lastIndexOf("]")];
  if (open === -1) return FOREIGN.test(path.replaceAll("$", "_"));
  return FOREIGN.test(path.slice(0, open)) && close > open && /^[\w.$-]*$/.test(path.slice(close + 1));
}

/** Returns the error for an invalid path, with the first 200 characters of the path. */
const invalidPath = (refusal: (params: { path: string }) => AppError, path: string) =>
  new ScimError("invalidPath", refusal({ path: path.slice(0, 200) }));

const cannotRead = (path: string) => invalidPath(refusals.path_malformed, path);

/**
 * Parses attr, attr.sub, attr[filter], attr[filter].sub, each with or without its URN. Returns null for an unknown
 * extension.
 */
export function parsePath(path: string): Path | null {
  if (path.length > LONGEST) throw cannotRead(path);
  const lower = path.toLowerCase();
  const enterprise = ENTERPRISE.toLowerCase();
  if (lower === enterprise) return { attribute: ENTERPRISE, filter: null, subs: [] };
  if (lower.startsWith(`${enterprise}:`) || lower.startsWith(`${enterprise}.`)) {
    const within = PATH.exec(path.slice(enterprise.length + 1));
    if (!within || within[2] !== undefined) throw cannotRead(path);
    return { attribute: ENTERPRISE, filter: null, subs: [within[1]!, ...subsOf(within[3]!)] };
  }
  const bare = path.slice(path.length - attributeName(path).length);
  if (/^urn:/i.test(bare)) {
    if (isForeign(bare)) return null;
    throw cannotRead(path);
  }
  const [, attribute, filterText, subs = ""] = PATH.exec(bare) ?? [];
  if (attribute === undefined) throw cannotRead(path);
  return {
    attribute,
    filter: filterText === undefined ? null : filterOf(filterText, path),
    subs: subsOf(subs),
  };
}

const subsOf = (text: string) => text.split(".").slice(1, DEEPEST + 1);

function filterOf(text: string, path: string): Tree {
  const tree = treeOf(text);
  if (tree === null) throw invalidPath(refusals.path_filter_malformed, path);
  return tree;
}

/** Returns the result of these operations on a resource, without changing the resource. */
export function patched(resource: Json, operations: PatchOperation[]): Json {
  const result = structuredClone(resource);
  const comparisons = new Comparisons(JSON.stringify([resource, operations]).length);
  for (const operation of operations) apply(result, operation, comparisons);
  return result;
}

function apply(resource: Json, { op, path, value }: PatchOperation, comparisons: Comparisons) {
  if (path === null) {
    // RFC 7644 §3.5.2.2; only groups accept what Salesforce sends.
    if (op === "remove") throw pathRequired();
    if (!isObject(value)) throw invalidValue(scimRefusals.object_required());
    // Entra and Okta send paths as keys of such a value.
    for (const [key, item] of Object.entries(value)) {
      if (!/^(schemas|id|meta|groups)$/i.test(key))
        apply(resource, { op, path: key, value: item }, comparisons);
    }
    return;
  }
  const parsed = parsePath(path);
  if (parsed === null) return;
  const { attribute, filter, subs } = parsed;
  if (/^groups$/i.test(attribute)) return;
  if (/^(id|meta)$/i.test(attribute))
    throw new ScimError("mutability", refusals.attribute_not_changeable({ attribute }));
  const name = knownName(attribute);
  if (name === null) return;
  const change = { op, value, gone: op === "remove" || value === null, comparisons };
  switch (shapeOf(name)) {
    case "text":
    case "boolean":
      if (filter !== null || subs.length > 0) throw noPart(path);
      return setSingle(resource, name, change);
    case "complex":
      if (filter !== null) throw noPart(path);
      return setComplex(resource, name, subs, change);
    case "list":
      if (subs.length > 1) throw noPart(path);
      return setList(resource, name, { filter, sub: subs[0] ?? null }, change);
  }
}

const noPart = (path: string) => invalidPath(refusals.path_part_unknown, path);

interface Change {
  op: PatchOperation["op"];
  value: unknown;
  /** True if the change removes the attribute: `null` is no value (RFC 7643 §2.5). */
  gone: boolean;
  comparisons: Comparisons;
}

/** Sets an own key of an object; ignores `__proto__`. */
function put(object: Json, key: string, value: unknown) {
  if (key !== "__proto__") object[keyIn(object, key)] = value;
}
const own = (object: Json, key: string): unknown =>
  Object.hasOwn(object, keyIn(object, key)) ? object[keyIn(object, key)] : undefined;

function setSingle(resource: Json, name: string, { op, value, gone }: Change) {
  // RFC 7644 §3.5.2.2: a required attribute cannot be removed.
  if (gone && name === "userName")
    throw new ScimError("mutability", refusals.attribute_not_removable({ attribute: name }));
  // Removing `active` restores the default of a new user: true. A `null` from a mapping without a value must not
  // reactivate a user.
  if (gone && name === "active" && op !== "remove")
    throw invalidValue(scimRefusals.not_boolean({ attribute: "active" }));
  if (gone && name === "active") resource[name] = true;
  else if (gone) delete resource[name];
  else resource[name] = normalized(name, value);
}

function setComplex(resource: Json, name: string, subs: string[], { value, gone, comparisons }: Change) {
  /** Sets a part of a value. Throws if the value then has too many parts. */
  const set = (object: Json, key: string, item: unknown) => {
    comparisons.spendKeys(Object.keys(object).length);
    put(object, key, item);
    if (Object.keys(object).length > MOST_KEYS)
      throw invalidValue(refusals.too_many_parts({ attribute: name, max: MOST_KEYS }));
  };
  if (subs.length === 0) {
    if (gone) return void delete resource[name];
    const before = isObject(resource[name]) ? resource[name] : {};
    for (const [key, item] of Object.entries(normalized(name, value) as Json)) set(before, key, item);
    resource[name] = before;
    return;
  }
  let object = isObject(resource[name]) ? resource[name] : {};
  resource[name] = object;
  for (const sub of subs.slice(0, -1)) {
    const within = own(object, sub);
    // `manager` may be stored as the plain text that Entra sent: the text is its value.
    const next = isObject(within) ? within : typeof within === "string" ? { value: within } : {};
    set(object, sub, next);
    object = next;
  }
  const last = subs.at(-1)!;
  if (gone) delete object[keyIn(object, last)];
  else set(object, last, value);
}

function setList(
  resource: Json,
  name: string,
  { filter, sub }: { filter: Tree | null; sub: string | null },
  { op, value, gone, comparisons }: Change,
) {
  const list = Array.isArray(resource[name]) ? (resource[name] as Json[]) : [];
  comparisons.spend(list.length, 1 + conditionsOf(filter));
  const chosen = filter === null ? list : list.filter((item) => holds(filter, item));
  const keep = (items: Json[]) => void (resource[name] = items);
  if (gone) {
    if (sub !== null) return chosen.forEach((item) => delete item[keyIn(item, sub)]);
    if (filter !== null || value === undefined || value === null) {
      const leaving = new Set(chosen);
      return keep(list.filter((item) => !leaving.has(item)));
    }
    return keep(listWithout(list, asList(value, name), comparisons));
  }
  let added: Json[];
  if (sub !== null || filter !== null) {
    const change = sub === null ? (asList(value, name)[0] ?? {}) : { [sub]: value };
    const untyped = op === "replace" ? untypedFor(filter, chosen, list) : [];
    chosen.push(...untyped);
    const found = chosen.length > 0 ? chosen : [filter === null ? {} : made(filter)];
    const asks = filter === null ? {} : equalities(filter);
    comparisons.spendCopies(JSON.stringify([change, asks]).length, found.length);
    const changed = found.map((item) => {
      // A value is replaced by the one that is sent (RFC 7644 §3.5.2.3), and must still match the filter.
      const next = op === "replace" && sub === null && filter !== null ? { ...asks } : { ...item };
      if (untyped.includes(item)) put(next, "type", "work");
      for (const [key, part] of Object.entries(change)) put(next, key, part);
      return next;
    });
    added = asList(changed, name);
    const after = new Map(found.map((item, index) => [item, added[index]!]));
    keep([...list.map((item) => after.get(item) ?? item), ...(chosen.length > 0 ? [] : added)]);
  } else {
    added = asList(value, name);
    const known = op === "add" ? list : [];
    comparisons.spend(known.length + added.length, 1);
    const there = new Set(known.map(identityOf));
    keep([...known, ...added.filter((item) => !there.has(identityOf(item)))]);
  }
  const { length } = resource[name] as Json[];
  if (length > MOST_VALUES)
    throw invalidValue(scimRefusals.too_many_attribute_values({ attribute: name, max: MOST_VALUES }));
  comparisons.spend(length, 1);
  onePrimary(resource[name] as Json[], added);
}

/** Returns the values that are not named. Entra names single values of a list in order to remove them. */
function listWithout(list: Json[], named: Json[], comparisons: Change["comparisons"]): Json[] {
  const parts = named.reduce((sum, one) => sum + Object.keys(one).length, 0);
  comparisons.spend(list.length, parts);
  return list.filter((item) => !named.some((one) => covers(item, one)));
}

/**
 * Returns the primary value (else the first value) of a list if the filter selects none, and selects this one with
 * the type `work`, because it has no type.
 * A provider that sent one value without a type replaces this value by the path `emails[type eq "work"]`.
 */
function untypedFor(filter: Tree | null, chosen: Json[], list: Json[]): Json[] {
  if (filter === null || chosen.length > 0) return [];
  const primary = list.find((item) => own(item, "primary") === true) ?? list[0];
  const isUntyped = primary !== undefined && (own(primary, "type") ?? null) === null;
  return isUntyped && holds(filter, { ...primary, type: "work" }) ? [primary] : [];
}

/** Returns equal texts for equal values, in any order of their keys. */
const identityOf = (item: Json) => stableStringify(item);

/** Returns the number of comparisons of a filter for one value. */
function conditionsOf(filter: Tree | null): number {
  if (filter === null) return 0;
  if (filter.op === "and" || filter.op === "or")
    return filter.filters.reduce((sum, part) => sum + conditionsOf(part), 0);
  return filter.op === "not" ? conditionsOf(filter.filter) : 1;
}

/**
 * Returns a new value for a filter without a match, as Entra expects. Throws if the filter does not consist of
 * equalities.
 */
function made(filter: Tree): Json {
  if (!isDescription(filter)) throw new ScimError("noTarget", refusals.path_without_match());
  return equalities(filter);
}

/** Returns true if the item has all values of the part. A part without a value covers nothing. */
function covers(item: Json, part: Json): boolean {
  const stated = Object.entries(part).filter(([, value]) => value !== null);
  return stated.length > 0 && stated.every(([key, value]) => isDeepStrictEqual(own(item, key), value));
}

/** Sets `primary` of the other values to false if an added value is primary (RFC 7644 §3.5.2). */
function onePrimary(list: Json[], added: Json[]) {
  if (!added.some((item) => own(item, "primary") === true)) return;
  const primary = new Set(added.map(identityOf));
  for (const item of list)
    if (own(item, "primary") === true && !primary.has(identityOf(item))) put(item, "primary", false);
}
