import type { AppError } from "../kernel/errors";

/** A template that cannot be rendered. The text of the refusal is shown to its author. */
export class TemplateError extends Error {
  constructor(readonly refusal: AppError) {
    super(refusal.message);
  }
}
