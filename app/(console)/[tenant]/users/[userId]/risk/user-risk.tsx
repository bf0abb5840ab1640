"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, Pager, type Column } from "@/components/data-table/data-table";
import { Badge, EmptyState, Skeleton, type Tone } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page";
import { ExactTime } from "@/components/ui/text";
import type { SignInRow } from "@/server/domain/risk/risk.schema";
import type { RiskTier } from "@/server/domain/risk/tiers.schema";
import { QueryError } from "../../../../_frame/query-error";
import { SignInWhy } from "../../../../_frame/sign-in-why";
import { signInFilters, signInQuery } from "./filters";

const tiers: Record<RiskTier, { tone: Tone; label: string }> = {
  low: { tone: "success", label: "Low" },
  medium: { tone: "warning", label: "Medium" },
  high: { tone: "danger", label: "High" },
  critical: { tone: "danger", label: "Critical" },
};

const outcomes: Record<SignInRow["outcome"], { tone: Tone; label: string }> = {
  succeeded: { tone: "success", label: "Signed in" },
  failed: { tone: "neutral", label: "Failed" },
  refused: { tone: "danger", label: "Refused" },
  stepped_up: { tone: "warning", label: "Asked for more" },
};

const columns: Column<SignInRow>[] = [
  { id: "at", header: "When", width: 9, cell: ({ at }) => <ExactTime at={at} /> },
  {
    id: "outcome",
    header: "Outcome",
    width: 8,
    cell: ({ outcome }) => <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</Badge>,
  },
  {
    id: "score",
    header: "Risk",
    width: 7,
    cell: ({ score, tier }) =>
      tier === null ? (
        <span className="text-ink-faint">Not scored</span>
      ) : (
        <Badge tone={tiers[tier].tone}>
          {tiers[tier].label} · {score}
        </Badge>
      ),
  },
  { id: "why", header: "Why", width: 14, cell: (signIn) => <SignInWhy signIn={signIn} /> },
  {
    id: "app",
    header: "App",
    width: 8,
    cell: ({ appName }) => (
      <span className="block max-w-40 truncate">{appName ?? <span className="text-ink-faint">—</span>}</span>
    ),
    hideable: true,
  },
  { id: "method", header: "By", width: 6, cell: ({ method }) => method ?? "—", hideable: true },
  {
    id: "ip",
    header: "From",
    width: 9,
    cell: ({ ip, place }) => (
      <span className="text-sm">
        <code className="font-mono text-xs text-ink-soft">{ip ?? "—"}</code> {place}
      </span>
    ),
    hideable: true,
  },
];

/** How risky a person's last sign-in was, and every attempt with what was decided. */
export function UserRisk({ userId }: { userId: number }) {
  const trpc = useTRPC();
  const [filters, setFilters] = useQueryStates(signInFilters, { history: "push" });
  const risk = useQuery(trpc.risk.ofUser.queryOptions({ userId }));
  const query = useQuery(
    trpc.risk.signIns.queryOptions(signInQuery(userId, filters), { placeholderData: keepPreviousData }),
  );
  const next = query.data?.nextCursor ?? null;
  return (
    <div className="space-y-4">
      <Section title="Latest scored sign-in">
        {risk.isError ? (
          <QueryError error={risk.error} retry={() => void risk.refetch()} />
        ) : !risk.data ? (
          <Skeleton />
        ) : risk.data.tier === null ? (
          <p className="text-ink-soft">None so far: there is no risk to show before the first one.</p>
        ) : (
          <p className="flex items-baseline gap-3">
            <span className="text-2xl font-semibold tabular-nums">{risk.data.score}</span>
            <Badge tone={tiers[risk.data.tier].tone}>{tiers[risk.data.tier].label}</Badge>
            <span className="text-sm text-ink-soft">of 100; higher is riskier</span>
          </p>
        )}
      </Section>
      <DataTable
        id="user-sign-ins"
        label="Sign-ins"
        columns={columns}
        rows={query.data?.signIns}
        rowKey={({ signInId }) => signInId}
        busy={query.isPlaceholderData}
        error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        empty={<EmptyState icon={ShieldAlert} title="No sign-ins yet" />}
        pager={
          <Pager
            summary={query.data && `${query.data.signIns.length} on this page`}
            onFirst={filters.cursor === null ? undefined : () => void setFilters({ cursor: null })}
            onNext={next === null ? undefined : () => void setFilters({ cursor: next })}
          />
        }
      />
    </div>
  );
}
