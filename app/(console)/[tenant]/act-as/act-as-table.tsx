"use client";

import { useQuery } from "@tanstack/react-query";
import { VenetianMask } from "lucide-react";
import { useExtracted } from "next-intl";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { Badge, EmptyState, type Tone } from "@/components/ui/feedback";
import { FilterSelect } from "@/components/ui/input/input";
import { RelativeTime } from "@/components/ui/text";
import type { ActAsRow } from "@/server/domain/act-as/act-as.schema";
import { actAsStatuses } from "@/server/domain/act-as/statuses.schema";
import { PersonCell } from "../../_frame/people/person-cell";
import { QueryTable } from "../../_frame/lists/query-table";
import { ActAsActions } from "./act-as-actions";

function useStates(): Record<ActAsRow["status"], { label: string; tone: Tone }> {
  const t = useExtracted("act-as");
  return {
    pending: { label: t("Waiting for an answer"), tone: "warning" },
    approved: { label: t("Ready to start"), tone: "info" },
    denied: { label: t("Denied"), tone: "danger" },
    expired: { label: t("Expired"), tone: "neutral" },
    active: { label: t("In progress"), tone: "warning" },
    ended: { label: t("Ended"), tone: "neutral" },
  };
}

/** Shows the time that matters in the current state of the request, for example the expiry of a pending request. */
function Moment({ request }: { request: ActAsRow }) {
  const t = useExtracted("act-as");
  const { status, expiresAt, endsAt, endedAt, decidedAt } = request;
  const endedBy = request.endedBy ?? "";
  if (status === "active" && endsAt)
    return t.rich("Ends <time></time>", { time: () => <RelativeTime at={endsAt} /> });
  if (endedAt)
    return (
      <>
        <RelativeTime at={endedAt} />
        <span className="block max-w-40 truncate" title={endedBy}>
          {endedBy}
        </span>
      </>
    );
  if (status === "denied" && decidedAt) return <RelativeTime at={decidedAt} />;
  const time = () => <RelativeTime at={expiresAt} />;
  return status === "expired"
    ? t.rich("Expired <time></time>", { time })
    : t.rich("Expires <time></time>", { time });
}

function useColumns(tenant: string, mayEndAll: boolean): Column<ActAsRow>[] {
  const t = useExtracted("act-as");
  const states = useStates();
  return [
    {
      id: "who",
      header: t("Administrator"),
      width: 11,
      cell: ({ requester }) => <PersonCell tenant={tenant} {...requester} />,
    },
    {
      id: "person",
      header: t("As"),
      width: 11,
      cell: ({ person }) => <PersonCell tenant={tenant} {...person} />,
    },
    {
      id: "state",
      header: t("State"),
      width: 9,
      cell: (request) => (
        <>
          <Badge tone={states[request.status].tone}>{states[request.status].label}</Badge>
          <span className="block text-sm text-ink-soft">
            <Moment request={request} />
          </span>
        </>
      ),
    },
    {
      id: "where",
      header: t("Where"),
      width: 7,
      cell: ({ app, minutes }) => (
        <span className="block max-w-36">
          <span className="block truncate" title={app?.name}>
            {app?.name ?? t("Account page")}
          </span>
          <span className="block text-sm text-ink-soft">
            {t("{count, plural, one {# minute} other {# minutes}}", { count: minutes })}
          </span>
        </span>
      ),
    },
    {
      id: "reason",
      header: t("Reason"),
      width: 10,
      cell: ({ reason }) => (
        <span className="line-clamp-3 max-w-64 min-w-36 whitespace-normal" title={reason}>
          {reason}
        </span>
      ),
    },
    {
      id: "asked",
      header: t("Requested"),
      width: 7,
      hideable: true,
      // Hidden at first, because the table would be wider than a usual window.
      defaultHidden: true,
      cell: ({ requestedAt }) => <RelativeTime at={requestedAt} />,
    },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (request) => <ActAsActions request={request} mayEndAll={mayEndAll} />,
    },
  ];
}

/** Lists the pending, active and past requests to act as a user. */
export function ActAsTable({ tenant, mayEndAll }: { tenant: string; mayEndAll: boolean }) {
  const t = useExtracted("act-as");
  const states = useStates();
  const query = useQuery(useTRPC().actAs.list.queryOptions({ limit: 200 }));
  const [status, setStatus] = useQueryState(
    "state",
    parseAsStringLiteral([...actAsStatuses, "all"]).withDefault("all"),
  );
  return (
    <QueryTable
      query={query}
      id="act-as"
      label={t("Requests to act as a user")}
      columns={useColumns(tenant, mayEndAll)}
      rows={query.data?.filter((request) => status === "all" || request.status === status)}
      rowKey={({ requestId }) => requestId}
      toolbar={
        <FilterSelect
          label={t("State")}
          value={status}
          onChange={(next) => void setStatus(next as typeof status)}
          options={[
            { value: "all", label: t("All") },
            ...actAsStatuses.map((value) => ({ value, label: states[value].label })),
          ]}
        />
      }
      empty={
        <EmptyState icon={VenetianMask} title={status === "all" ? t("No requests yet") : t("None")}>
          {t("Requests appear here with their reason and status.")}
        </EmptyState>
      }
    />
  );
}
