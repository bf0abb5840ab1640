"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { History, Send } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, Pager, type Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/late-dialog";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { FilterSelect } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/text";
import type { Delivery, WebhookState } from "@/server/domain/webhooks/webhooks.schema";
import { QueryError } from "../../../_frame/query-error";
import { DeliverySheet } from "./delivery-sheet";
import { DeliveryState, deliveryWords } from "./delivery-state";
import { deliveryFilters, deliveryQuery } from "./filters";

const ReplayDialog = lateDialog(() => import("./replay-dialog").then((module) => module.ReplayDialog));

const columns: Column<Delivery>[] = [
  {
    id: "event",
    header: "Event",
    width: 14,
    cell: ({ eventType }) => <code className="font-mono text-sm">{eventType}</code>,
  },
  { id: "state", header: "State", width: 7, cell: ({ status }) => <DeliveryState status={status} /> },
  {
    id: "answer",
    header: "Answer",
    width: 12,
    cell: ({ httpStatus, errorMessage }) => (
      <span className="block max-w-56 truncate text-ink-soft" title={errorMessage ?? undefined}>
        {httpStatus === null ? (errorMessage ?? "–") : `HTTP ${httpStatus}`}
      </span>
    ),
    hideable: true,
  },
  {
    id: "tries",
    header: "Tries",
    align: "right",
    width: 4,
    cell: ({ attemptCount }) => attemptCount,
    hideable: true,
  },
  {
    id: "created",
    header: "When",
    width: 8,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} className="text-ink-soft" />,
    hideable: true,
  },
];

const unsettled = ({ status }: Delivery) => status === "pending" || status === "failed";

/** What was sent to an endpoint, newest first, and how it was taken. */
export function Deliveries({ webhook }: { webhook: WebhookState }) {
  const trpc = useTRPC();
  const [filters, setFilters] = useQueryStates(deliveryFilters, { history: "push" });
  const query = useQuery(
    trpc.webhooks.deliveries.queryOptions(deliveryQuery(webhook.webhookId, filters), {
      placeholderData: keepPreviousData,
      // What is on its way settles by itself.
      refetchInterval: ({ state }) => (state.data?.deliveries.some(unsettled) ? 2_000 : 15_000),
    }),
  );
  const [opened, setOpened] = useState<number | null>(null);
  const [replaying, setReplaying] = useState(false);
  const next = query.data?.nextCursor ?? null;
  return (
    <>
      <DataTable
        id="deliveries"
        label="Deliveries"
        columns={columns}
        rows={query.data?.deliveries}
        rowKey={({ deliveryId }) => deliveryId}
        onRowClick={({ deliveryId }) => setOpened(deliveryId)}
        busy={query.isPlaceholderData}
        toolbar={
          <>
            <h2 className="px-2 font-semibold">Deliveries</h2>
            <FilterSelect
              label="State"
              value={filters.status}
              options={[
                { value: "all", label: "Every state" },
                ...Object.entries(deliveryWords).map(([value, { label }]) => ({ value, label })),
              ]}
              onChange={(status) => void setFilters({ status: status as "all", cursor: null })}
            />
            <Button className="ml-auto" disabled={!webhook.enabled} onClick={() => setReplaying(true)}>
              <Send aria-hidden />
              Replay failed…
            </Button>
          </>
        }
        error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        empty={
          filters.status === "all" ? (
            <EmptyState icon={History} title="Nothing was sent yet">
              Send a test to see whether the endpoint takes it.
            </EmptyState>
          ) : (
            <EmptyState
              icon={History}
              title="No delivery in this state"
              action={<Button onClick={() => void setFilters(null)}>Show all</Button>}
            />
          )
        }
        pager={
          <Pager
            summary={query.data && `${query.data.deliveries.length} on this page`}
            onFirst={filters.cursor === null ? undefined : () => void setFilters({ cursor: null })}
            onNext={next === null ? undefined : () => void setFilters({ cursor: next })}
          />
        }
      />
      <DeliverySheet webhook={webhook} deliveryId={opened} onClose={() => setOpened(null)} />
      <ReplayDialog webhookId={webhook.webhookId} open={replaying} onOpenChange={setReplaying} />
    </>
  );
}
