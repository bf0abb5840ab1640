import type { FieldValue } from "@/server/domain/custom-fields/custom-fields.schema";

/** Returns the text of a value in its field. */
export const textOf = (value: FieldValue | null) => (value === null ? "" : String(value));
