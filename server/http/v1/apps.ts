import { getAppDetail } from "@/server/domain/apps/console";
import { createApp, getApp, listApps, rotateAppSecret, updateApp } from "@/server/domain/apps/apps";
import { getAppAuthentication, setAppAuthentication } from "@/server/domain/apps/client-authentication";
import { getAppOrigins, setAppOrigins } from "@/server/domain/apps/origins";
import { deleteApp } from "@/server/domain/apps/removal";
import { addAppSecret, listAppSecrets, removeAppSecret } from "@/server/domain/apps/secrets";
import { DELETE, GET, group, PATCH, POST, PUT } from "../endpoint";

export const appEndpoints = group("Apps", "/api/v1", [
  GET("/apps", listApps),
  POST("/apps", createApp, { status: 201 }),
  GET("/apps/{appId}", getApp, { inConsole: getAppDetail }),
  PATCH("/apps/{appId}", updateApp),
  DELETE("/apps/{appId}", deleteApp),
  GET("/apps/{appId}/allowed-origins", getAppOrigins, { inConsole: getAppDetail }),
  PUT("/apps/{appId}/allowed-origins", setAppOrigins),
  POST("/apps/{appId}/secret/rotate", rotateAppSecret),
  GET("/apps/{appId}/authentication", getAppAuthentication),
  PUT("/apps/{appId}/authentication", setAppAuthentication),
  GET("/apps/{appId}/secrets", listAppSecrets),
  POST("/apps/{appId}/secrets", addAppSecret, { status: 201 }),
  DELETE("/apps/{appId}/secrets/{secretId}", removeAppSecret),
]);
