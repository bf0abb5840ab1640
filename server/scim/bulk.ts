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

/** How many people are created at once. */
const TOGETHER = 50;

/** Creating a person concerns nobody else, so that those who follow one another can be created together. */
const isCreation = (operation: BulkOperation) =>
  operation.method === "POST" && operation.path === "/Users" && !waits(operation);

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

export interface BulkRunner {
  run: (operation: BulkOperation, index: number) => Promise<Answer>;
  /** Creates all these people, or gives null and creates none. */
  createAll: (operations: BulkOperation[]) => Promise<Answer[] | null>;
  locationOf: (path: string) => string;
}

/**
 * Runs the operations in their order until failOnErrors of them have failed: each in a transaction of its own, but for
 * people who are created one after the other, who share one as long as none of them is refused.
 */
export async function runBulk(body: Json, { run, createAll, locationOf }: BulkRunner): Promise<Json> {
  const limit = entryOf(body, "failOnErrors");
  const failOnErrors = typeof limit === "number" && limit > 0 ? limit : Infinity;
  const ids = new Map<string, string>();
  const results: Json[] = [];
  let failures = 0;
  const tell = ({ bulkId }: BulkOperation, { told, failed, id }: Outcome) => {
    results.push(told);
    if (failed) failures += 1;
    if (id !== null && bulkId !== null) ids.set(bulkId, id);
  };
  for (const batch of batches(bulkOperations(body))) {
    const answers = batch.length > 1 && failures < failOnErrors ? await createAll(batch) : null;
    for (const [index, item] of batch.entries()) {
      if (failures >= failOnErrors) break;
      const operation = withIds(item, ids);
      const answer = async () => answers?.[index] ?? run(operation, results.length);
      tell(item, await outcomeOf(operation, answer, locationOf));
    }
  }
  return { schemas: [RESPONSE], Operations: results };
}
