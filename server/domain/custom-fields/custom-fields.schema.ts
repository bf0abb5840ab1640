import * as z from "zod";
import { EmailAddress, Id, Name } from "@/server/kernel/fields";
import { webAddressProblem } from "@/server/kernel/web-address";

export const fieldTypes = ["text", "number", "boolean", "date", "url", "email", "select"] as const;
const FieldType = z.enum(fieldTypes, `must be one of ${fieldTypes.join(", ")}`);

const visibilities = ["user_private", "user_public", "admin_only"] as const;

/** Entities to which a tenant can add fields. */
const Entity = z.enum(["user"], "must be user");

export const FieldName = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_]{0,63}$/,
    "must be a letter followed by letters, digits or _, at most 64 characters",
  );

const Options = z
  .array(Name)
  .min(1, "must hold at least one option")
  .max(200, "must hold at most 200 options")
  .refine((options) => new Set(options).size === options.length, "must hold each option once");

export const CustomFieldInput = z
  .strictObject({
    fieldName: FieldName,
    displayLabel: Name,
    fieldType: FieldType.default("text"),
    entity: Entity.default("user"),
    isMandatory: z.boolean().default(false),
    isPii: z.boolean().default(false),
    visibility: z.enum(visibilities, `must be one of ${visibilities.join(", ")}`).default("user_private"),
    description: z.string().trim().max(1_000, "must have at most 1000 characters").nullish(),
    options: Options.nullish().describe("The choices of a select field."),
  })
  .superRefine(({ fieldType, options }, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", path: ["options"], message });
    if (fieldType === "select" && !options) refuse("must be given for fieldType select");
    if (fieldType !== "select" && options) refuse("go with fieldType select only");
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
  text: { schema: z.string().max(10_000), words: "must be a text of at most 10000 characters" },
  number: { schema: z.number(), words: "must be a number" },
  boolean: { schema: z.boolean(), words: "must be true or false" },
  date: { schema: z.iso.date(), words: "must be a date like 2026-03-14" },
  url: {
    schema: z
      .string()
      .max(10_000)
      .refine((text) => webAddressProblem(text) === null),
    words: "must be an http or https URL",
  },
  email: { schema: EmailAddress, words: "must be an e-mail address" },
  select: { schema: z.string(), words: "must be one of the options" },
};

/**
 * Returns the reason why a value is invalid for the field, in words that follow its name; null if it is valid. A null
 * value removes the value.
 */
export function valueProblem(
  field: Pick<CustomField, "fieldType" | "isMandatory" | "options">,
  value: FieldValue | null,
): string | null {
  if (value === null || value === "") return field.isMandatory ? "must be given" : null;
  const { schema, words } = checks[field.fieldType];
  if (!schema.safeParse(value).success || (typeof value === "string" && value.includes("\0"))) return words;
  if (field.fieldType === "select" && !field.options?.includes(String(value)))
    return `must be one of ${field.options?.join(", ")}`;
  return null;
}
