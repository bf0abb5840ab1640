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

/** A refusal for the caller. Its description is one plain sentence, which the caller receives unchanged. */
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
    readonly reason: RefusalReason,
    readonly details: ErrorDetails = {},
  ) {
    super(description);
    this.name = "AppError";
  }
}
