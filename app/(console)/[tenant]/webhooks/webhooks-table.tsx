"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/late-dialog";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { SearchInput } from "@/components/ui/input";
import { PageHeader } from "@/components/ui/page";
import type { WebhookState as Webhook } from "@/server/domain/webhooks/webhooks.schema";
import { QueryError } from "../../_frame/query-error";
import { useAsked } from "../../_frame/use-asked";
import { eventsWords, WebhookState } from "./webhook-state";

const NewWebhook = lateDialog(() => import("./new-webhook").then((module) => module.NewWebhook));

const columns: Column<Webhook>[] = [
  {
    id: "url",
    header: "Address",
    width: 18,
    cell: ({ url }) => (
      <span className="block max-w-96 truncate font-mono text-sm" title={url}>
        {url}
      </span>
    ),
  },
  { id: "state", header: "State", width: 7, cell: (webhook) => <WebhookState webhook={webhook} /> },
  {
    id: "events",
    header: "Events",
    width: 12,
    cell: ({ events }) => (
      <span className="block max-w-72 truncate text-ink-soft" title={events.split(",").join("\n")}>
        {eventsWords(events)}
      </span>
    ),
    hideable: true,
  },
  {
    id: "app",
    header: "About app",
    width: 8,
    cell: ({ appName }) => (
      <span className="block max-w-48 truncate text-ink-soft">{appName ?? "Every app"}</span>
    ),
    hideable: true,
  },
  {
    id: "description",
    header: "Description",
    width: 14,
    cell: ({ description }) => <span className="block max-w-72 truncate text-ink-soft">{description}</span>,
    hideable: true,
  },
];

/** Where events are sent to. */
export function WebhooksTable({ tenant, mayListApps }: { tenant: string; mayListApps: boolean }) {
  const query = useQuery(useTRPC().webhooks.list.queryOptions({}));
  const [search, setSearch] = useQueryState("search", parseAsString.withDefault(""));
  const [adding, setAdding] = useAsked("new");
  const needle = search.toLowerCase();
  const rows = query.data?.filter(({ url, description }) =>
    `${url} ${description ?? ""}`.toLowerCase().includes(needle),
  );
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      New endpoint
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Addresses of your own systems that are told, within seconds, what happens here."
        actions={add}
      />
      <DataTable
        id="webhooks"
        label="Webhook endpoints"
        columns={columns}
        rows={rows}
        rowKey={({ webhookId }) => webhookId}
        rowHref={({ webhookId }) => `/${tenant}/webhooks/${webhookId}`}
        toolbar={
          <SearchInput
            label="Search endpoints"
            value={search}
            onChange={(next) => void setSearch(next === "" ? null : next)}
            className="w-full sm:w-72"
          />
        }
        error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        empty={
          search === "" ? (
            <EmptyState icon={WebhookIcon} title="No endpoints yet" action={add}>
              An endpoint gets a signed message for each event that it is subscribed to, and again until it
              has taken it.
            </EmptyState>
          ) : (
            <EmptyState
              icon={WebhookIcon}
              title="No endpoint matches"
              action={<Button onClick={() => void setSearch(null)}>Clear the search</Button>}
            />
          )
        }
      />
      <NewWebhook open={adding} onOpenChange={setAdding} tenant={tenant} mayListApps={mayListApps} />
    </>
  );
}
