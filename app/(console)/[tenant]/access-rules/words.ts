import { useExtracted } from "next-intl";
import { useDateLocale } from "@/components/ui/use-date-locale";
import type { RuleType } from "@/server/domain/access-rules/access-rules.schema";
import { weekdaySpeller } from "../../_frame/words/weekdays";

/** Returns the label and the hint of each type of rule. */
export function useTypeWords(): Record<RuleType, { label: string; hint: string }> {
  const t = useExtracted("access-rules");
  return {
    country: { label: t("Countries"), hint: t("Let in from some countries only, or keep some out.") },
    region: { label: t("Regions"), hint: t("The same for states or provinces of a country.") },
    ip: { label: t("Addresses"), hint: t("Networks, such as an office or a VPN of your own.") },
    hours: { label: t("Hours"), hint: t("Sign-ins on some days, at some times only.") },
    method: { label: t("Ways to sign in"), hint: t("Only with some of them, such as passkeys.") },
    anonymizer: { label: t("No anonymizers"), hint: t("Keep out VPN providers, proxies and Tor.") },
    sessions: {
      label: t("Sessions at once"),
      hint: t("How often somebody can be signed in at the same time."),
    },
    sessionlength: { label: t("Session length"), hint: t("How long a sign-in lasts at most.") },
    devices: { label: t("Devices"), hint: t("How many browsers and devices somebody can use.") },
  };
}

/** Returns the weekdays from Monday, each with its number (0 is Sunday). */
export function useWeekdays() {
  const locale = useDateLocale();
  const [long, short] = [weekdaySpeller(locale, "long"), weekdaySpeller(locale, "short")];
  return [1, 2, 3, 4, 5, 6, 0].map((day) => ({ day, name: long(day), short: short(day) }));
}
