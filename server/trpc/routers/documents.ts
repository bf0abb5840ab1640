import { deleteAsset, getAssetContent, listAssets, uploadAsset } from "@/server/domain/documents/assets";
import { MOST_TEMPLATE } from "@/server/domain/documents/documents.schema";
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  updateTemplate,
} from "@/server/domain/documents/templates";
import { listVersions, restoreVersion, saveVersion } from "@/server/domain/documents/versions";
import { read, router, write } from "../init";

/** A template and its sample data, or a picture in base64. In JSON, each quotation mark and line break has two bytes. */
const MOST_BYTES = 2 * (2 * MOST_TEMPLATE) + 64 * 1024;

export const documentsRouter = router({
  list: read(listTemplates),
  get: read(getTemplate),
  create: write(createTemplate, { mostBytes: MOST_BYTES }),
  update: write(updateTemplate),
  remove: write(deleteTemplate),
  versions: read(listVersions),
  save: write(saveVersion, { mostBytes: MOST_BYTES }),
  restore: write(restoreVersion),
  assets: read(listAssets),
  assetContent: read(getAssetContent),
  uploadAsset: write(uploadAsset, { mostBytes: MOST_BYTES }),
  deleteAsset: write(deleteAsset),
});
