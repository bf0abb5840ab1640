/** Codes of the error bodies of the REST interfaces: management.md §7, RFC 6585 and RFC 9110. */
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
  /** The invalid input field, in the spelling of the caller. */
  field?: string;
  /** Number of seconds before the client should try again. */
  retryAfter?: number;
  /** The scope that the token lacks (RFC 6750 §3). */
  scope?: string;
  /** Headers of the error response, by their lower-case names. */
  headers?: Record<string, string>;
  /** Current values of the fields that another user changed after the caller had loaded the fields. */
  current?: Record<string, unknown>;
}

/** Values for the `{name}` placeholders in a refusal's text. */
export type RefusalParams = Readonly<Record<string, string | number>>;

/** The published code of a refusal (`user.email_in_use`) and its parameters. */
export interface RefusalReason {
  code: string;
  params: RefusalParams;
}

/**
 * Marks the refusals of every copy of this module. Next bundles its own copy. `instanceof` alone recognizes only the class of
 * one copy.
 */
const REFUSAL = Symbol.for("castellan.AppError");

/** An error that the caller receives. Its description is one plain sentence. */
export class AppError extends Error {
  readonly [REFUSAL] = true;

  /**
   * `instanceof AppError` accepts refusals of every copy of this module. `instanceof` with a subclass accepts only instances of
   * this subclass.
   */
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

/**
 * Returns the body of an error answer (management.md §7). `refusal` is for programs (docs/refusals.md): the code, its
 * parameters and the input field at fault.
 */
export const refusalBody = (
  { error, message, reason, details: { field } }: AppError,
  description: string = message,
) => ({
  error,
  error_description: description,
  refusal: { code: reason.code, params: reason.params, ...(field !== undefined && { field }) },
});

/** A refusal as data, for a message between processes. */
export type RefusalData = Pick<AppError, "status" | "error" | "message" | "details" | "reason">;

export const refusalToData = ({ status, error, message, details, reason }: AppError): RefusalData => ({
  status,
  error,
  message,
  details,
  reason,
});

export const refusalFromData = ({ status, error, message, details, reason }: RefusalData): AppError =>
  new AppError(status, error, message, reason, details);
