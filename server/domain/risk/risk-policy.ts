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
  console: "risk.policy",
  summary: "Get the policy for risky sign-ins",
});

export const updateRiskPolicy = settingCommand(
  "ManageRiskSignals",
  riskPolicy,
  z.strictObject(riskPolicy.schema.shape).partial(),
  {
    name: "updateRiskPolicy",
    console: "risk.updatePolicy",
    summary: "Change the policy for risky sign-ins",
    description: "Changes only the fields that are sent. Applies to sign-ins from now on.",
    event: "risk_policy_updated",
  },
);
