import { acknowledgeAlert, listSecurityAlerts } from "@/server/domain/risk/alerts";
import { listTrustedDevices, stopTrustingDevice } from "@/server/domain/risk/device-trust";
import { getCredentialHealth, getSessionIntelligence } from "@/server/domain/risk/health";
import { getRiskEvents, getUserRisk } from "@/server/domain/risk/risk";
import { DELETE, GET, group, POST } from "../endpoint";

export const riskEndpoints = group("Risk signals", "/api/v1", {
  getUserRisk: GET("/users/{userId}/risk", getUserRisk),
  getRiskEvents: GET("/risk-events", getRiskEvents),
  getCredentialHealth: GET("/credential-health", getCredentialHealth),
  getSessionIntelligence: GET("/session-intelligence", getSessionIntelligence),
  listSecurityAlerts: GET("/security-alerts", listSecurityAlerts),
  acknowledgeAlert: POST("/security-alerts/{alertId}/acknowledge", acknowledgeAlert),
  listTrustedDevices: GET("/device-trust", listTrustedDevices),
  stopTrustingDevice: DELETE("/device-trust/{sessionId}", stopTrustingDevice),
});
