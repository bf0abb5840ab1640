import {
  createAccessRule,
  deleteAccessRule,
  getGeoRestriction,
  listAccessRules,
  setGeoRestriction,
  listNamedAccessRules,
} from "@/server/domain/access-rules/access-rules";
import { DELETE, GET, group, POST, PUT } from "../endpoint";

export const accessRuleEndpoints = group("Access rules", "/api/v1", [
  GET("/geo-restriction", getGeoRestriction),
  PUT("/geo-restriction", setGeoRestriction),
  GET("/geo-rules", listAccessRules, { inConsole: listNamedAccessRules }),
  POST("/geo-rules", createAccessRule, { status: 201 }),
  DELETE("/geo-rules/{ruleId}", deleteAccessRule, { status: 204 }),
]);
