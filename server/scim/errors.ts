import type { Logger } from "pino";
import { AppError } from "../kernel/errors";
import { requestRefusals } from "../kernel/refusals";
import { isExplained, unavailability } from "../kernel/concurrency/unavailability";
import { provisioningRefusals } from "../domain/provisioning/people";

/** Detail codes of errors (RFC 7644 §3.12, table 9). */
export type ScimType =
  | "invalidFilter"
  | "tooMany"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue"
  | "invalidVers";

/** A refusal with its detail code in SCIM; null for a status without one. */
export class ScimError extends Error {
  readonly status: number;

  constructor(
    readonly scimType: ScimType | null,
    readonly refusal: AppError,
  ) {
    super(refusal.message);
    this.status = refusal.status;
  }
}

export const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";

const { user_name_or_email_in_use, user_name_in_use, external_id_in_use } = provisioningRefusals;
/** Codes of refusals because another user has the identifier (RFC 7644 §3.3). */
const takenCodes: ReadonlySet<string> = new Set(
  [user_name_or_email_in_use, user_name_in_use, external_id_in_use].map(({ code }) => code),
);

/** Converts an error to SCIM form. Returns null for internal errors, which become a 500 without details. */
export function scimErrorOf(error: unknown): ScimError | null {
  if (error instanceof ScimError) return error;
  if (!(error instanceof AppError)) return null;
  const type = takenCodes.has(error.reason.code)
    ? "uniqueness"
    : error.status === 400
      ? "invalidValue"
      : null;
  return new ScimError(type, error);
}

export const errorBody = ({ status, scimType, message }: ScimError) => ({
  schemas: [ERROR],
  status: String(status),
  ...(scimType && { scimType }),
  detail: message,
});

/** Returns the error response: RFC 7644 §3.12, and RFC 6750 §3 for errors of the token. */
export function refused(thrown: unknown, log: Logger) {
  if (isExplained(thrown)) log.warn({ reason: (thrown as Error).message }, "request refused");
  else if (scimErrorOf(thrown) === null) log.error({ err: thrown }, "request failed");
  const known = scimErrorOf(unavailability(thrown) ?? thrown);
  const shown = known ?? new ScimError(null, requestRefusals.procedure_failed());
  const { status, error, reason, details } = shown.refusal;
  // A header, because RFC 7644 §3.12 lists the members of the body, and some clients refuse others.
  const headers: Record<string, string> = {
    "refusal-code": known === null ? requestRefusals.failed.code : reason.code,
  };
  if (status === 401)
    headers["www-authenticate"] =
      error === "invalid_token" ? 'Bearer realm="scim", error="invalid_token"' : 'Bearer realm="scim"';
  if (details.retryAfter !== undefined) headers["retry-after"] = String(details.retryAfter);
  Object.assign(headers, details.headers);
  return { status, body: errorBody(shown), headers };
}
