import * as z from "zod";
import {
  valueProblem,
  type CustomField,
  type FieldValue,
} from "@/server/domain/custom-fields/custom-fields.schema";

export type FieldWithValue = CustomField & { value: FieldValue | null };

/** Converts the text in a field to a value for the server. Returns null for an empty text. Null removes the stored value. */
function valueOf({ fieldType }: CustomField, text: string): FieldValue | null {
  const typed = text.trim();
  if (typed === "") return null;
  // An invalid number stays a text. The validation then refuses the text.
  if (fieldType === "number") return Number.isFinite(Number(typed)) ? Number(typed) : typed;
  if (fieldType === "boolean") return typed === "true";
  return fieldType === "text" ? text : typed;
}

/** Returns the form schema for these custom fields. The schema applies the same rules as the server. */
export const formOf = (fields: CustomField[]) =>
  z.strictObject(
    Object.fromEntries(
      fields.map((field) => [
        field.fieldName,
        z
          .string()
          .optional()
          .transform((text = "") => valueOf(field, text))
          .superRefine((value, context) => {
            const problem = valueProblem(field, value);
            if (problem !== null) context.addIssue({ code: "custom", message: problem });
          }),
      ]),
    ),
  );
