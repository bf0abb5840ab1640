import {
  createServiceAccount,
  listServiceAccounts,
  removeServiceAccount,
  suspendServiceAccount,
} from "@/server/domain/service-accounts/service-accounts";
import { DELETE, GET, group, POST } from "../endpoint";

export const serviceAccountEndpoints = group("Service accounts", "/api/v1", [
  GET("/service-accounts", listServiceAccounts),
  POST("/service-accounts", createServiceAccount, { status: 201 }),
  POST("/service-accounts/{userId}/suspend", suspendServiceAccount),
  DELETE("/service-accounts/{userId}", removeServiceAccount),
]);
