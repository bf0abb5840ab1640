import { getAppDetail } from "@/server/domain/apps/console";
import { createApp, getApp, listApps, rotateAppSecret, updateApp } from "@/server/domain/apps/apps";
import { deleteApp } from "@/server/domain/apps/removal";
import { DELETE, GET, group, PATCH, POST } from "../endpoint";

export const appEndpoints = group("Apps", "/api/v1", [
  GET("/apps", listApps),
  POST("/apps", createApp, { status: 201 }),
  GET("/apps/{appId}", getApp, { inConsole: getAppDetail }),
  PATCH("/apps/{appId}", updateApp),
  DELETE("/apps/{appId}", deleteApp),
  POST("/apps/{appId}/secret/rotate", rotateAppSecret),
]);
