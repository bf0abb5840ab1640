import { Badge, type Tone } from "@/components/ui/feedback";
import type { Delivery } from "@/server/domain/webhooks/webhooks.schema";

/** What each state of a delivery is called, and means. */
export const deliveryWords: Record<Delivery["status"], { label: string; hint: string; tone: Tone }> = {
  pending: { label: "Waiting", hint: "Is sent within seconds.", tone: "info" },
  delivered: { label: "Delivered", hint: "The endpoint took it.", tone: "success" },
  failed: { label: "Trying again", hint: "The endpoint did not take it; it is sent again.", tone: "warning" },
  exhausted: { label: "Given up", hint: "Every try failed; it can be replayed.", tone: "danger" },
  disabled: { label: "Dropped", hint: "The endpoint was off; it can be replayed.", tone: "neutral" },
};

/** A delivery's state in a word. */
export const DeliveryState = ({ status }: Pick<Delivery, "status">) => (
  <span title={deliveryWords[status].hint}>
    <Badge tone={deliveryWords[status].tone}>{deliveryWords[status].label}</Badge>
  </span>
);
