import * as z from "zod";
import { settingCommand, settingQuery } from "../settings/operations";
import { setting } from "../settings/tenant-settings";
import { RiskPolicy } from "./risk-policy.schema";

export const riskPolicy = setting("risk-policy", RiskPolicy, {
  stepUpFrom: "high",
  lockAfterCritical: null,
  lockMinutes: 60,
});

export const getRiskPolicy = settingQuery("ReadRiskSignals", riskPolicy, {
  name: "getRiskPolicy",
  summary: "Get what follows from risky sign-ins",
});

export const updateRiskPolicy = settingCommand(
  "ManageRiskSignals",
  riskPolicy,
  z.strictObject(riskPolicy.schema.shape).partial(),
  {
    name: "updateRiskPolicy",
    summary: "Change what follows from risky sign-ins",
    description: "Only the fields that are sent change. It applies to sign-ins from now on.",
    event: "risk_policy_updated",
  },
);
