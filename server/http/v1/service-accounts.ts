import {
  createServiceAccount,
  listServiceAccounts,
  removeServiceAccount,
  suspendServiceAccount,
} from "@/server/domain/service-accounts/service-accounts";
import { DELETE, GET, group, POST } from "../endpoint";

export const serviceAccountEndpoints = group("Service accounts", "/api/v1", {
  listServiceAccounts: GET("/service-accounts", listServiceAccounts),
  createServiceAccount: POST("/service-accounts", createServiceAccount, { status: 201 }),
  suspendServiceAccount: POST("/service-accounts/{userId}/suspend", suspendServiceAccount),
  removeServiceAccount: DELETE("/service-accounts/{userId}", removeServiceAccount),
});
