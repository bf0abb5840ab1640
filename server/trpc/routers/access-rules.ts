import {
  createAccessRule,
  deleteAccessRule,
  getGeoRestriction,
  listAccessRules,
  setGeoRestriction,
} from "@/server/domain/access-rules/access-rules";
import { read, router, write } from "../init";

export const accessRulesRouter = router({
  restriction: read(getGeoRestriction),
  setRestriction: write(setGeoRestriction),
  list: read(listAccessRules),
  create: write(createAccessRule),
  remove: write(deleteAccessRule),
});
