import { useExtracted } from "next-intl";
import { Badge } from "@/components/ui/feedback";
import type { WebhookState as Webhook } from "@/server/domain/webhooks/webhooks.schema";
import { useMemo } from "react";
import { useDateLocale } from "@/components/ui/format/use-date-locale";

/** Badge for the state of a webhook endpoint: off, on or failing. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const t = useExtracted("webhooks");
  if (webhook.disabledAt !== null) return <Badge tone="danger">{t("Switched off after failures")}</Badge>;
  if (!webhook.enabled) return <Badge>{t("Off")}</Badge>;
  return webhook.failingSince === null ? (
    <Badge tone="success">{t("On")}</Badge>
  ) : (
    <Badge tone="warning">{t("Failing")}</Badge>
  );
}

/** Short text about the events of a webhook endpoint. */
export function EventsInShort({ events }: { events: string }) {
  const t = useExtracted("webhooks");
  const names = events.split(",").map((name) => name.trim());
  if (names[0] === "*") return t("All events");
  return names.length <= 2
    ? names.join(", ")
    : t("{first} and {more, number} more", { first: names[0]!, more: names.length - 1 });
}

/**
 * Returns a function that formats a share as a percentage. The function rounds down, because "100 %" must mean that no delivery
 * failed.
 */
export function useShareWords() {
  const locale = useDateLocale();
  return useMemo(() => {
    const options = { style: "percent", maximumFractionDigits: 1, roundingMode: "floor" } as const;
    const words = new Intl.NumberFormat(locale, options);
    return (share: number) => words.format(share);
  }, [locale]);
}
