import { currentOf, inFormFields } from "@/components/form/conflicts";
import type { FieldValue } from "@/server/domain/custom-fields/custom-fields.schema";

const asTexts = inFormFields((current) =>
  Object.fromEntries(
    Object.entries(current).map(([name, value]) => [name, textOf(value as FieldValue | null)]),
  ),
);

/**
 * Rethrows an error of the server for the form. After a conflict, converts the current values to texts. For other errors,
 * changes the field path `values.<name>` to `<name>`.
 */
export async function refused(error: unknown): Promise<never> {
  if (currentOf(error) !== null || !(error instanceof Error)) return asTexts(error);
  const field = (error as { data?: { field?: string | null } | null }).data?.field;
  throw Object.assign(new Error(error.message), { data: { field: field?.replace(/^values\./, "") ?? null } });
}

/** Returns the text that a form field shows for a value. */
export const textOf = (value: FieldValue | null) => (value === null ? "" : String(value));
