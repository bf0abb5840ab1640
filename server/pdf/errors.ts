import type { AppError } from "../kernel/errors";

/** A template that cannot be rendered. Its author sees the refusal. */
export class TemplateError extends Error {
  constructor(readonly refusal: AppError) {
    super(refusal.message);
  }
}
