import { useExtracted } from "next-intl";
import { Badge, type Tone } from "@/components/ui/feedback";
import type { Delivery } from "@/server/domain/webhooks/webhooks.schema";

/** Returns the label, the explanation and the colour of each state of a delivery. */
export function useDeliveryWords(): Record<Delivery["status"], { label: string; hint: string; tone: Tone }> {
  const t = useExtracted("webhooks");
  return {
    pending: { label: t("Waiting"), hint: t("It is sent within seconds."), tone: "info" },
    delivered: { label: t("Delivered"), hint: t("The endpoint accepted it."), tone: "success" },
    failed: {
      label: t("Retrying"),
      hint: t("The endpoint did not accept it. It will be sent again."),
      tone: "warning",
    },
    exhausted: { label: t("Failed"), hint: t("All attempts failed. It can be replayed."), tone: "danger" },
    disabled: { label: t("Dropped"), hint: t("The endpoint was off. It can be replayed."), tone: "neutral" },
  };
}

export function DeliveryState({ status }: Pick<Delivery, "status">) {
  const { label, hint, tone } = useDeliveryWords()[status];
  return (
    <span title={hint}>
      <Badge tone={tone}>{label}</Badge>
    </span>
  );
}
