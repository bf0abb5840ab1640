import { entryOf, isObject, type Json } from "./attributes";
import { MAX_OPERATIONS } from "./discovery";
import { errorBody, ScimError, scimErrorOf } from "./errors";
import type { Answer } from "./requests";

/** One operation of a Bulk request (RFC 7644 §3.7). */
export interface BulkOperation {
  method: string;
  path: string;
  bulkId: string | null;
  data: Json;
  version: string | null;
}

const RESPONSE = "urn:ietf:params:scim:api:messages:2.0:BulkResponse";

const invalidSyntax = (detail: string) => new ScimError(400, "invalidSyntax", detail);

function bulkOperations(body: Json): BulkOperation[] {
  const list = entryOf(body, "operations");
  if (!Array.isArray(list)) throw invalidSyntax("Operations must be a list.");
  if (list.length > MAX_OPERATIONS)
    throw new ScimError(413, "tooMany", `A Bulk request has at most ${MAX_OPERATIONS} operations.`);
  return list.map((item: unknown) => {
    if (!isObject(item) || typeof item["method"] !== "string" || typeof item["path"] !== "string")
      throw invalidSyntax("Each operation has a method and a path.");
    const { bulkId, data, version, path } = item;
    const method = item["method"].toUpperCase();
    if (method === "POST" && typeof bulkId !== "string")
      throw invalidSyntax("A POST in a Bulk request needs a bulkId.");
    return {
      method,
      // Some clients send it with the base address.
      path: path.slice(Math.max(0, path.search(/\/(Users|Groups)(\/|$)/i))),
      bulkId: typeof bulkId === "string" ? bulkId : null,
      data: isObject(data) ? data : {},
      version: typeof version === "string" ? version : null,
    };
  });
}

const REFERENCE = "bulkId:";

/** Whether anything in an operation waits for the id of another one. */
const waits = ({ path, data }: BulkOperation) =>
  path.includes(REFERENCE) || JSON.stringify(data).includes(`"${REFERENCE}`);

/** The ids that earlier operations gave, in place of `bulkId:…`. */
function resolved(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string")
    return value.startsWith(REFERENCE) ? (ids.get(value.slice(REFERENCE.length)) ?? value) : value;
  if (Array.isArray(value)) return value.map((item) => resolved(item, ids));
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item, ids)]))
    : value;
}

const withIds = (operation: BulkOperation, ids: ReadonlyMap<string, string>): BulkOperation => ({
  ...operation,
  path: operation.path
    .split("/")
    .map((part) => resolved(part, ids))
    .join("/"),
  data: resolved(operation.data, ids) as Json,
});

/** Operations that run beside each other: people who are created concern nobody else. */
const TOGETHER = 4;

function batches(operations: BulkOperation[], together: number): BulkOperation[][] {
  const result: BulkOperation[][] = [];
  const apart = (operation: BulkOperation) =>
    operation.method !== "POST" || operation.path !== "/Users" || waits(operation);
  for (const operation of operations) {
    const last = result.at(-1);
    if (last && last.length < together && !apart(operation) && !apart(last[0]!)) last.push(operation);
    else result.push([operation]);
  }
  return result;
}

interface Outcome {
  told: Json;
  failed: boolean;
  /** What later operations may refer to. */
  id: string | null;
}

async function outcomeOf(
  operation: BulkOperation,
  run: () => Promise<Answer>,
  locationOf: (path: string) => string,
): Promise<Outcome> {
  const { method, bulkId, path } = operation;
  const told = { method, ...(bulkId !== null && { bulkId }) };
  try {
    const { status, body, headers } = await run();
    const { location } = (body?.["meta"] ?? {}) as { location?: string };
    const version = headers?.["etag"];
    return {
      told: {
        ...told,
        location: location ?? locationOf(path),
        ...(version !== undefined && { version }),
        status: String(status),
      },
      failed: false,
      id: typeof body?.["id"] === "string" ? body["id"] : null,
    };
  } catch (error) {
    const refusal = scimErrorOf(error);
    if (refusal === null) throw error;
    const location = method === "POST" ? {} : { location: locationOf(path) };
    const failure = { ...told, ...location, status: String(refusal.status), response: errorBody(refusal) };
    return { told: failure, failed: true, id: null };
  }
}

/**
 * Runs the operations in their order, each in a transaction of its own, until failOnErrors of them have failed. Without
 * that limit, people are created a few at a time.
 */
export async function runBulk(
  body: Json,
  base: string,
  run: (operation: BulkOperation, index: number) => Promise<Answer>,
): Promise<Json> {
  const limit = entryOf(body, "failOnErrors");
  const failOnErrors = typeof limit === "number" && limit > 0 ? limit : Infinity;
  const ids = new Map<string, string>();
  const results: Json[] = [];
  let failures = 0;
  for (const batch of batches(bulkOperations(body), failOnErrors === Infinity ? TOGETHER : 1)) {
    if (failures >= failOnErrors) break;
    const first = results.length;
    const outcomes = await Promise.all(
      batch.map((item, index) => {
        const operation = withIds(item, ids);
        return outcomeOf(
          operation,
          async () => run(operation, first + index),
          (path) => base + path,
        );
      }),
    );
    for (const [index, { told, failed, id }] of outcomes.entries()) {
      results.push(told);
      if (failed) failures += 1;
      if (id !== null && batch[index]!.bulkId !== null) ids.set(batch[index]!.bulkId, id);
    }
  }
  return { schemas: [RESPONSE], Operations: results };
}
