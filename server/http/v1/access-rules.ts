import {
  createAccessRule,
  deleteAccessRule,
  getGeoRestriction,
  listAccessRules,
  setGeoRestriction,
} from "@/server/domain/access-rules/access-rules";
import { DELETE, GET, group, POST, PUT } from "../endpoint";

export const accessRuleEndpoints = group("Access rules", "/api/v1", {
  getGeoRestriction: GET("/geo-restriction", getGeoRestriction),
  setGeoRestriction: PUT("/geo-restriction", setGeoRestriction),
  listAccessRules: GET("/geo-rules", listAccessRules),
  createAccessRule: POST("/geo-rules", createAccessRule, { status: 201 }),
  deleteAccessRule: DELETE("/geo-rules/{ruleId}", deleteAccessRule, { status: 204 }),
});
