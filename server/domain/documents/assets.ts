import { and, asc, count, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { documentAssets, documentTemplates, documentVersions } from "@/db/tenant/documents";
import { Id, timestamp } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { refuseTaken } from "@/server/kernel/operation/store";
import { DocumentAsset, MOST_BODY, MOST_ASSET, MOST_ASSETS, NewAsset } from "./documents.schema";
import { mediaTypeOf } from "./media-type";
import { namesAsset } from "./templates";
import { defineRefusals } from "@/server/kernel/texts/define";

const documentRefusals = defineRefusals("document", {
  asset_not_found: { status: 404, text: "There is no such asset." },
  asset_not_picture: {
    status: 400,
    text: "content: must be a picture: PNG, JPEG, WebP or SVG.",
    field: "content",
  },
  asset_too_large: { status: 413, text: "A picture may have at most {max} bytes." },
  /** The pictures of the organization together would exceed the limit. */
  assets_too_large: {
    status: 413,
    text: "All pictures together may have at most {max} bytes: delete one first.",
  },
  /** A concurrent request uploaded the first picture of this name. */
  asset_name_in_use: {
    status: 400,
    text: "A picture of this name was uploaded just now.",
    field: "name",
  },
});

const assetTarget = ({ assetId }: { assetId: number }) => ({ ref: `document_asset:${assetId}` });

export const listAssets = query({
  name: "listAssets",
  console: "documents.assets",
  capability: "ManageTenantConfig",
  summary: "List the pictures for templates",
  input: z.strictObject({}),
  output: z.array(DocumentAsset),
  run: async ({ tx }) => {
    const { id, name, mediaType, size, createdAt } = documentAssets;
    const [rows, used] = await Promise.all([
      tx.select({
        fields: { id, name, mediaType, size, createdAt },
        from: documentAssets,
        orderBy: [asc(name)],
      }),
      tx.select({
        fields: { id, templates: count() },
        from: documentAssets,
        join: [
          { table: documentVersions, on: namesAsset(name) },
          {
            table: documentTemplates,
            on: and(
              eq(documentTemplates.id, documentVersions.templateId),
              eq(documentTemplates.version, documentVersions.version),
            )!,
          },
        ],
        groupBy: [id],
      }),
    ]);
    const templates = new Map(used.map((row) => [row.id, row.templates]));
    return rows.map(({ id: assetId, createdAt: at, ...row }) => ({
      assetId,
      ...row,
      createdAt: timestamp(at),
      usedIn: templates.get(assetId) ?? 0,
    }));
  },
});

/** Returns an asset's bytes, for the console. */
export const getAssetContent = query({
  name: "getAssetContent",
  console: "documents.assetContent",
  capability: "ManageTenantConfig",
  summary: "Get a picture for templates",
  input: z.strictObject({ assetId: Id }),
  output: z.object({ mediaType: z.string(), content: z.string() }),
  run: async ({ tx }, { assetId }) => {
    const row = await tx.documentAssets.get(assetId);
    if (!row) throw documentRefusals.asset_not_found();
    return { mediaType: row.mediaType, content: row.content };
  },
});

export const uploadAsset = command({
  name: "uploadAsset",
  console: { at: "documents.uploadAsset", mostBytes: MOST_BODY },
  capability: "ManageTenantConfig",
  summary: "Upload a picture for templates",
  description:
    "PNG, JPEG, WebP or SVG, detected by its bytes. A template shows it by the address asset:<name>. Replaces " +
    "a picture with the same name.",
  input: NewAsset,
  output: z.object({ assetId: Id, name: z.string(), replaced: z.boolean() }),
  event: "document_asset_uploaded",
  target: (_input, asset) => ({ ...assetTarget(asset), label: asset.name }),
  run: async ({ tx, now, changed }, { name, content }) => {
    const bytes = Buffer.from(content, "base64");
    if (bytes.length > MOST_ASSET) throw documentRefusals.asset_too_large({ max: MOST_ASSET });
    const mediaType = mediaTypeOf(bytes);
    if (mediaType === null) throw documentRefusals.asset_not_picture();
    await tx.documentAssets.lockAll();
    const known = await tx.documentAssets.find(eq(documentAssets.name, name));
    const [held] = await tx.select({
      fields: { bytes: sql<string>`coalesce(sum(${documentAssets.size}), 0)` },
      from: documentAssets,
    });
    if (Number(held?.bytes ?? 0) - (known?.size ?? 0) + bytes.length > MOST_ASSETS)
      throw documentRefusals.assets_too_large({ max: MOST_ASSETS });
    const values = { name, mediaType, size: bytes.length, content, createdAt: now };
    changed(
      { name: known?.name, mediaType: known?.mediaType, size: known?.size },
      { name, mediaType, size: bytes.length },
    );
    const row = known
      ? (await tx.documentAssets.update(known.id, values))!
      : await refuseTaken(tx.documentAssets.insert(values), {
          document_assets_name: documentRefusals.asset_name_in_use,
        });
    return { assetId: row.id, name, replaced: known !== undefined };
  },
});

export const deleteAsset = command({
  name: "deleteAsset",
  console: "documents.deleteAsset",
  capability: "ManageTenantConfig",
  summary: "Delete a picture",
  description: "Templates that use it are rendered without it and with a warning.",
  input: z.strictObject({ assetId: Id }),
  output: z.object({ assetId: Id, deleted: z.boolean() }),
  event: "document_asset_deleted",
  target: assetTarget,
  run: async ({ tx, changed, labelled }, { assetId }) => {
    const row = await tx.documentAssets.lock(assetId);
    if (!row) throw documentRefusals.asset_not_found();
    labelled(row.name);
    changed({ name: row.name }, { name: null });
    return { assetId, deleted: await tx.documentAssets.remove(assetId) };
  },
});
