import { boolean, integer, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  codeText,
  folded,
  instant,
  integer64,
  references,
  storedText,
  tenantLink,
  tenantTable,
} from "../kit";

/** A template for documents. Its versions contain the text. */
export const documentTemplates = tenantTable(
  "document_templates",
  {
    name: text("name").notNull(),
    nameKey: folded("name_key", "name"),
    /** Number of its newest version, which is rendered by default. */
    version: integer("version").notNull().default(1),
    /** True: triple braces insert HTML of the data unchanged. False: they escape it. */
    trusted: boolean("trusted").notNull().default(false),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("document_templates_name").on(t.tenantId, t.nameKey)],
);

/** A version of a template. A version never changes. */
export const documentVersions = tenantLink(
  "document_versions",
  {
    templateId: integer64("template_id").notNull(),
    version: integer("version").notNull(),
    html: text("html").notNull(),
    /** Sample data as typed, only for the editor. */
    sampleData: text("sample_data").notNull(),
    /** Null: the template's own style applies. */
    pageSize: text("page_size", { enum: ["A4", "Letter"] }),
    orientation: text("orientation", { enum: ["portrait", "landscape"] }),
    /** Note of the person who saved it, or the server's for a restored version. */
    note: storedText("note"),
    savedBy: text("saved_by").notNull(),
    savedAt: instant("saved_at").notNull().defaultNow(),
  },
  ["templateId", "version"],
  (t) => [references(t, t.templateId, () => documentTemplates)],
);

/** A picture for the organization's templates, with the address `asset:<name>`. */
export const documentAssets = tenantTable(
  "document_assets",
  {
    name: codeText("name").notNull(),
    mediaType: text("media_type", {
      enum: ["image/png", "image/jpeg", "image/webp", "image/svg+xml"],
    }).notNull(),
    /** Size in bytes. */
    size: integer("size").notNull(),
    /** The bytes in base64. */
    content: text("content").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("document_assets_name").on(t.tenantId, t.name)],
);
