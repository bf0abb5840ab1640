import { filter as matcher, parse, type Filter } from "scim2-parse-filter";
import { ScimError } from "./errors";
import { attributeName } from "./filter";
import { ENTERPRISE, knownName, type Json } from "./users";

/*
 * PATCH of a user (RFC 7644 §3.5.2), as providers really send it: operations in any letter case, with a path or without,
 * dotted and URN keys inside a value, booleans as texts. Pure: it gives the changed resource.
 */

export interface PatchOperation {
  op: "add" | "remove" | "replace";
  path: string | null;
  value: unknown;
}

const MOST = 1_000;

/** The operations of a PATCH body. */
export function operationsOf(body: Json): PatchOperation[] {
  const list = Object.entries(body).find(([key]) => key.toLowerCase() === "operations")?.[1];
  if (!Array.isArray(list) || list.length === 0)
    throw new ScimError(400, "invalidSyntax", "Operations must be a list of at least one operation.");
  if (list.length > MOST) throw new ScimError(400, "tooMany", `A PATCH has at most ${MOST} operations.`);
  return list.map((item: unknown) => {
    const fields = item as { op?: unknown; path?: unknown; value?: unknown } | null;
    const op = typeof fields?.op === "string" ? fields.op.toLowerCase() : "";
    if (op !== "add" && op !== "remove" && op !== "replace")
      throw new ScimError(400, "invalidSyntax", "op must be add, remove or replace.");
    const path = fields?.path;
    if (path !== undefined && path !== null && typeof path !== "string")
      throw new ScimError(400, "invalidPath", "path must be a text.");
    if (op === "remove" && !path) throw new ScimError(400, "noTarget", "remove needs a path.");
    if (op !== "remove" && fields?.value === undefined)
      throw new ScimError(400, "invalidValue", `${op} needs a value.`);
    return { op, path: path ? path.trim() : null, value: fields?.value };
  });
}

interface Path {
  attribute: string;
  filter: Filter | null;
  sub: string | null;
}

/** attr, attr.sub, attr[filter], attr[filter].sub, each with its URN or without. */
export function parsePath(path: string): Path {
  const lower = path.toLowerCase();
  if (lower === ENTERPRISE.toLowerCase()) return { attribute: ENTERPRISE, filter: null, sub: null };
  for (const separator of [":", "."]) {
    if (lower.startsWith(ENTERPRISE.toLowerCase() + separator))
      return { attribute: ENTERPRISE, filter: null, sub: path.slice(ENTERPRISE.length + 1) };
  }
  const bare = path.slice(path.length - attributeName(path).length);
  const [, attribute, filterText, sub] =
    /^([A-Za-z$][\w$-]*)(?:\[(.*)\])?(?:\.([A-Za-z$][\w$.-]*))?$/s.exec(bare) ?? [];
  if (attribute === undefined)
    throw new ScimError(400, "invalidPath", `The path ${path.slice(0, 200)} cannot be read.`);
  let filter: Filter | null = null;
  if (filterText !== undefined) {
    try {
      filter = parse(filterText);
    } catch {
      throw new ScimError(400, "invalidPath", `The filter in the path ${path.slice(0, 200)} cannot be read.`);
    }
  }
  return { attribute, filter, sub: sub ?? null };
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The key of an object that is this name in any letter case. */
const keyIn = (object: Json, name: string) =>
  Object.keys(object).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;

/** What these operations make of a resource; the resource itself is not touched. */
export function patched(resource: Json, operations: PatchOperation[]): Json {
  const result = structuredClone(resource);
  for (const operation of operations) apply(result, operation);
  return result;
}

function apply(resource: Json, { op, path, value }: PatchOperation) {
  if (path === null) {
    if (!isObject(value))
      throw new ScimError(400, "invalidValue", "An operation without a path needs an object.");
    // Entra and Okta put paths into the keys of such a value.
    for (const [key, item] of Object.entries(value)) {
      if (/^(schemas|id|meta|groups)$/i.test(key)) continue;
      apply(resource, { op, path: key, value: item });
    }
    return;
  }
  const { attribute, filter, sub } = parsePath(path);
  if (/^(id|meta|groups)$/i.test(attribute)) {
    if (/^groups$/i.test(attribute)) return;
    throw new ScimError(400, "mutability", `${attribute} cannot be changed.`);
  }
  // What is not supported never fails a request: providers map more than a server knows.
  const name = knownName(attribute);
  if (name === null) return;
  if (filter !== null) return void applyFiltered(resource, name, filter, sub, { op, value });
  if (sub !== null) {
    const target = isObject(resource[name]) ? resource[name] : (resource[name] = {});
    return void set(target, keyIn(target, sub), { op, value });
  }
  set(resource, name, { op, value });
}

type Change = Pick<PatchOperation, "op" | "value">;

function set(object: Json, key: string, { op, value }: Change) {
  const before = object[key];
  if (op === "remove") {
    // Entra removes single values of a list by naming them.
    const named = Array.isArray(before) && Array.isArray(value) ? value : null;
    if (named) object[key] = (before as unknown[]).filter((item) => !named.some((one) => same(one, item)));
    else delete object[key];
  } else if (op === "add" && Array.isArray(before)) {
    const added = (Array.isArray(value) ? value : [value]) as unknown[];
    object[key] = [
      ...(before as unknown[]),
      ...added.filter((item) => !before.some((one) => same(one, item))),
    ];
  } else if (isObject(before) && isObject(value)) {
    for (const [name, item] of Object.entries(value)) before[keyIn(before, name)] = item;
  } else object[key] = value;
}

/** Changes the values of a list that a filter names; where none does, `emails[type eq "work"].value` makes one. */
function applyFiltered(
  resource: Json,
  name: string,
  filter: Filter,
  sub: string | null,
  { op, value }: Change,
) {
  const list = Array.isArray(resource[name]) ? (resource[name] as unknown[]) : [];
  const matches = matcher(filter);
  const found = list.filter((item) => isObject(item) && matches(item)) as Json[];
  if (op === "remove") {
    if (sub === null) resource[name] = list.filter((item) => !found.includes(item as Json));
    else for (const item of found) delete item[keyIn(item, sub)];
    return;
  }
  if (found.length === 0) {
    const made = {
      ...equalities(filter),
      ...(sub === null ? (isObject(value) ? value : {}) : { [sub]: value }),
    };
    resource[name] = [...list, made];
    return;
  }
  for (const item of found) {
    if (sub !== null) item[keyIn(item, sub)] = value;
    else if (isObject(value)) Object.assign(item, value);
  }
}

/** What a new value must be to satisfy a filter: its equalities. */
function equalities(filter: Filter): Json {
  if (filter.op === "and")
    return Object.assign({}, ...(filter as { filters: Filter[] }).filters.map(equalities)) as Json;
  if (filter.op === "eq") {
    const { attrPath, compValue } = filter as { attrPath: string; compValue: unknown };
    return { [attrPath]: compValue };
  }
  return {};
}
