import { useExtracted } from "next-intl";
import type { Tone } from "@/components/ui/feedback";
import type { ProvisioningEntry } from "@/server/domain/provisioning/log.schema";

/** Returns the label and the colour of each outcome. */
export function useOutcomes(): Record<ProvisioningEntry["outcome"], { label: string; tone: Tone }> {
  const t = useExtracted("scim");
  return {
    succeeded: { label: t("Succeeded"), tone: "success" },
    refused: { label: t("Refused"), tone: "warning" },
    failed: { label: t("Failed"), tone: "danger" },
  };
}
