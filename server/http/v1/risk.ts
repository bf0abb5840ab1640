import { acknowledgeAlert, listSecurityAlerts, listAlertsPage } from "@/server/domain/risk/alerts";
import { listTrustedDevices, stopTrustingDevice } from "@/server/domain/risk/device-trust";
import { getCredentialHealth } from "@/server/domain/risk/health";
import { getRiskEvents, getUserRisk } from "@/server/domain/risk/risk";
import { getSessionIntelligence } from "@/server/domain/risk/session-intelligence";
import { DELETE, GET, group, POST } from "../endpoint";

export const riskEndpoints = group("Risk signals", "/api/v1", [
  GET("/users/{userId}/risk", getUserRisk),
  GET("/risk-events", getRiskEvents),
  GET("/credential-health", getCredentialHealth),
  GET("/session-intelligence", getSessionIntelligence),
  GET("/security-alerts", listSecurityAlerts, { inConsole: listAlertsPage }),
  POST("/security-alerts/{alertId}/acknowledge", acknowledgeAlert),
  GET("/device-trust", listTrustedDevices),
  DELETE("/device-trust/{sessionId}", stopTrustingDevice),
]);
