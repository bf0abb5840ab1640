"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check, ShieldCheck } from "lucide-react";
import { useExtracted } from "next-intl";
import { useQueryStates } from "nuqs";
import { toast } from "@/components/toast";
import type * as z from "zod";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { FilterSelect } from "@/components/ui/input/input";
import { RelativeTime } from "@/components/ui/text";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import type { SecurityAlert } from "@/server/domain/risk/risk.schema";
import { CursorPager } from "../../../_frame/lists/cursor-pager";
import { QueryTable } from "../../../_frame/lists/query-table";
import { RiskBadge } from "../../../_frame/sign-ins/risk-badge";
import { useAction } from "../../../_frame/use-action";
import { useAlertWords } from "../words";
import { alertFilters, alertsQuery } from "../filters";

type Alert = z.output<typeof SecurityAlert>;

/** Lists the security alerts for administrators. An administrator can acknowledge an alert. */
export function AlertsTable({ mayAcknowledge }: { mayAcknowledge: boolean }) {
  const t = useExtracted("security");
  const alertWords = useAlertWords();
  const locale = useDateLocale();
  const trpc = useTRPC();
  const [filters, setFilters] = useQueryStates(alertFilters, { history: "push" });
  const { state, cursor } = filters;
  const query = useQuery(
    trpc.risk.alerts.queryOptions(alertsQuery(filters), { placeholderData: keepPreviousData }),
  );
  const acknowledge = useAction(trpc.risk.acknowledge.mutationOptions(), () =>
    t("The alert was acknowledged."),
  );
  const take = (alertId: number) => acknowledge({ alertId }).catch(toast.refused);
  const columns: Column<Alert>[] = [
    {
      id: "summary",
      header: t("Alert"),
      width: 10,
      cell: ({ summary, alertType }) => (
        <span className="block max-w-xl min-w-36 wrap-anywhere whitespace-normal">
          <span className="block font-medium">{summary}</span>
          <span className="block text-sm text-ink-soft">{alertWords[alertType] ?? alertType}</span>
        </span>
      ),
    },
    {
      id: "severity",
      header: t("Severity"),
      width: 6,
      cell: ({ severity }) => <RiskBadge tier={severity} />,
    },
    {
      id: "people",
      header: t("People affected"),
      align: "right",
      width: 8,
      cell: ({ affectedUserCount }) => affectedUserCount.toLocaleString(locale),
    },
    { id: "at", header: t("Detected"), width: 8, cell: ({ detectedAt }) => <RelativeTime at={detectedAt} /> },
    {
      id: "state",
      header: "",
      align: "right",
      cell: ({ alertId, acknowledgedAt, summary }) =>
        acknowledgedAt !== null ? (
          <span className="text-sm text-ink-soft">
            {t.rich("Acknowledged <time></time>", { time: () => <RelativeTime at={acknowledgedAt} /> })}
          </span>
        ) : (
          mayAcknowledge && (
            <Button
              size="sm"
              aria-label={t("Acknowledge: {summary}", { summary })}
              onClick={() => void take(alertId)}
            >
              <Check aria-hidden />
              {t("Acknowledge")}
            </Button>
          )
        ),
    },
  ];
  return (
    <QueryTable
      query={query}
      id="alerts"
      label={t("Security alerts")}
      columns={columns}
      rows={query.data?.alerts}
      rowKey={({ alertId }) => alertId}
      toolbar={
        <FilterSelect
          label={t("State")}
          value={state}
          onChange={(next) => void setFilters({ state: next as typeof state, cursor: null })}
          options={[
            { value: "open", label: t("Open") },
            { value: "acknowledged", label: t("Acknowledged") },
            { value: "all", label: t("All") },
          ]}
        />
      }
      empty={
        <EmptyState icon={ShieldCheck} title={state === "open" ? t("No open alerts") : t("No alerts")}>
          {t(
            "Alerts report attacks on several accounts, impossible travel and other events that need attention. Acknowledge an alert after you have reviewed it.",
          )}
        </EmptyState>
      }
      pager={
        <CursorPager
          shown={query.data?.alerts.length}
          cursor={cursor}
          next={query.data?.nextCursor}
          onTurn={(next) => void setFilters({ cursor: next })}
        />
      }
    />
  );
}
