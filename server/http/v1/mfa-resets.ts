import {
  approveMfaReset,
  denyMfaReset,
  listMfaResets,
  listExplainedMfaResets,
} from "@/server/domain/mfa-resets/mfa-resets";
import { GET, group, POST } from "../endpoint";

export const mfaResetEndpoints = group("MFA resets", "/api/v1", [
  GET("/mfa-resets", listMfaResets, { inConsole: listExplainedMfaResets }),
  POST("/mfa-resets/{requestId}/approve", approveMfaReset),
  POST("/mfa-resets/{requestId}/deny", denyMfaReset),
]);
