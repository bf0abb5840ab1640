import type { Tone } from "@/components/ui/feedback";
import type { ProvisioningEntry } from "@/server/domain/provisioning/log.schema";

/** How each outcome is called and coloured. */
export const outcomes: Record<ProvisioningEntry["outcome"], { label: string; tone: Tone }> = {
  succeeded: { label: "Succeeded", tone: "success" },
  refused: { label: "Refused", tone: "warning" },
  failed: { label: "Failed", tone: "danger" },
};
