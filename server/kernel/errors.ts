/** The codes of the REST interfaces' error bodies (management.md §7, and RFC 6585/9110 where the document is silent). */
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
  /** The input field at fault, as the caller spells it. */
  field?: string;
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
  /** The scope that the token lacks (RFC 6750 §3). */
  scope?: string;
  /** Headers of the answer that carries this refusal, by their lower-case names. */
  headers?: Record<string, string>;
  /** What the fields are now that somebody else changed while this caller was changing them. */
  current?: Record<string, unknown>;
}

/** Marks refusals of every copy of this module: Next bundles its own, and `instanceof` alone knows only one of them. */
const REFUSAL = Symbol.for("castellan.AppError");

/** A refusal that is meant for the caller: its description is one plain sentence and is shown as it stands. */
export class AppError extends Error {
  readonly [REFUSAL] = true;

  /** A subclass knows only its own instances. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return this === AppError
      ? typeof value === "object" && value !== null && REFUSAL in value
      : Function.prototype[Symbol.hasInstance].call(this, value);
  }

  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    description: string,
    readonly details: ErrorDetails = {},
  ) {
    super(description);
    this.name = "AppError";
  }
}

/** 400: a field, or the operation as a whole, is refused; `field` names which. */
export const invalid = (description: string, field?: string) =>
  new AppError(400, "invalid_request", description, field === undefined ? {} : { field });

/** 401, RFC 6750 §3.1: no token at all is `invalid_request`, an unusable one `invalid_token`. */
export const unauthenticated = (code: "invalid_request" | "invalid_token", description: string) =>
  new AppError(401, code, description);

/** 403, RFC 6750 §3.1; `field` names what of the input is not theirs to say, where it is not the whole. */
export const forbidden = (description: string, field?: string) =>
  new AppError(403, "insufficient_scope", description, field === undefined ? {} : { field });

/** 404: there is no such thing in this tenant (or it is another tenant's, which must look the same). */
export const notFound = (what: string) => new AppError(404, "not_found", `There is no such ${what}.`);

/** 409. */
export const conflict = (description: string) => new AppError(409, "conflict", description);
