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

export const roleEndpoints = group("Roles", "/api/v1", {
  listRoles: GET("/roles", listRoles),
  getRole: GET("/roles/{roleId}", getRole),
  createRole: POST("/roles", createRole, { status: 201 }),
  updateRole: PATCH("/roles/{roleId}", updateRole),
  deleteRole: DELETE("/roles/{roleId}", deleteRole),
  listRoleMembers: GET("/roles/{roleId}/members", listRoleMembers),
  grantRole: POST("/users/{userId}/roles", grantRole, { status: 201 }),
  revokeRole: DELETE("/users/{userId}/roles/{roleId}", revokeRole),
  listAppRoles: GET("/apps/{appId}/roles", listAppRoles),
  createAppRole: POST("/apps/{appId}/roles", createAppRole, { status: 201 }),
  updateAppRole: PATCH("/apps/{appId}/roles/{roleId}", updateAppRole),
  deleteAppRole: DELETE("/apps/{appId}/roles/{roleId}", deleteAppRole),
});
