import { useExtracted } from "next-intl";
import type { RuleField, RuleType } from "@/server/domain/access-rules/rule-types.schema";

/** Returns the names of access-rule types in the log. */
export function useRuleTypeNames(): Record<RuleType, () => string> {
  const t = useExtracted("console");
  return {
    country: () => t("countries"),
    region: () => t("regions"),
    ip: () => t("addresses"),
    hours: () => t("hours"),
    method: () => t("sign-in methods"),
    anonymizer: () => t("no anonymizers"),
    sessions: () => t("concurrent sessions"),
    sessionlength: () => t("session length"),
    devices: () => t("devices"),
  };
}

/** Returns the labels of access-rule fields in the log. */
export function useRuleFieldWords(): Record<RuleField, () => string> {
  const t = useExtracted("console");
  return {
    effect: () => t("Effect"),
    countries: () => t("Countries"),
    regions: () => t("Regions"),
    cidrs: () => t("Networks"),
    days: () => t("Days"),
    startTime: () => t("From"),
    endTime: () => t("Until"),
    timeZoneId: () => t("Time zone"),
    methods: () => t("Sign-in methods"),
    maxSessions: () => t("Concurrent sessions"),
    maxSessionMinutes: () => t("Session length (minutes)"),
    maxDevices: () => t("Maximum devices"),
  };
}
