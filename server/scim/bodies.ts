import { createHash } from "node:crypto";
import stableStringify from "safe-stable-stringify";
import type { ExecuteOptions, Idempotency } from "../kernel/execute";
import { bytesOf } from "../kernel/request-body";
import { isObject, type Json } from "./attributes";
import { parseBounded } from "./bounds";
import { ScimError } from "./errors";

const MAX_BODY = 1024 * 1024;
/** Parses a JSON object of any JSON media type: Google and OneLogin send application/json. */
export async function bodyOf(request: Request, limit = MAX_BODY): Promise<Json> {
  const type = request.headers.get("content-type") ?? "";
  if (type !== "" && !/^application\/(scim\+)?json\s*(;|$)/i.test(type))
    throw new ScimError(415, null, "The body must be application/scim+json or application/json.");
  const bytes = await bytesOf(request, limit);
  if (bytes === null) throw new ScimError(413, null, `The body has more than ${limit} bytes.`);
  let body: unknown;
  try {
    body = parseBounded(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof ScimError) throw error;
    throw new ScimError(400, "invalidSyntax", "The body is not valid JSON in UTF-8.");
  }
  if (!isObject(body)) throw new ScimError(400, "invalidSyntax", "The body must be a JSON object.");
  return body;
}

/** Returns the Idempotency-Key of a write with a digest of the request (clarifications, general 7). */
export function idempotencyOf(key: string | undefined, line: string, body: Json): Idempotency | undefined {
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new ScimError(400, "invalidValue", "Idempotency-Key must be 1 to 255 visible ASCII characters.");
  const digest = createHash("sha256").update(`${line}\n${stableStringify(body)}`);
  return { key, fingerprint: digest.digest("base64url") };
}

/**
 * Returns a Bulk request's key for one of its operations: each operation has a transaction and a response of its own.
 */
export const stepOptions = ({ idempotency, ...options }: ExecuteOptions, index: number): ExecuteOptions => ({
  ...options,
  ...(idempotency && { idempotency: { ...idempotency, key: `${idempotency.key} ${index}` } }),
});
