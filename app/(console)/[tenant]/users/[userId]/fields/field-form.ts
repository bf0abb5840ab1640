import * as z from "zod";
import {
  valueProblem,
  type CustomField,
  type FieldValue,
} from "@/server/domain/custom-fields/custom-fields.schema";

export type FieldWithValue = CustomField & { value: FieldValue | null };

/** What was typed as the value that the server keeps; null takes a value away. */
function valueOf({ fieldType }: CustomField, text: string): FieldValue | null {
  const typed = text.trim();
  if (typed === "") return null;
  // What is no number stays as it was typed, for the check to say so.
  if (fieldType === "number") return Number.isFinite(Number(typed)) ? Number(typed) : typed;
  if (fieldType === "boolean") return typed === "true";
  return fieldType === "text" ? text : typed;
}

/** A form of these fields, each checked by the server's own rule. */
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
