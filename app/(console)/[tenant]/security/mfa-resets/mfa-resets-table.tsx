"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useExtracted } from "next-intl";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { Badge, EmptyState, type Tone } from "@/components/ui/feedback";
import { FilterSelect } from "@/components/ui/input/input";
import { RelativeTime } from "@/components/ui/text";
import type { ExplainedMfaReset } from "@/server/domain/mfa-resets/mfa-resets.schema";
import { mfaResetStatuses } from "@/server/domain/mfa-resets/statuses.schema";
import { PersonCell } from "../../../_frame/people/person-cell";
import { QueryTable } from "../../../_frame/lists/query-table";
import { RiskBadge } from "../../../_frame/sign-ins/risk-badge";
import { MfaDecision } from "./mfa-decision";

function useStates(): Record<ExplainedMfaReset["status"], { label: string; tone: Tone }> {
  const t = useExtracted("security");
  return {
    pending: { label: t("Waiting"), tone: "warning" },
    approved: { label: t("Approved"), tone: "success" },
    denied: { label: t("Denied"), tone: "danger" },
    expired: { label: t("Expired"), tone: "neutral" },
  };
}

function useColumns(tenant: string): Column<ExplainedMfaReset>[] {
  const t = useExtracted("security");
  const states = useStates();
  return [
    {
      id: "person",
      header: t("Person"),
      width: 16,
      cell: ({ userId, userName, email }) => (
        <PersonCell tenant={tenant} userId={userId} name={userName} email={email} />
      ),
    },
    {
      id: "status",
      header: t("State"),
      width: 6,
      cell: ({ status }) => <Badge tone={states[status].tone}>{states[status].label}</Badge>,
    },
    {
      id: "risk",
      header: t("Risk of the request"),
      width: 8,
      cell: ({ riskTier }) =>
        riskTier ? <RiskBadge tier={riskTier} /> : <span className="text-ink-faint">{t("Not scored")}</span>,
    },
    {
      id: "reason",
      header: t("Reason"),
      width: 11,
      cell: ({ reason }) =>
        reason ? (
          <span className="line-clamp-3 max-w-64 min-w-36 whitespace-normal" title={reason}>
            {reason}
          </span>
        ) : (
          <span className="text-ink-faint">{t("None given")}</span>
        ),
    },
    {
      id: "at",
      header: t("Requested"),
      width: 8,
      cell: ({ requestedAt }) => <RelativeTime at={requestedAt} />,
    },
    { id: "until", header: t("Expires"), width: 8, cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
    { id: "decide", header: "", align: "right", cell: (request) => <MfaDecision request={request} /> },
  ];
}

/** Lists the requests of people who lost their second factor. */
export function MfaResetsTable({ tenant }: { tenant: string }) {
  const t = useExtracted("security");
  const states = useStates();
  const query = useQuery(useTRPC().mfaResets.list.queryOptions({}));
  const [status, setStatus] = useQueryState(
    "status",
    parseAsStringLiteral([...mfaResetStatuses, "all"]).withDefault("pending"),
  );
  return (
    <QueryTable
      query={query}
      id="mfa-resets"
      label={t("MFA reset requests")}
      columns={useColumns(tenant)}
      rows={query.data?.filter((request) => status === "all" || request.status === status)}
      rowKey={({ requestId }) => requestId}
      toolbar={
        <FilterSelect
          label={t("State")}
          value={status}
          onChange={(next) => void setStatus(next as typeof status)}
          options={[
            ...mfaResetStatuses.map((value) => ({ value, label: states[value].label })),
            { value: "all", label: t("All") },
          ]}
        />
      }
      empty={
        <EmptyState
          icon={KeyRound}
          title={status === "pending" ? t("No pending requests") : t("No requests")}
        >
          {t(
            "Users who lost their second factor can request a reset at sign-in. The request stays here until it is decided.",
          )}
        </EmptyState>
      }
    />
  );
}
