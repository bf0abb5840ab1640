import {
  createAccessRule,
  deleteAccessRule,
  getGeoRestriction,
  getLocatingKnowledge,
  listNamedAccessRules,
  setGeoRestriction,
} from "@/server/domain/access-rules/access-rules";
import { previewAccessDraft } from "@/server/domain/access-rules/preview";
import { listRulesOfPerson } from "@/server/domain/access-rules/of-person";
import { ask, read, router, write } from "../init";

export const accessRulesRouter = router({
  restriction: read(getGeoRestriction),
  setRestriction: write(setGeoRestriction),
  known: read(getLocatingKnowledge),
  list: read(listNamedAccessRules),
  preview: ask(previewAccessDraft),
  ofPerson: read(listRulesOfPerson),
  create: write(createAccessRule),
  remove: write(deleteAccessRule),
});
