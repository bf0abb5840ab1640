import type { AppError } from "../errors";

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
