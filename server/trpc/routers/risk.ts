import { acknowledgeAlert, listAlertsPage } from "@/server/domain/risk/alerts";
import { listTrustedDevices, stopTrustingDevice } from "@/server/domain/risk/device-trust";
import { getCredentialHealth } from "@/server/domain/risk/health";
import { getRiskPolicy, updateRiskPolicy } from "@/server/domain/risk/risk-policy";
import { getRiskEvents, getUserRisk } from "@/server/domain/risk/risk";
import { getSessionIntelligence } from "@/server/domain/risk/session-intelligence";
import { listRecentSignIns, listUserSignIns } from "@/server/domain/risk/sign-ins";
import { read, router, write } from "../init";

export const riskRouter = router({
  ofUser: read(getUserRisk),
  signIns: read(listUserSignIns),
  recent: read(listRecentSignIns),
  events: read(getRiskEvents),
  credentialHealth: read(getCredentialHealth),
  sessions: read(getSessionIntelligence),
  alerts: read(listAlertsPage),
  acknowledge: write(acknowledgeAlert),
  trustedDevices: read(listTrustedDevices),
  policy: read(getRiskPolicy),
  updatePolicy: write(updateRiskPolicy),
  stopTrusting: write(stopTrustingDevice),
});
