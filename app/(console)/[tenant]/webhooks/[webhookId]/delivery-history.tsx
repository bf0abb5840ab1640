"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { DayBars, Legend } from "@/components/ui/day-bars";
import { Section } from "@/components/ui/page/page";
import { takenShare, totalOf } from "@/server/domain/webhooks/delivery-states.schema";
import { NotLoaded } from "../../../_frame/records/not-loaded";
import { useShareWords } from "../use-share-words";

/**
 * Chart of the deliveries per day in the last two weeks, divided by result. Also shows the percentage of successful deliveries.
 */
export function DeliveryHistory({ webhookId }: { webhookId: number }) {
  const t = useExtracted("webhooks");
  const shareWords = useShareWords();
  const query = useQuery(
    // Polls, because the worker changes the state of pending deliveries.
    useTRPC().webhooks.history.queryOptions({ webhookId }, { refetchInterval: 15_000 }),
  );
  const series = [
    { label: t("Delivered"), within: t("delivered"), colour: "bg-accent" },
    { label: t("Retrying"), within: t("retrying"), colour: "bg-warning-text" },
    { label: t("Failed"), within: t("failed"), colour: "bg-danger" },
    { label: t("Dropped"), within: t("dropped"), colour: "bg-ink-faint" },
  ];
  const share = query.data ? takenShare(query.data) : null;
  return (
    <Section
      title={t("Success")}
      description={
        share === null
          ? t("The last 14 days, in UTC")
          : t(
              "{share} accepted, of {count, plural, one {# delivery} other {# deliveries}} in the last 14 days, in UTC",
              { share: shareWords(share), count: totalOf(query.data ?? []).all },
            )
      }
      actions={<Legend series={series} />}
    >
      {!query.data ? (
        <NotLoaded query={query} className="h-40" />
      ) : (
        <DayBars
          label={t("Deliveries of the last 14 days")}
          series={series}
          days={query.data.map(({ date, delivered, failed, exhausted, disabled }) => ({
            date,
            counts: [delivered, failed, exhausted, disabled],
          }))}
          empty={t("No deliveries in this period.")}
        />
      )}
    </Section>
  );
}
