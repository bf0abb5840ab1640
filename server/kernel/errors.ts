/**
 * Codes of the error bodies of the REST interfaces (management.md §7, and RFC 6585 and RFC 9110 for the
 * others).
 */
export type ErrorCode =
  | "invalid_request"
  | "invalid_token"
  | "insufficient_scope"
  | "not_found"
  | "conflict"
  | "content_too_large"
  | "unprocessable"
  | "too_many_requests"
  | "server_error"
  | "unavailable";

export interface ErrorDetails {
  /** The input field at fault, in the caller's spelling. */
  field?: string;
  /** Seconds after which a new attempt is useful. */
  retryAfter?: number;
  /** The scope that the token lacks (RFC 6750 §3). */
  scope?: string;
  /** Headers of the answer to this refusal, by their lower-case names. */
  headers?: Record<string, string>;
  /** Current values of the fields that another user changed at the same time. */
  current?: Record<string, unknown>;
}

/** Values of the names in a refusal's text. */
export type RefusalParams = Readonly<Record<string, string | number>>;

/** The published code of a refusal (`user.email_in_use`) and its parameters. */
export interface RefusalReason {
  code: string;
  params: RefusalParams;
}

/** Marks refusals of every copy of this module. Next bundles its own copy, and `instanceof` compares only with one class. */
const REFUSAL = Symbol.for("castellan.AppError");

/** A refusal for the caller. Its description is one plain sentence and is shown unchanged. */
export class AppError extends Error {
  readonly [REFUSAL] = true;

  /** AppError accepts refusals of every copy. A subclass accepts only its own instances. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return this === AppError
      ? typeof value === "object" && value !== null && REFUSAL in value
      : Function.prototype[Symbol.hasInstance].call(this, value);
  }

  constructor(
    readonly status: number,
    readonly error: ErrorCode,
    description: string,
    readonly details: ErrorDetails = {},
    readonly reason: RefusalReason | null = null,
  ) {
    super(description);
    this.name = "AppError";
  }
}

/** 400: refuses a field or the whole operation. `field` names the field. */
export const invalid = (description: string, field?: string) =>
  new AppError(400, "invalid_request", description, field === undefined ? {} : { field });

/** 401, RFC 6750 §3.1: no token at all is `invalid_request`, an unusable one `invalid_token`. */
export const unauthenticated = (code: "invalid_request" | "invalid_token", description: string) =>
  new AppError(401, code, description);

/**
 * 403, RFC 6750 §3.1. `field` names the part of the input that the caller may not set, if the refusal does
 * not concern all of it.
 */
export const forbidden = (description: string, field?: string) =>
  new AppError(403, "insufficient_scope", description, field === undefined ? {} : { field });

/** 404: the thing does not exist in this tenant. A thing of another tenant gives the same answer. */
export const notFound = (what: string) => new AppError(404, "not_found", `There is no such ${what}.`);

export const conflict = (description: string) => new AppError(409, "conflict", description);
