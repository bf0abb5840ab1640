import type { AppError } from "../kernel/errors";
import { entryOf, isObject, type Json } from "./attributes";
import { MAX_OPERATIONS } from "./discovery";
import { errorBody, ScimError, scimErrorOf } from "./errors";
import type { Answer } from "./requests";
import { defineRefusals } from "../kernel/texts/define";

const scimRefusals = defineRefusals("scim", {
  bulk_operations_required: { status: 400, text: "Operations must be a list." },
  bulk_operation_incomplete: { status: 400, text: "Each operation has a method and a path." },
  too_many_bulk_operations: { status: 413, text: "A Bulk request has at most {max} operations." },
  bulk_id_required: { status: 400, text: "A POST in a Bulk request needs a bulkId." },
  bulk_id_repeated: { status: 400, text: "The bulkId {bulkId} is given twice." },
  /** The operation to which this one refers is missing or was refused. */
  bulk_id_unresolved: { status: 409, text: "No operation made what bulkId:{bulkId} refers to." },
});

/** One operation of a Bulk request (RFC 7644 §3.7). */
export interface BulkOperation {
  /** Position in the request. */
  index: number;
  method: string;
  path: string;
  bulkId: string | null;
  data: Json;
  version: string | null;
}

const RESPONSE = "urn:ietf:params:scim:api:messages:2.0:BulkResponse";

const invalidSyntax = (refusal: AppError) => new ScimError("invalidSyntax", refusal);

/** Returns the path relative to this interface, also for a full URL of this interface; other URLs do not change. */
function pathBelow(base: string, path: string) {
  const own = [base, new URL(base).pathname].find((prefix) => path.startsWith(`${prefix}/`));
  return own === undefined ? path : path.slice(own.length);
}

function bulkOperations(body: Json, base: string): BulkOperation[] {
  const list = entryOf(body, "operations");
  if (!Array.isArray(list)) throw invalidSyntax(scimRefusals.bulk_operations_required());
  if (list.length > MAX_OPERATIONS)
    throw new ScimError(null, scimRefusals.too_many_bulk_operations({ max: MAX_OPERATIONS }));
  const seenIds = new Set<string>();
  return list.map((item: unknown, index) => {
    if (!isObject(item) || typeof item["method"] !== "string" || typeof item["path"] !== "string")
      throw invalidSyntax(scimRefusals.bulk_operation_incomplete());
    const { bulkId, data, version, path } = item;
    const method = item["method"].toUpperCase();
    if (method === "POST" && typeof bulkId !== "string") throw invalidSyntax(scimRefusals.bulk_id_required());
    if (typeof bulkId === "string") {
      if (seenIds.has(bulkId))
        throw invalidSyntax(scimRefusals.bulk_id_repeated({ bulkId: bulkId.slice(0, 200) }));
      seenIds.add(bulkId);
    }
    return {
      index,
      method,
      path: pathBelow(base, path),
      bulkId: typeof bulkId === "string" ? bulkId : null,
      data: isObject(data) ? data : {},
      version: typeof version === "string" ? version : null,
    };
  });
}

const REFERENCE = "bulkId:";

/** Cached for each operation: the references are read several times, and the data may be large. */
const knownReferences = new WeakMap<Json, Map<string, string[]>>();

/** Returns the bulkIds of the operations whose ids this operation needs. */
function referencesOf({ path, data }: BulkOperation): string[] {
  const ofData = knownReferences.get(data) ?? new Map<string, string[]>();
  knownReferences.set(data, ofData);
  const known = ofData.get(path) ?? referencesIn(path, data);
  ofData.set(path, known);
  return known;
}

function referencesIn(path: string, data: Json): string[] {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (typeof value === "string" && value.startsWith(REFERENCE)) found.push(value.slice(REFERENCE.length));
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(look);
  };
  look([path.split("/"), data]);
  return found;
}

/**
 * Returns the operations in an order in which each follows the operations whose ids it needs (RFC 7644 §3.7.1). Keeps
 * the order of the other operations.
 */
function inOrder(operations: BulkOperation[]): BulkOperation[] {
  const givers = new Map(operations.map((operation) => [operation.bulkId, operation]));
  const ordered: BulkOperation[] = [];
  // In a cycle, one operation comes first. It is refused, and therefore also the others.
  const begun = new Set<BulkOperation>();
  const place = (operation: BulkOperation) => {
    if (begun.has(operation)) return;
    begun.add(operation);
    for (const bulkId of referencesOf(operation)) {
      const giver = givers.get(bulkId);
      if (giver) place(giver);
    }
    ordered.push(operation);
  };
  operations.forEach(place);
  return ordered;
}

