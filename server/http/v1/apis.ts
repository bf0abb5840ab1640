import {
  createApi,
  deleteApi,
  getApi,
  listApis,
  rotateApiSecret,
  updateApi,
} from "@/server/domain/apis/apis";
import { listApiApps, removeApiApp, setApiApp } from "@/server/domain/apis/api-apps";
import { listApiRoles, setApiRole } from "@/server/domain/apis/api-roles";
import { createApiScope, deleteApiScope, listApiScopes, updateApiScope } from "@/server/domain/apis/scopes";
import { DELETE, GET, group, PATCH, POST, PUT } from "../endpoint";

export const apiEndpoints = group("APIs", "/api/v1", [
  GET("/apis", listApis),
  POST("/apis", createApi, { status: 201 }),
  GET("/apis/{apiId}", getApi),
  PATCH("/apis/{apiId}", updateApi),
  DELETE("/apis/{apiId}", deleteApi),
  POST("/apis/{apiId}/secret/rotate", rotateApiSecret),
  GET("/apis/{apiId}/scopes", listApiScopes),
  POST("/apis/{apiId}/scopes", createApiScope, { status: 201 }),
  PATCH("/apis/{apiId}/scopes/{scopeId}", updateApiScope),
  DELETE("/apis/{apiId}/scopes/{scopeId}", deleteApiScope),
  GET("/apis/{apiId}/apps", listApiApps),
  PUT("/apis/{apiId}/apps/{appId}", setApiApp),
  DELETE("/apis/{apiId}/apps/{appId}", removeApiApp),
  GET("/apis/{apiId}/roles", listApiRoles),
  PUT("/apis/{apiId}/roles/{roleId}", setApiRole),
]);
