import {
  addAdministrator,
  listAdministrators,
  removeAdministrator,
} from "@/server/domain/administrators/administrators";
import { DELETE, GET, group, POST } from "../endpoint";

export const administratorEndpoints = group("Tenant administrators", "/api/v1", {
  listAdministrators: GET("/admins", listAdministrators),
  addAdministrator: POST("/admins", addAdministrator, { status: 201 }),
  removeAdministrator: DELETE("/admins/{userId}", removeAdministrator),
});
