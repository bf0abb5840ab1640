import {
  createAccessRule,
  deleteAccessRule,
  getGeoRestriction,
  listAccessRules,
  setGeoRestriction,
} from "@/server/domain/access-rules/access-rules";
import { listRulesOfPerson } from "@/server/domain/access-rules/of-person";
import { read, router, write } from "../init";

export const accessRulesRouter = router({
  restriction: read(getGeoRestriction),
  setRestriction: write(setGeoRestriction),
  ofPerson: read(listRulesOfPerson),
  list: read(listAccessRules),
  create: write(createAccessRule),
  remove: write(deleteAccessRule),
});
