import { Badge } from "@/components/ui/feedback";
import type { WebhookState as Webhook } from "@/server/domain/webhooks/webhooks.schema";

/** Whether an endpoint is sent to, and whether it takes what it is sent. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  if (webhook.disabledAt !== null) return <Badge tone="danger">Switched off after failing</Badge>;
  if (!webhook.enabled) return <Badge>Off</Badge>;
  return webhook.failingSince === null ? (
    <Badge tone="success">On</Badge>
  ) : (
    <Badge tone="warning">Failing</Badge>
  );
}

/** A subscription in a few words. */
export function eventsWords(events: string) {
  const names = events.split(",").map((name) => name.trim());
  if (names[0] === "*") return "Every event";
  return names.length <= 2 ? names.join(", ") : `${names[0]} and ${names.length - 1} more`;
}
