import * as z from "zod";
import { Id, Name, Timestamp } from "@/server/kernel/fields";
import { must } from "@/server/kernel/must";
import { orientations, pageSizes, sampleDataIn } from "./kinds.schema";

const BYTES = new TextEncoder();

/** A text of at most so many bytes of UTF-8. */
const textUpTo = (most: number, said: string) =>
  z.string().refine((text) => text.length <= most && BYTES.encode(text).length <= most, said);

/** As much as POST /api/render/pdf takes, of template and data alike. */
export const MOST_TEMPLATE = 2 * 1024 * 1024;
export const MOST_ASSET = 2 * 1024 * 1024;
/** All assets of an organization together, in bytes. */
export const MOST_ASSETS = 20 * 1024 * 1024;
export const MOST_TEMPLATES = 200;
/** How many versions of a template are kept; the oldest give way. */
export const MOST_VERSIONS = 100;

/** What a version of a template says. */
export const DocumentContent = z.strictObject({
  html: textUpTo(MOST_TEMPLATE, must("too_large", { megabytes: 2 })),
  sampleData: textUpTo(MOST_TEMPLATE, must("too_large", { megabytes: 2 })).refine(
    (text) => sampleDataIn(text) !== null,
    must("not_json_object"),
  ),
  /** Null: as the template's own style says, else A4. */
  pageSize: z.enum(pageSizes).nullable(),
  orientation: z.enum(orientations).nullable(),
});
export type DocumentContent = z.output<typeof DocumentContent>;

/** Why a version was saved, for whoever reads the list of versions. */
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

/** A version without what it says. */
export const DocumentVersion = z.object({
  version: z.int(),
  note: z.string().nullable(),
  savedBy: z.string(),
  savedAt: Timestamp,
});
export type DocumentVersion = z.output<typeof DocumentVersion>;

/** A template as one of its versions says it. */
export const StoredDocument = DocumentTemplate.extend({ shown: DocumentVersion, content: DocumentContent });
export type StoredDocument = z.output<typeof StoredDocument>;

export const assetTypes = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"] as const;
export type AssetType = (typeof assetTypes)[number];

/** What stands behind `asset:` in a template: what needs no escaping in HTML, CSS or an address. */
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
  /** In how many templates, as they are now, its address occurs. */
  usedIn: z.int(),
});
export type DocumentAsset = z.output<typeof DocumentAsset>;
