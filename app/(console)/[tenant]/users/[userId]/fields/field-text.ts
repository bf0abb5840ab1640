import type { FieldValue } from "@/server/domain/custom-fields/custom-fields.schema";

/** Returns the text that a form field shows for a value. */
export const textOf = (value: FieldValue | null) => (value === null ? "" : String(value));