/** Replaces each `bulkId:…` by the id of its operation. Keeps it if the id is not known. */
function resolved(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string")
    return value.startsWith(REFERENCE) ? (ids.get(value.slice(REFERENCE.length)) ?? value) : value;
  if (Array.isArray(value)) return value.map((item) => resolved(item, ids));
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item, ids)]))
    : value;
}

const withPath = (operation: BulkOperation, ids: ReadonlyMap<string, string>): BulkOperation => ({
  ...operation,
  path: operation.path
    .split("/")
    .map((part) => resolved(part, ids))
    .join("/"),
});

/**
 * Returns the operation with ids in place of its references. Throws (409) if an id is missing, so that no reference is
 * stored.
 */
function withData(operation: BulkOperation, ids: ReadonlyMap<string, string>): BulkOperation {
  const missing = referencesOf(operation).find((bulkId) => !ids.has(bulkId));
  if (missing !== undefined) throw scimRefusals.bulk_id_unresolved({ bulkId: missing.slice(0, 200) });
  return { ...operation, data: resolved(operation.data, ids) as Json };
}

/** Maximum number of users that are created in one transaction. */
const TOGETHER = 100;

/**
 * Returns true for the creation of a user without references. Such a creation does not depend on other operations, so
 * that successive ones can share a transaction.
 */
const isCreation = (operation: BulkOperation) =>
  operation.method === "POST" && operation.path === "/Users" && referencesOf(operation).length === 0;

function batches(operations: BulkOperation[]): BulkOperation[][] {
  const result: BulkOperation[][] = [];
  for (const operation of operations) {
    const last = result.at(-1);
    if (last && last.length < TOGETHER && isCreation(operation) && isCreation(last[0]!)) last.push(operation);
    else result.push([operation]);
  }
  return result;
}

interface Outcome {
  result: Json;
  /** The refusal of a failed operation. */
  refusal: AppError | null;
  /** The id that later operations can refer to. */
  id: string | null;
}

async function outcomeOf(
  operation: BulkOperation,
  run: () => Promise<Answer>,
  locationOf: (path: string) => string,
): Promise<Outcome> {
  const { method, bulkId, path } = operation;
  const common = { method, ...(bulkId !== null && { bulkId }) };
  try {
    const { status, body, headers } = await run();
    const { location } = (body?.["meta"] ?? {}) as { location?: string };
    const version = headers?.["etag"];
    return {
      result: {
        ...common,
        location: location ?? locationOf(path),
        ...(version !== undefined && { version }),
        status: String(status),
      },
      refusal: null,
      id: typeof body?.["id"] === "string" ? body["id"] : null,
    };
  } catch (error) {
    const known = scimErrorOf(error);
    if (known === null) throw error;
    const location = method === "POST" ? {} : { location: locationOf(path) };
    const failure = { ...common, ...location, status: String(known.status), response: errorBody(known) };
    return { result: failure, refusal: known.refusal, id: null };
  }
}

export interface BulkRunner {
  run: (operation: BulkOperation) => Promise<Answer>;
  /** Creates all these users, or returns null and creates none. */
  createAll: (operations: BulkOperation[]) => Promise<Answer[] | null>;
  /** The base URL of the tenant's SCIM interface. */
  base: string;
}

/**
 * Runs the operations until `failOnErrors` of them have failed. Each has its own transaction; successive creations of
 * users share one while none is refused. Returns the response with the results in the order of the request, and the
 * refusals in the same order.
 */
export async function runBulk(
  body: Json,
  { run, createAll, base }: BulkRunner,
): Promise<{ body: Json; results: number; refusals: AppError[] }> {
  const locationOf = (path: string) => base + path;
  const limit = entryOf(body, "failOnErrors");
  const failOnErrors = typeof limit === "number" && limit > 0 ? limit : Infinity;
  const ids = new Map<string, string>();
  const results: { index: number; result: Json; refusal: AppError | null }[] = [];
  let failures = 0;
  for (const batch of batches(inOrder(bulkOperations(body, base)))) {
    const answers = batch.length > 1 && failures < failOnErrors ? await createAll(batch) : null;
    for (const [position, item] of batch.entries()) {
      if (failures >= failOnErrors) break;
      const operation = withPath(item, ids);
      const answer = async () => answers?.[position] ?? run(withData(operation, ids));
      const { result, refusal, id } = await outcomeOf(operation, answer, locationOf);
      results.push({ index: operation.index, result, refusal });
      if (refusal) failures += 1;
      if (id !== null && operation.bulkId !== null) ids.set(operation.bulkId, id);
    }
  }
  results.sort((one, other) => one.index - other.index);
  return {
    body: { schemas: [RESPONSE], Operations: results.map(({ result }) => result) },
    results: results.length,
    refusals: results.flatMap(({ refusal }) => refusal ?? []),
  };
}
