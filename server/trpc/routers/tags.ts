import {
  previewTagging,
  previewTaggingMany,
  previewTagPolicy,
} from "@/server/domain/access-rules/tag-preview";
import { listTagged, listUserTags, tagUser, untagUser } from "@/server/domain/tags/tagged";
import {
  createTag,
  deleteTag,
  listTags,
  listTagUse,
  setTagPolicy,
  unsetTagPolicy,
  updateTag,
} from "@/server/domain/tags/tags";
import { ask, read, router, write } from "../init";

export const tagsRouter = router({
  list: read(listTags),
  use: read(listTagUse),
  create: write(createTag),
  update: write(updateTag),
  setPolicy: write(setTagPolicy),
  unsetPolicy: write(unsetTagPolicy),
  previewPolicy: read(previewTagPolicy),
  previewTagging: read(previewTagging),
  previewTaggingMany: ask(previewTaggingMany),
  remove: write(deleteTag),
  people: read(listTagged),
  ofUser: read(listUserTags),
  tagUser: write(tagUser),
  untagUser: write(untagUser),
});
