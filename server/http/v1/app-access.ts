import {
  excludeFromApp,
  getAppAccess,
  grantAppToTag,
  grantAppToUser,
  releaseExclusion,
  revokeAppFromTag,
  revokeAppFromUser,
  setAppRestricted,
} from "@/server/domain/apps/app-access";
import { DELETE, GET, group, POST, PUT } from "../endpoint";

export const appAccessEndpoints = group("App access", "/api/v1", {
  getAppAccess: GET("/apps/{appId}/access", getAppAccess),
  setAppRestricted: PUT("/apps/{appId}/access", setAppRestricted),
  grantAppToUser: POST("/apps/{appId}/access/users/{userId}", grantAppToUser),
  revokeAppFromUser: DELETE("/apps/{appId}/access/users/{userId}", revokeAppFromUser),
  grantAppToTag: POST("/apps/{appId}/access/tags/{tagId}", grantAppToTag),
  revokeAppFromTag: DELETE("/apps/{appId}/access/tags/{tagId}", revokeAppFromTag),
  excludeFromApp: POST("/apps/{appId}/access/exclusions/{userId}", excludeFromApp),
  releaseExclusion: DELETE("/apps/{appId}/access/exclusions/{userId}", releaseExclusion),
});
