import type { Logger } from "pino";
import { AppError } from "../kernel/errors";
import { provisioningRefusals } from "../kernel/refusals/provisioning";
import { requestRefusals } from "../kernel/refusals/requests";
import { unavailability } from "../kernel/unavailability";

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

export class ScimError extends Error {
  constructor(
    readonly status: number,
    readonly scimType: ScimType | null,
    detail: string,
  ) {
    super(detail);
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
  return new ScimError(error.status, type, error.message);
}

export const errorBody = ({ status, scimType, message }: ScimError) => ({
  schemas: [ERROR],
  status: String(status),
  ...(scimType && { scimType }),
  detail: message,
});

/** Returns the error response: RFC 7644 §3.12, and RFC 6750 §3 for errors of the token. */
export function refused(thrown: unknown, log: Logger) {
  if (scimErrorOf(thrown) === null) log.error({ err: thrown }, "request failed");
  const error = unavailability(thrown) ?? thrown;
  const known = scimErrorOf(error);
  const shown = known ?? new ScimError(500, null, "Something went wrong on our side.");
  const headers: Record<string, string> =
    known === null ? { "refusal-code": requestRefusals.failed.code } : {};
  if (error instanceof AppError) {
    const { retryAfter, headers: more } = error.details;
    // A header, because RFC 7644 §3.12 lists the members of the body, and some clients refuse others.
    headers["refusal-code"] = error.reason.code;
    if (error.status === 401)
      headers["www-authenticate"] =
        error.error === "invalid_token"
          ? 'Bearer realm="scim", error="invalid_token"'
          : 'Bearer realm="scim"';
    if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter);
    Object.assign(headers, more);
  }
  return { status: shown.status, body: errorBody(shown), headers };
}
