import * as z from "zod";
import { Id, Name, Timestamp } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { orientations, pageSizes, sampleDataIn } from "./kinds.schema";

const BYTES = new TextEncoder();

/** A text with a limit in bytes of UTF-8. */
const textUpTo = (most: number, message: string) =>
  z.string().refine((text) => text.length <= most && BYTES.encode(text).length <= most, message);

/** Limit of POST /api/render/pdf, for template and data each. */
export const MOST_TEMPLATE = 2 * 1024 * 1024;
export const MOST_ASSET = 2 * 1024 * 1024;
/** Limit for all assets of an organization, in bytes. */
export const MOST_ASSETS = 20 * 1024 * 1024;
export const MOST_TEMPLATES = 200;
/** Number of stored versions of a template; the oldest are deleted. */
export const MOST_VERSIONS = 100;

/** The content of a version of a template. */
export const DocumentContent = z.strictObject({
  html: textUpTo(MOST_TEMPLATE, must("too_large", { megabytes: 2 })),
  sampleData: textUpTo(MOST_TEMPLATE, must("too_large", { megabytes: 2 })).refine(
    (text) => sampleDataIn(text) !== null,
    must("not_json_object"),
  ),
  /** Null: the template's own style sets the size, or it is A4. */
  pageSize: z.enum(pageSizes).nullable(),
  orientation: z.enum(orientations).nullable(),
});
export type DocumentContent = z.output<typeof DocumentContent>;

/** Reason for a version, shown in the list of versions. */
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

/** A version without its content. */
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

/** The text after `asset:` in a template; needs no escaping in HTML, CSS or a URL. */
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
  /** Number of templates whose newest version contains the asset's address. */
  usedIn: z.int(),
});
export type DocumentAsset = z.output<typeof DocumentAsset>;
