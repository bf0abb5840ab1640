import { listRoleMembersPage } from "@/server/domain/roles/console";
import { createAppRole, deleteAppRole, listAppRoles, updateAppRole } from "@/server/domain/roles/app-roles";
import { grantRole, revokeRole } from "@/server/domain/roles/grants";
import {
  createRole,
  deleteRole,
  getRole,
  listRoleMembers,
  listRoles,
  updateRole,
} from "@/server/domain/roles/roles";
import { DELETE, GET, group, PATCH, POST } from "../endpoint";

export const roleEndpoints = group("Roles", "/api/v1", [
  GET("/roles", listRoles),
  GET("/roles/{roleId}", getRole),
  POST("/roles", createRole, { status: 201 }),
  PATCH("/roles/{roleId}", updateRole),
  DELETE("/roles/{roleId}", deleteRole),
  GET("/roles/{roleId}/members", listRoleMembers, { inConsole: listRoleMembersPage }),
  POST("/users/{userId}/roles", grantRole, { status: 201 }),
  DELETE("/users/{userId}/roles/{roleId}", revokeRole),
  GET("/apps/{appId}/roles", listAppRoles),
  POST("/apps/{appId}/roles", createAppRole, { status: 201 }),
  PATCH("/apps/{appId}/roles/{roleId}", updateAppRole),
  DELETE("/apps/{appId}/roles/{roleId}", deleteAppRole),
]);
