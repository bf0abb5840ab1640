import { createHash } from "node:crypto";
import stableStringify from "safe-stable-stringify";
import type { ExecuteOptions } from "../kernel/operation/execute";
import type { Idempotency } from "../kernel/operation/idempotency";
import { requestRefusals } from "../kernel/refusals";
import { bytesOf } from "../kernel/http/request-body";
import { isObject, type Json } from "./attributes";
import { parseBounded } from "./bounds";
import { ScimError } from "./errors";
import { composedInput } from "../kernel/strings/composed";
import { defineRefusals } from "../kernel/texts/define";

const scimRefusals = defineRefusals("scim", {
  content_type_unsupported: {
    status: 415,
    text: "The body must be application/scim+json or application/json.",
  },
  body_malformed: { status: 400, text: "The body is not valid JSON in UTF-8." },
  body_too_large: { status: 413, text: "The body has more than {max} bytes." },
});

const MAX_BODY = 1024 * 1024;
/** Parses a JSON object of any JSON media type: Google and OneLogin send application/json. */
export async function bodyOf(request: Request, limit = MAX_BODY): Promise<Json> {
  const type = request.headers.get("content-type") ?? "";
  if (type !== "" && !/^application\/(scim\+)?json\s*(;|$)/i.test(type))
    throw new ScimError(null, scimRefusals.content_type_unsupported());
  const bytes = await bytesOf(request, limit);
  if (bytes === null) throw new ScimError(null, scimRefusals.body_too_large({ max: limit }));
  let body: unknown;
  try {
    body = composedInput(parseBounded(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch (error) {
    if (error instanceof ScimError) throw error;
    throw new ScimError("invalidSyntax", scimRefusals.body_malformed());
  }
  if (!isObject(body)) throw new ScimError("invalidSyntax", requestRefusals.body_not_object());
  return body;
}

/** Returns the Idempotency-Key of a write with a digest of the request (clarifications, general 7). */
export function idempotencyOf(key: string | undefined, line: string, body: Json): Idempotency | undefined {
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new ScimError("invalidValue", requestRefusals.invalid_idempotency_key());
  const digest = createHash("sha256").update(`${line}\n${stableStringify(body)}`);
  return { key, fingerprint: digest.digest("base64url") };
}

/**
 * Returns the options for one operation of a Bulk request. The operation gets its own key, because it has its own
 * transaction and response.
 */
export const stepOptions = ({ idempotency, ...options }: ExecuteOptions, index: number): ExecuteOptions => ({
  ...options,
  ...(idempotency && { idempotency: { ...idempotency, key: `${idempotency.key} ${index}` } }),
});
