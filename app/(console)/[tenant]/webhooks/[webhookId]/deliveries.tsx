"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { History, Send } from "lucide-react";
import { useExtracted } from "next-intl";
import { parseAsInteger, useQueryState, useQueryStates } from "nuqs";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { FilterSelect } from "@/components/ui/input/input";
import { RelativeTime } from "@/components/ui/text";
import type { Delivery, WebhookState } from "@/server/domain/webhooks/webhooks.schema";
import { CursorPager } from "../../../_frame/lists/cursor-pager";
import { QueryTable } from "../../../_frame/lists/query-table";
import { DeliverySheet, DeliveryState, useDeliveryWords } from "./delivery-sheet";
import { deliveryFilters, deliveryQuery } from "./filters";

const ReplayDialog = lateDialog(() => import("./replay-dialog").then((module) => module.ReplayDialog));

function useColumns(): Column<Delivery>[] {
  const t = useExtracted("webhooks");
  return useMemo(
    () => [
      {
        id: "event",
        header: t("Event"),
        width: 14,
        cell: ({ eventType }) => <code className="font-mono text-sm">{eventType}</code>,
      },
      { id: "state", header: t("State"), width: 7, cell: ({ status }) => <DeliveryState status={status} /> },
      {
        id: "answer",
        header: t("Response"),
        width: 12,
        cell: ({ httpStatus, errorMessage }) => <Answer status={httpStatus} problem={errorMessage} />,
        hideable: true,
      },
      {
        id: "tries",
        header: t("Attempts"),
        align: "right",
        width: 4,
        cell: ({ attemptCount }) => attemptCount,
        hideable: true,
      },
      {
        id: "created",
        header: t("When"),
        width: 8,
        cell: ({ createdAt }) => <RelativeTime at={createdAt} className="text-ink-soft" />,
        hideable: true,
      },
    ],
    [t],
  );
}

function Answer({ status, problem }: { status: number | null; problem: string | null }) {
  return (
    <span className="block max-w-56 truncate text-ink-soft" title={problem ?? undefined}>
      {status === null ? problem || "–" : `HTTP ${status}`}
    </span>
  );
}

const unsettled = ({ status }: Delivery) => status === "pending" || status === "failed";

/** Lists the deliveries to a webhook endpoint with their results, newest first. */
export function Deliveries({ webhook }: { webhook: WebhookState }) {
  const t = useExtracted("webhooks");
  const columns = useColumns();
  const deliveryWords = useDeliveryWords();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [filters, setFilters] = useQueryStates(deliveryFilters, { history: "push" });
  const query = useQuery(
    trpc.webhooks.deliveries.queryOptions(deliveryQuery(webhook.webhookId, filters), {
      placeholderData: keepPreviousData,
      // Polls every 2 seconds while a delivery is pending or will be retried, otherwise every 15 seconds.
      refetchInterval: ({ state }) => (state.data?.deliveries.some(unsettled) ? 2_000 : 15_000),
    }),
  );
  // Fetches the chart again when the state of a delivery changes.
  const states = query.data?.deliveries.map(({ status }) => status).join();
  const shown = useRef(states);
  const showStates = useEffectEvent(() => {
    if (shown.current === states) return;
    shown.current = states;
    void queries.invalidateQueries(trpc.webhooks.history.queryFilter({ webhookId: webhook.webhookId }));
  });
  useEffect(() => showStates(), [states]);
  const [opened, setOpened] = useQueryState("delivery", parseAsInteger.withOptions({ history: "push" }));
  const [replaying, setReplaying] = useState(false);
  return (
    <>
      <QueryTable
        query={query}
        id="deliveries"
        label={t("Deliveries")}
        columns={columns}
        rows={query.data?.deliveries}
        rowKey={({ deliveryId }) => deliveryId}
        onRowClick={({ deliveryId }) => void setOpened(deliveryId)}
        toolbar={
          <>
            <h2 className="px-2 font-semibold">{t("Deliveries")}</h2>
            <FilterSelect
              label={t("State")}
              value={filters.status}
              options={[
                { value: "all", label: t("All statuses") },
                ...Object.entries(deliveryWords).map(([value, { label }]) => ({ value, label })),
              ]}
              onChange={(status) => void setFilters({ status: status as "all", cursor: null })}
            />
            <Button className="ml-auto" disabled={!webhook.enabled} onClick={() => setReplaying(true)}>
              <Send aria-hidden />
              {t("Replay failed…")}
            </Button>
          </>
        }
        empty={
          filters.status === "all" ? (
            <EmptyState icon={History} title={t("No deliveries yet")}>
              {t("Send a test event to check that the endpoint accepts it.")}
            </EmptyState>
          ) : (
            <EmptyState
              icon={History}
              title={t("No deliveries with this status")}
              action={<Button onClick={() => void setFilters(null)}>{t("Show all")}</Button>}
            />
          )
        }
        pager={
          <CursorPager
            shown={query.data?.deliveries.length}
            cursor={filters.cursor}
            next={query.data?.nextCursor}
            onTurn={(cursor) => void setFilters({ cursor })}
          />
        }
      />
      <DeliverySheet webhook={webhook} deliveryId={opened} onClose={() => void setOpened(null)} />
      <ReplayDialog webhookId={webhook.webhookId} open={replaying} onOpenChange={setReplaying} />
    </>
  );
}
