import { deleteAsset, getAssetContent, listAssets, uploadAsset } from "@/server/domain/documents/assets";
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  updateTemplate,
} from "@/server/domain/documents/templates";
import { listVersions, restoreVersion, saveVersion } from "@/server/domain/documents/versions";
import { read, router, write } from "../init";

export const documentsRouter = router({
  list: read(listTemplates),
  get: read(getTemplate),
  create: write(createTemplate),
  update: write(updateTemplate),
  remove: write(deleteTemplate),
  versions: read(listVersions),
  save: write(saveVersion),
  restore: write(restoreVersion),
  assets: read(listAssets),
  assetContent: read(getAssetContent),
  uploadAsset: write(uploadAsset),
  deleteAsset: write(deleteAsset),
});
