import { currentOf, inFormFields } from "@/components/form/conflicts";
import type { FieldValue } from "@/server/domain/custom-fields/custom-fields.schema";
import { textOf } from "./field-text";

const asTexts = inFormFields((current) =>
  Object.fromEntries(
    Object.entries(current).map(([name, value]) => [name, textOf(value as FieldValue | null)]),
  ),
);

/**
 * Rethrows the server's refusal to the form: what somebody else has changed meanwhile as the fields' texts, and of anything
 * else which field it is about, which the server calls `values.<name>` and the form knows by its name alone.
 */
export async function refused(error: unknown): Promise<never> {
  if (currentOf(error) !== null || !(error instanceof Error)) return asTexts(error);
  const field = (error as { data?: { field?: string | null } | null }).data?.field;
  throw Object.assign(new Error(error.message), { data: { field: field?.replace(/^values\./, "") ?? null } });
}
