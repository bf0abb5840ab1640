"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useExtracted } from "next-intl";
import { useMemo } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { PageHeader } from "@/components/ui/page/page";
import { takenShare } from "@/server/domain/webhooks/delivery-states.schema";
import type { WebhookState as Webhook } from "@/server/domain/webhooks/webhooks.schema";
import { SearchedTable } from "../../_frame/lists/searched-table";
import { useDialogInUrl } from "../../_frame/use-dialog-in-url";
import { EventsInShort, WebhookState, useShareWords } from "./webhook-state";

const NewWebhook = lateDialog(() => import("./new-webhook").then((module) => module.NewWebhook));

/**
 * Returns a map from webhook id to the share of successful deliveries. The share is null for an endpoint without deliveries.
 */
function useShares() {
  const { data } = useQuery(useTRPC().webhooks.counts.queryOptions({}));
  return useMemo(() => new Map(data?.map((counts) => [counts.webhookId, takenShare([counts])])), [data]);
}

function useColumns(): Column<Webhook>[] {
  const t = useExtracted("webhooks");
  const shares = useShares();
  const shareWords = useShareWords();
  return useMemo(
    () => [
      {
        id: "url",
        sortBy: ({ url }) => url,
        header: t("Address"),
        width: 18,
        cell: ({ url }) => (
          <span className="block max-w-96 truncate font-mono text-sm" title={url}>
            {url}
          </span>
        ),
      },
      { id: "state", header: t("State"), width: 7, cell: (webhook) => <WebhookState webhook={webhook} /> },
      {
        id: "share",
        header: t("Accepted in 14 days"),
        align: "right",
        width: 8,
        cell: ({ webhookId }) => {
          const share = shares.get(webhookId) ?? null;
          return share === null ? <span className="text-ink-faint">–</span> : shareWords(share);
        },
        hideable: true,
      },
      {
        id: "events",
        header: t("Events"),
        width: 12,
        cell: ({ events }) => (
          <span className="block max-w-72 truncate text-ink-soft" title={events.split(",").join("\n")}>
            <EventsInShort events={events} />
          </span>
        ),
        hideable: true,
      },
      {
        id: "app",
        sortBy: ({ appName }) => appName,
        header: t("App"),
        width: 8,
        cell: ({ appName }) => (
          <span className="block max-w-48 truncate text-ink-soft">{appName ?? t("All apps")}</span>
        ),
        hideable: true,
      },
      {
        id: "description",
        sortBy: ({ description }) => description,
        header: t("Description"),
        width: 14,
        cell: ({ description }) => (
          <span className="block max-w-72 truncate text-ink-soft">{description}</span>
        ),
        hideable: true,
      },
    ],
    [t, shares, shareWords],
  );
}

export function WebhooksTable({ tenant, mayListApps }: { tenant: string; mayListApps: boolean }) {
  const t = useExtracted("webhooks");
  const columns = useColumns();
  const query = useQuery(useTRPC().webhooks.list.queryOptions({}));
  const [adding, setAdding] = useDialogInUrl("new");
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {t("New endpoint")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("Webhooks")}
        description={t("Endpoints of your systems that receive events within seconds.")}
        actions={add}
      />
      <SearchedTable
        query={query}
        id="webhooks"
        label={t("Webhook endpoints")}
        columns={columns}
        search={{
          label: t("Search endpoints"),
          textOf: ({ url, description }) => [url, description],
          none: t("No endpoint matches"),
          icon: WebhookIcon,
        }}
        rowKey={({ webhookId }) => webhookId}
        rowHref={({ webhookId }) => `/${tenant}/webhooks/${webhookId}`}
        empty={
          <EmptyState icon={WebhookIcon} title={t("No endpoints yet")} action={add}>
            {t(
              "An endpoint receives a signed message for each event that it is subscribed to. The message is sent again until it is accepted.",
            )}
          </EmptyState>
        }
      />
      <NewWebhook open={adding} onOpenChange={setAdding} tenant={tenant} mayListApps={mayListApps} />
    </>
  );
}
