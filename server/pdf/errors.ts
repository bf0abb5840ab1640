import type { AppError } from "../kernel/errors";
import { defineRefusals } from "../kernel/texts/define";

/** Most are thrown in the process of a document. The pool imports this module, so that the server knows their codes. */
export const pdfRefusals = defineRefusals("pdf", {
  busy: { status: 503, text: "Too many documents are waiting; come back soon." },
  /** The processes that render do not start. */
  unavailable: { status: 503, text: "Rendering is not available at the moment." },
  timed_out: { status: 422, text: "The template takes more than {seconds} seconds to render." },
  out_of_memory: { status: 422, text: "The template needs too much memory to render." },
  /** The renderer failed without a reason for the author of the template. */
  failed: { status: 422, text: "The template cannot be rendered." },
  template_unreadable: { status: 422, text: "The template cannot be read: {problem}." },
  template_nested_too_deeply: { status: 422, text: "The template is nested too deeply." },
  too_many_steps: { status: 422, text: "The template repeats too much." },
  filled_template_too_large: { status: 422, text: "The filled template is too large." },
  partials_unsupported: {
    status: 422,
    text: "Partials and decorators cannot be used in a template.",
  },
  nested_helper: { status: 422, text: "A helper inside a helper cannot be used in a template." },
  unknown_helper: { status: 422, text: "There is no helper {name}." },
  unknown_block_helper: { status: 422, text: "There is no block helper {name}." },
  list_not_printable: { status: 422, text: "{name} is a list, which cannot be printed." },
  object_not_printable: { status: 422, text: "{name} is an object, which cannot be printed." },
  invalid_locale: { status: 422, text: "{value} is no locale." },
  invalid_number: { status: 422, text: "{value} is no number." },
  invalid_currency: { status: 422, text: "{value} is no currency code." },
  invalid_date: { status: 422, text: "{value} is no date." },
  invalid_date_style: { status: 422, text: "{value} is no date style: full, long, medium or short." },
  invalid_time_zone: { status: 422, text: "{value} is no time zone." },
  document_nested_too_deeply: { status: 422, text: "The document is nested too deeply." },
  too_many_elements: { status: 422, text: "The document has too many elements." },
  too_many_pages: { status: 422, text: "The document has more than {max} pages." },
  too_many_cells: { status: 422, text: "A grid has too many cells." },
  word_too_long: { status: 422, text: "A word has more than {max} letters." },
});

/** Error of a template that cannot be rendered. The author of the template sees the text of the refusal. */
export class TemplateError extends Error {
  constructor(readonly refusal: AppError) {
    super(refusal.message);
  }
}
