import type { FieldValue } from "@/server/domain/custom-fields/custom-fields.schema";

/** How a value stands in its field. */
export const textOf = (value: FieldValue | null) => (value === null ? "" : String(value));
