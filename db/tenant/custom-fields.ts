import { boolean, index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, jsonScalar, references, tenantLink, tenantTable } from "../kit";
import { users } from "./users";

/** A field that the tenant adds to its users. */
export const customFields = tenantTable(
  "custom_fields",
  {
    entity: codeText("entity").notNull(),
    fieldName: codeText("field_name").notNull(),
    displayLabel: text("display_label").notNull(),
    fieldType: text("field_type", {
      enum: ["text", "number", "boolean", "date", "url", "email", "select"],
    }).notNull(),
    options: jsonb("options").$type<string[]>(),
    isMandatory: boolean("is_mandatory").notNull().default(false),
    isPii: boolean("is_pii").notNull().default(false),
    visibility: text("visibility", { enum: ["user_private", "user_public", "admin_only"] }).notNull(),
    description: text("description"),
    /** Position among the fields. Fields without one are last, in the order of their creation. */
    position: integer("position"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("custom_fields_name").on(t.tenantId, t.entity, t.fieldName)],
);

/** Value of one field of one user. */
export const customFieldValues = tenantLink(
  "custom_field_values",
  {
    userId: integer64("user_id").notNull(),
    fieldId: integer64("field_id").notNull(),
    value: jsonScalar("value").notNull(),
  },
  ["userId", "fieldId"],
  (t) => [
    references(t, t.userId, () => users),
    references(t, t.fieldId, () => customFields),
    index("custom_field_values_field").on(t.tenantId, t.fieldId),
  ],
);
