import { getAppAccessLists } from "@/server/domain/apps/access-lists";
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

export const appAccessEndpoints = group("App access", "/api/v1", [
  GET("/apps/{appId}/access", getAppAccess, { inConsole: getAppAccessLists }),
  PUT("/apps/{appId}/access", setAppRestricted),
  POST("/apps/{appId}/access/users/{userId}", grantAppToUser),
  DELETE("/apps/{appId}/access/users/{userId}", revokeAppFromUser),
  POST("/apps/{appId}/access/tags/{tagId}", grantAppToTag),
  DELETE("/apps/{appId}/access/tags/{tagId}", revokeAppFromTag),
  POST("/apps/{appId}/access/exclusions/{userId}", excludeFromApp),
  DELETE("/apps/{appId}/access/exclusions/{userId}", releaseExclusion),
]);
