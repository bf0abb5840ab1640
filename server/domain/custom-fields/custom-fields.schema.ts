import * as z from "zod";
import { EmailAddress, Id, Name } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { webAddressProblem } from "@/server/kernel/http/web-address";

export const fieldTypes = ["text", "number", "boolean", "date", "url", "email", "select"] as const;
const FieldType = z.enum(fieldTypes);

const visibilities = ["user_private", "user_public", "admin_only"] as const;

/** Kinds of records to which an organization can add custom fields. */
const Entity = z.enum(["user"], must("not_the_one_choice", { value: "user" }));

export const FieldName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, must("not_field_name"));

const Options = z
  .array(Name)
  .min(1, must("no_options"))
  .max(200, must("too_many_options", { max: 200 }))
  .refine((options) => new Set(options).size === options.length, must("repeated_option"));

export const CustomFieldInput = z
  .strictObject({
    fieldName: FieldName,
    displayLabel: Name,
    fieldType: FieldType.default("text"),
    entity: Entity.default("user"),
    isMandatory: z.boolean().default(false),
    isPii: z.boolean().default(false),
    visibility: z.enum(visibilities).default("user_private"),
    description: z.string().trim().max(1_000).nullish(),
    options: Options.nullish().describe("The choices of a select field."),
  })
  .superRefine(({ fieldType, options }, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", path: ["options"], message });
    if (fieldType === "select" && !options) refuse(must("options_required"));
    if (fieldType !== "select" && options) refuse(must("options_of_other_type"));
  });

export const CustomField = z.object({
  fieldId: Id,
  fieldName: z.string(),
  displayLabel: z.string(),
  fieldType: FieldType,
  entity: z.string(),
  isMandatory: z.boolean(),
  isPii: z.boolean(),
  visibility: z.enum(visibilities),
  description: z.string().nullable(),
  options: z.array(z.string()).nullable(),
});
export type CustomField = z.output<typeof CustomField>;

export const FieldValue = z.union([z.string().max(10_000), z.number(), z.boolean()]);
export type FieldValue = z.output<typeof FieldValue>;

const checks: Record<(typeof fieldTypes)[number], { schema: z.ZodType<FieldValue>; words: string }> = {
  text: { schema: z.string().max(10_000), words: must("too_long_or_not_a_text", { max: 10_000 }) },
  number: { schema: z.number(), words: must("not_a_number") },
  boolean: { schema: z.boolean(), words: must("not_a_boolean") },
  date: { schema: z.iso.date(), words: must("not_date") },
  url: {
    schema: z
      .string()
      .max(10_000)
      .refine((text) => webAddressProblem(text) === null),
    words: must("not_http_url"),
  },
  email: { schema: EmailAddress, words: must("not_email") },
  select: { schema: z.string(), words: must("not_an_option") },
};

/**
 * Returns the reason why a value is invalid for the field, as a schema's message. Returns null if the value is valid. The value
 * null removes the stored value.
 */
export function valueProblem(
  field: Pick<CustomField, "fieldType" | "isMandatory" | "options">,
  value: FieldValue | null,
): string | null {
  if (value === null || value === "") return field.isMandatory ? must("required") : null;
  const { schema, words } = checks[field.fieldType];
  if (!schema.safeParse(value).success || (typeof value === "string" && value.includes("\0"))) return words;
  if (field.fieldType === "select" && !field.options?.includes(String(value)))
    return must("one_of", { values: (field.options ?? []).join(", ") });
  return null;
}
