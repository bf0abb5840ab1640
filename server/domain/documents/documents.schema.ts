import * as z from "zod";
import { Id, Name, Timestamp } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { orientations, pageSizes, sampleDataIn } from "./kinds.schema";
import { verbatim } from "@/server/kernel/strings/composed";

const BYTES = new TextEncoder();

/** Returns the schema of a document with a maximum length in bytes of UTF-8. */
const textUpTo = (most: number, message: string) =>
  verbatim(z.string().refine((text) => text.length <= most && BYTES.encode(text).length <= most, message));

/** Maximum size of the template and of the data in POST /api/render/pdf, in bytes each. */
export const MOST_TEMPLATE = 2 * 1024 * 1024;

/**
 * Maximum size in bytes of a request's body: a template and its sample data, or a picture in base64. In JSON, each quotation mark and
 * line break has two bytes.
 */
export const MOST_BODY = 2 * (2 * MOST_TEMPLATE) + 64 * 1024;
export const MOST_ASSET = 2 * 1024 * 1024;
/** Maximum size of all assets of an organization together, in bytes. */
export const MOST_ASSETS = 20 * 1024 * 1024;
export const MOST_TEMPLATES = 200;
/** Maximum number of stored versions of a template. The server deletes the oldest versions. */
export const MOST_VERSIONS = 100;

/** The content of one version of a template. */
export const DocumentContent = z.strictObject({
  html: textUpTo(MOST_TEMPLATE, must("too_large", { megabytes: 2 })),
  sampleData: textUpTo(MOST_TEMPLATE, must("too_large", { megabytes: 2 })).refine(
    (text) => sampleDataIn(text) !== null,
    must("not_json_object"),
  ),
  /** Page size; null if the template's own CSS sets the size. The default is A4. */
  pageSize: z.enum(pageSizes).nullable(),
  orientation: z.enum(orientations).nullable(),
});
export type DocumentContent = z.output<typeof DocumentContent>;

/** Reason for a version. The list of versions shows the reason. */
export const VersionNote = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{Cc}*$/u, must("control_characters"));

export const DocumentName = Name;

export const DocumentTemplate = z.object({
  templateId: Id,
  name: z.string(),
  version: z.int(),
  trusted: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type DocumentTemplate = z.output<typeof DocumentTemplate>;

/** Data of a version, without its content. */
export const DocumentVersion = z.object({
  version: z.int(),
  note: z.string().nullable(),
  savedBy: z.string(),
  savedAt: Timestamp,
});
export type DocumentVersion = z.output<typeof DocumentVersion>;

/** A template with the content of one of its versions. */
export const StoredDocument = DocumentTemplate.extend({ shown: DocumentVersion, content: DocumentContent });
export type StoredDocument = z.output<typeof StoredDocument>;

export const assetTypes = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"] as const;
export type AssetType = (typeof assetTypes)[number];

/** The text after `asset:` in a template. The permitted characters need no escaping in HTML, CSS or a URL. */
export const AssetName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, must("not_asset_name"));

export const NewAsset = z.strictObject({
  name: AssetName,
  content: z
    .base64(must("not_base64"))
    .max(Math.ceil(MOST_ASSET / 3) * 4, must("too_large", { megabytes: 2 })),
});

export const DocumentAsset = z.object({
  assetId: Id,
  name: z.string(),
  mediaType: z.enum(assetTypes),
  size: z.int(),
  createdAt: Timestamp,
  /** Number of templates whose newest version contains `asset:` and this asset's name. */
  usedIn: z.int(),
});
export type DocumentAsset = z.output<typeof DocumentAsset>;
