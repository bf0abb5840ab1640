import { MAX_OPERATIONS } from "./discovery";
import { errorBody, ScimError, scimErrorOf } from "./errors";
import type { Answer } from "./requests";
import type { Json } from "./users";

/** One operation of a Bulk request (RFC 7644 §3.7). */
export interface BulkOperation {
  method: string;
  path: string;
  bulkId: string | null;
  data: Json;
  version: string | null;
}

const RESPONSE = "urn:ietf:params:scim:api:messages:2.0:BulkResponse";

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function bulkOperations(body: Json): BulkOperation[] {
  const list = body["Operations"] ?? body["operations"];
  if (!Array.isArray(list)) throw new ScimError(400, "invalidSyntax", "Operations must be a list.");
  if (list.length > MAX_OPERATIONS)
    throw new ScimError(413, "tooMany", `A Bulk request has at most ${MAX_OPERATIONS} operations.`);
  return list.map((item: unknown) => {
    if (!isObject(item) || typeof item["method"] !== "string" || typeof item["path"] !== "string")
      throw new ScimError(400, "invalidSyntax", "Each operation has a method and a path.");
    const method = item["method"].toUpperCase();
    if (method === "POST" && typeof item["bulkId"] !== "string")
      throw new ScimError(400, "invalidSyntax", "A POST in a Bulk request needs a bulkId.");
    return {
      method,
      path: item["path"],
      bulkId: typeof item["bulkId"] === "string" ? item["bulkId"] : null,
      data: isObject(item["data"]) ? item["data"] : {},
      version: typeof item["version"] === "string" ? item["version"] : null,
    };
  });
}

/** The ids that earlier operations gave, in place of `bulkId:…`. */
function resolved<T>(value: T, ids: ReadonlyMap<string, string>): T {
  const text = JSON.stringify(value).replace(
    /bulkId:([A-Za-z0-9._~-]+)/g,
    (whole, name: string) => ids.get(name) ?? whole,
  );
  return JSON.parse(text) as T;
}

/** Runs the operations in their order, each in a transaction of its own, until failOnErrors of them have failed. */
export async function runBulk(body: Json, run: (operation: BulkOperation) => Promise<Answer>): Promise<Json> {
  const failOnErrors =
    typeof body["failOnErrors"] === "number" && body["failOnErrors"] > 0 ? body["failOnErrors"] : Infinity;
  const ids = new Map<string, string>();
  const results: Json[] = [];
  let failures = 0;
  for (const operation of bulkOperations(body)) {
    if (failures >= failOnErrors) break;
    const { method, bulkId } = operation;
    const told = { method, ...(bulkId !== null && { bulkId }) };
    try {
      const answer = await run({
        ...operation,
        path: resolved(operation.path, ids),
        data: resolved(operation.data, ids),
      });
      const id = answer.body?.["id"];
      if (bulkId !== null && typeof id === "string") ids.set(bulkId, id);
      const meta = answer.body?.["meta"] as { location?: string; version?: string } | undefined;
      results.push({
        ...told,
        ...(meta?.location !== undefined && { location: meta.location }),
        ...(meta?.version !== undefined && { version: meta.version }),
        status: String(answer.status),
      });
    } catch (error) {
      const refusal = scimErrorOf(error);
      if (refusal === null) throw error;
      failures += 1;
      results.push({ ...told, status: String(refusal.status), response: errorBody(refusal) });
    }
  }
  return { schemas: [RESPONSE], Operations: results };
}
