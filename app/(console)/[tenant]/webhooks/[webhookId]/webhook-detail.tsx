"use client";

import { useQuery } from "@tanstack/react-query";
import { MoreHorizontal, Pencil, RotateCw, Send, Trash2 } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button, IconButton } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Menu, MenuItem } from "@/components/ui/dialog/overlay";
import { DetailLayout, Facts, PageHeader, Section } from "@/components/ui/page/page";
import { Switch } from "@/components/ui/input/switch";
import { Code, ExactTime, RelativeTime } from "@/components/ui/text";
import { DayBars, Legend } from "@/components/ui/day-bars";
import { takenShare, totalOf } from "@/server/domain/webhooks/delivery-states.schema";
import { ActivityFeed } from "../../../_frame/log/activity-feed";
import { NotLoaded, NotThere } from "../../../_frame/records/not-loaded";
import { useAction } from "../../../_frame/use-action";
import { useDialogInUrl } from "../../../_frame/use-dialog-in-url";
import { WebhookState, useShareWords } from "../webhook-state";
import { Deliveries } from "./deliveries";
import { WebhookDialogs, type WebhookAsked } from "./webhook-dialogs";

/** Page of one webhook endpoint, with its events, its health and its deliveries. */
export function WebhookDetail({
  tenant,
  webhookId,
  mayListApps,
  mayReadLog,
}: {
  tenant: string;
  webhookId: number;
  mayListApps: boolean;
  mayReadLog: boolean;
}) {
  const t = useExtracted("webhooks");
  const trpc = useTRPC();
  const query = useQuery(trpc.webhooks.list.queryOptions({}));
  const [asked, setAsked] = useState<WebhookAsked | null>(null);
  const [rotating, setRotating] = useDialogInUrl("rotate");
  const update = useAction(trpc.webhooks.update.mutationOptions(), () => t("The endpoint is on."));
  const test = useAction(trpc.webhooks.test.mutationOptions(), () => t("A test event is being sent."));
  if (!query.data) return <NotLoaded page query={query} className="h-40" />;
  const webhook = query.data.find((one) => one.webhookId === webhookId);
  if (!webhook) return <NotThere />;
  const attempt = (work: Promise<unknown>) => void work.catch(toast.refused);
  return (
    <>
      <PageHeader
        trail={[{ label: t("Webhooks"), href: `/${tenant}/webhooks` }]}
        title={<span className="break-all">{webhook.url}</span>}
        description={webhook.description}
        meta={<WebhookState webhook={webhook} />}
        actions={
          <>
            <Button disabled={!webhook.enabled} onClick={() => attempt(test({ webhookId }))}>
              <Send aria-hidden />
              {t("Send test event")}
            </Button>
            <Button onClick={() => setAsked("edit")}>
              <Pencil aria-hidden />
              {t("Edit")}
            </Button>
            <Menu
              trigger={
                <IconButton label={t("More")}>
                  <MoreHorizontal />
                </IconButton>
              }
            >
              <MenuItem disabled={webhook.oldSecretExpiresAt !== null} onSelect={() => setRotating(true)}>
                <RotateCw aria-hidden />
                {t("New secret…")}
              </MenuItem>
              <MenuItem danger onSelect={() => setAsked("delete")}>
                <Trash2 aria-hidden />
                {t("Delete…")}
              </MenuItem>
            </Menu>
          </>
        }
      />
      <DetailLayout
        aside={
          <>
            <Section title={t("Delivery")}>
              <label className="flex items-center justify-between gap-3">
                <span>{t("Send events")}</span>
                <Switch
                  checked={webhook.enabled}
                  onCheckedChange={(enabled) =>
                    enabled ? attempt(update({ webhookId, enabled })) : setAsked("disable")
                  }
                />
              </label>
              <p className="mt-1 text-sm text-ink-faint">
                {t(
                  "Messages that are not accepted are sent again for about two days. An endpoint that fails for five days is switched off.",
                )}
              </p>
            </Section>
            <Section title={t("Details")} flush>
              <Facts
                items={[
                  {
                    label: t("Endpoint id"),
                    value: <Code text={String(webhookId)} label={t("endpoint id")} />,
                  },
                  { label: t("About"), value: webhook.appName ?? t("The whole organization") },
                  { label: t("Events"), value: <EventNames events={webhook.events} /> },
                ]}
              />
            </Section>
            {mayReadLog && (
              <Section title={t("Activity")} flush>
                <ActivityFeed
                  target={`webhook:${webhookId}`}
                  moreHref={`/${tenant}/audit?target=webhook:${webhookId}`}
                />
              </Section>
            )}
          </>
        }
      >
        {webhook.disabledAt !== null ? (
          <Callout tone="danger" title={t("Switched off by the server")}>
            <SwitchedOff at={webhook.disabledAt} />
          </Callout>
        ) : (
          webhook.failingSince !== null &&
          webhook.enabled && (
            <Callout tone="warning" title={t("The endpoint does not accept messages")}>
              <FailingSince at={webhook.failingSince} />
            </Callout>
          )
        )}
        {webhook.oldSecretExpiresAt !== null && (
          <Callout title={t("The old secret still works")}>
            <OldSecretWorks until={webhook.oldSecretExpiresAt} />
            <Button size="sm" className="mt-2" onClick={() => setAsked("removeOld")}>
              {t("Remove old secret…")}
            </Button>
          </Callout>
        )}
        <DeliveryHistory webhookId={webhookId} />
        <Deliveries webhook={webhook} />
      </DetailLayout>
      <WebhookDialogs
        tenant={tenant}
        webhook={webhook}
        mayListApps={mayListApps}
        asked={rotating ? "rotate" : asked}
        setAsked={(next) => {
          setRotating(next === "rotate");
          setAsked(next);
        }}
      />
    </>
  );
}

function SwitchedOff({ at }: { at: string }) {
  const t = useExtracted("webhooks");
  return t.rich(
    "It accepted no messages for days, or reported that it is gone (<ago></ago>). After it is fixed, switch it on and replay the missed messages.",
    { ago: () => <RelativeTime at={at} /> },
  );
}

function FailingSince({ at }: { at: string }) {
  const t = useExtracted("webhooks");
  return t.rich("Since <ago></ago>. The deliveries below show its responses.", {
    ago: () => <RelativeTime at={at} />,
  });
}

function OldSecretWorks({ until }: { until: string }) {
  const t = useExtracted("webhooks");
  return (
    <p>
      {t.rich(
        "Messages are signed with the new and the old secret until <time></time>. Then only the new one works.",
        { time: () => <ExactTime at={until} /> },
      )}
    </p>
  );
}

function EventNames({ events }: { events: string }) {
  const t = useExtracted("webhooks");
  if (events === "*") return t("All events");
  return (
    <ul className="max-h-48 overflow-y-auto font-mono text-xs leading-5">
      {events.split(",").map((name) => (
        <li key={name} className="break-words">
          {name.trim()}
        </li>
      ))}
    </ul>
  );
}

/**
 * Chart of the deliveries per day in the last two weeks, divided by result. Also shows the percentage of successful deliveries.
 */
function DeliveryHistory({ webhookId }: { webhookId: number }) {
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
