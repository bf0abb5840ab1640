import { useExtracted } from "next-intl";
import { USUAL_HOURS } from "@/server/domain/sign-in/score.schema";
import type { RiskTier } from "@/server/domain/risk/tiers.schema";

/** Returns the name of each risk tier. `within` is the form for use inside a sentence. */
export function useTierWords(): Record<RiskTier, { name: string; within: string }> {
  const t = useExtracted("security");
  return {
    low: { name: t("Low"), within: t("low") },
    medium: { name: t("Medium"), within: t("medium") },
    high: { name: t("High"), within: t("high") },
    critical: { name: t("Critical"), within: t("critical") },
  };
}

/** Returns the names of the risk signals. The keys are those of the stored score. */
export function useSignalWords(): Record<string, string> {
  const t = useExtracted("security");
  return {
    newDevice: t("New device"),
    newCountry: t("New country"),
    impossibleTravel: t("Impossible travel"),
    anonymizer: t("Anonymizer"),
    failedAttempts: t("Failed attempts"),
    commonPassword: t("Common password"),
    weakPassword: t("Weak password"),
    unusualHour: t("Unusual hour"),
    freshAccount: t("New account"),
  };
}

/** Returns a description of each risk signal. The keys are the names of the signals in the stored score. */
export function useSignalHints(): Record<string, string> {
  const t = useExtracted("security");
  return {
    newDevice: t("The browser was never used for this account, which was used before."),
    newCountry: t("None of the latest sign-ins came from this country."),
    impossibleTravel: t("Less than two hours ago the same account signed in from another country."),
    anonymizer: t("The address belongs to a VPN, a proxy or Tor."),
    failedAttempts: t("Each attempt that failed within the last hour."),
    commonPassword: t("The password is among the most common ones in lists of breached passwords."),
    weakPassword: t("The password does not meet the present policy."),
    unusualHour: t(
      "No earlier sign-in was within {hours} hours of this time of day (UTC). Counts from the sixth sign-in on.",
      { hours: String(USUAL_HOURS) },
    ),
    freshAccount: t("The account is less than a day old."),
  };
}

/** Returns the names of the alert types. */
export function useAlertWords(): Record<string, string> {
  const t = useExtracted("security");
  return {
    risky_sign_in: t("Risky sign-in"),
    account_locked_by_risk: t("Account locked because of risk"),
    impossible_travel: t("Impossible travel"),
    password_spraying: t("Password spraying"),
    credential_stuffing: t("Credential stuffing"),
    mfa_fatigue: t("MFA fatigue"),
    refresh_token_reuse: t("Refresh token reuse"),
    passkey_copied: t("Passkey copied"),
    mass_export: t("Mass export"),
    new_administrator: t("New administrator"),
    audience_lost: t("API audience lost"),
    webhook_failing: t("Webhook delivery failed permanently"),
    webhook_disabled: t("Webhook disabled"),
  };
}
