import {
  addAdministrator,
  listAdministrators,
  removeAdministrator,
} from "@/server/domain/administrators/administrators";
import { DELETE, GET, group, POST } from "../endpoint";

export const administratorEndpoints = group("Tenant administrators", "/api/v1", [
  GET("/admins", listAdministrators),
  POST("/admins", addAdministrator, { status: 201 }),
  DELETE("/admins/{userId}", removeAdministrator),
]);
