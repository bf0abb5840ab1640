import * as z from "zod";
import {
  valueProblem,
  type CustomField,
  type FieldValue,
} from "@/server/domain/custom-fields/custom-fields.schema";

export type FieldWithValue = CustomField & { value: FieldValue | null };

/** Converts the text of a field to the value for the server. Null removes the value. */
function valueOf({ fieldType }: CustomField, text: string): FieldValue | null {
  const typed = text.trim();
  if (typed === "") return null;
  // Text that is not a number stays a text, so that the validation refuses it.
  if (fieldType === "number") return Number.isFinite(Number(typed)) ? Number(typed) : typed;
  if (fieldType === "boolean") return typed === "true";
  return fieldType === "text" ? text : typed;
}

/** Returns the schema of a form for these fields. Each field has the server's rule. */
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
