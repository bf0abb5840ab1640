import { AppError } from "../kernel/errors";

/** RFC 7644 §3.12, table 9. */
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

/** An error as this interface says it; what is not meant for the caller becomes a 500 without words. */
export function scimErrorOf(error: unknown): ScimError | null {
  if (error instanceof ScimError) return error;
  if (!(error instanceof AppError)) return null;
  const type = error.status === 409 ? "uniqueness" : error.status === 400 ? "invalidValue" : null;
  return new ScimError(error.status, type, error.message);
}

export const errorBody = ({ status, scimType, message }: ScimError) => ({
  schemas: [ERROR],
  status: String(status),
  ...(scimType && { scimType }),
  detail: message,
});
