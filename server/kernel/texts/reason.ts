import type { AppError } from "../errors";
import type { CodedText } from "./define";
import { jobTexts } from "./jobs";

/**
 * Returns the reason of a refusal for storage: its code and parameters, or its English text if it has no code. The text of a
 * field's refusal follows the name of the field.
 */
export function reasonOf({ reason, message, details }: AppError): CodedText | string {
  if (reason === null) return message;
  if (!reason.code.startsWith("field.") || details.field === undefined) return reason;
  return jobTexts.invalid_field({ field: details.field, problem: reason });
}
