import { approveMfaReset, denyMfaReset, listMfaResets } from "@/server/domain/mfa-resets/mfa-resets";
import { GET, group, POST } from "../endpoint";

export const mfaResetEndpoints = group("MFA resets", "/api/v1", {
  listMfaResets: GET("/mfa-resets", listMfaResets),
  approveMfaReset: POST("/mfa-resets/{requestId}/approve", approveMfaReset),
  denyMfaReset: POST("/mfa-resets/{requestId}/deny", denyMfaReset),
});
