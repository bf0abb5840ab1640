import { createApp, getApp, listApps, rotateAppSecret, updateApp } from "@/server/domain/apps/apps";
import { deleteApp } from "@/server/domain/apps/removal";
import { DELETE, GET, group, PATCH, POST } from "../endpoint";

export const appEndpoints = group("Apps", "/api/v1", {
  listApps: GET("/apps", listApps),
  createApp: POST("/apps", createApp, { status: 201 }),
  getApp: GET("/apps/{appId}", getApp),
  updateApp: PATCH("/apps/{appId}", updateApp),
  deleteApp: DELETE("/apps/{appId}", deleteApp),
  rotateAppSecret: POST("/apps/{appId}/secret/rotate", rotateAppSecret),
});
