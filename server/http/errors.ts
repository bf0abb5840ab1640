import type { Logger } from "pino";
import { AppError, refusalBody } from "../kernel/errors";
import { requestRefusals } from "../kernel/refusals";
import { isExplained, unavailability } from "../kernel/concurrency/unavailability";

/** Returns the refusal for a thrown error. Logs an unknown error and returns a general 500. */
export function refusalOf(error: unknown, log: Logger): AppError {
  if (error instanceof AppError) return error;
  if (isExplained(error)) log.warn({ reason: (error as Error).message }, "request refused");
  else log.error({ err: error }, "request failed");
  const unavailable = unavailability(error);
  if (unavailable !== null) return unavailable;
  return requestRefusals.failed();
}

/** Returns the WWW-Authenticate header (RFC 6750 §3). The header contains the required scheme and the error of the token. */
function challenge(refusal: AppError): string | null {
  if (refusal.status === 401 && refusal.error === "invalid_request") return `Bearer realm="castellan"`;
  if (refusal.status !== 401 && refusal.status !== 403) return null;
  const { scope } = refusal.details;
  return `Bearer realm="castellan", error="${refusal.error}", error_description="${refusal.message.replace(/[^\x20-\x7e]|["\\]/g, "'")}"${scope === undefined ? "" : `, scope="${scope}"`}`;
}

/** Creates the error answer of the REST interfaces (management.md §7). */
export function errorResponse(refusal: AppError): Response {
  const headers = new Headers({ ...refusal.details.headers, "content-type": "application/json" });
  const authenticate = challenge(refusal);
  if (authenticate !== null) headers.set("www-authenticate", authenticate);
  if (refusal.details.retryAfter !== undefined)
    headers.set("retry-after", String(refusal.details.retryAfter));
  return new Response(JSON.stringify(refusalBody(refusal)), { status: refusal.status, headers });
}
