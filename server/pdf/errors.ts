import type { AppError } from "../kernel/errors";

/** Error of a template that cannot be rendered. The author of the template sees the text of the refusal. */
export class TemplateError extends Error {
  constructor(readonly refusal: AppError) {
    super(refusal.message);
  }
}
