import { boolean, integer, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, folded, instant, integer64, references, tenantLink, tenantTable } from "../kit";

/** A template for documents; what it says stands in its versions. */
export const documentTemplates = tenantTable(
  "document_templates",
  {
    name: text("name").notNull(),
    nameKey: folded("name_key", "name"),
    /** The number of its newest version, which is the one that is rendered unless another is asked for. */
    version: integer("version").notNull().default(1),
    /** Whether triple braces put HTML out of the data into it; else they are escaped like the rest. */
    trusted: boolean("trusted").notNull().default(false),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("document_templates_name").on(t.tenantId, t.nameKey)],
);

/** What a template said from one saving to the next; a version is never changed. */
export const documentVersions = tenantLink(
  "document_versions",
  {
    templateId: integer64("template_id").notNull(),
    version: integer("version").notNull(),
    html: text("html").notNull(),
    /** An example of the data, as it was typed: for the editor alone. */
    sampleData: text("sample_data").notNull(),
    /** Null: as the template's own style says. */
    pageSize: text("page_size", { enum: ["A4", "Letter"] }),
    orientation: text("orientation", { enum: ["portrait", "landscape"] }),
    /** What whoever saved it said about it. */
    note: text("note"),
    savedBy: text("saved_by").notNull(),
    savedAt: instant("saved_at").notNull().defaultNow(),
  },
  ["templateId", "version"],
  (t) => [references(t, t.templateId, () => documentTemplates)],
);

/** A picture that the organization's templates may use, by the address `asset:<name>`. */
export const documentAssets = tenantTable(
  "document_assets",
  {
    name: codeText("name").notNull(),
    mediaType: text("media_type", {
      enum: ["image/png", "image/jpeg", "image/webp", "image/svg+xml"],
    }).notNull(),
    /** How many bytes it has. */
    size: integer("size").notNull(),
    /** The bytes in base64. */
    content: text("content").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("document_assets_name").on(t.tenantId, t.name)],
);
