"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useQueryStates } from "nuqs";
import type { z } from "zod";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { EmptyState, Skeleton } from "@/components/ui/feedback";
import { FilterSelect } from "@/components/ui/input";
import { Section } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/text";
import type { RecentSignIn, RiskSummary } from "@/server/domain/risk/risk.schema";
import { riskTiers } from "@/server/domain/risk/tiers.schema";
import { PersonCell } from "../../_frame/person-cell";
import { QueryError } from "../../_frame/query-error";
import { RiskBadge } from "../../_frame/risk-badge";
import { SignInWhy } from "../../_frame/sign-in-why";
import { riskFilters } from "./filters";
import { RiskDays } from "./risk-days";
import { outcomeWords } from "./words";

type Summary = z.output<typeof RiskSummary>;

const meanings = {
  low: "Score below 25",
  medium: "Score 25 to 49",
  high: "Score 50 to 74",
  critical: "Score 75 and above",
} as const;

/** How risky the latest sign-ins were: in figures, by day, by person and one by one. */
export function RiskOverview({ tenant }: { tenant: string }) {
  const trpc = useTRPC();
  const [{ days }, setFilters] = useQueryStates(riskFilters);
  const query = useQuery({
    ...trpc.risk.events.queryOptions({ days }),
    placeholderData: keepPreviousData,
  });
  const recent = useQuery({
    ...trpc.risk.recent.queryOptions({ days }),
    placeholderData: keepPreviousData,
  });
  if (query.isError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  const summary = query.data;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-soft">
          {summary
            ? `${summary.totalEvents.toLocaleString("en")} scored ${summary.totalEvents === 1 ? "sign-in" : "sign-ins"}; days are in UTC.`
            : "…"}
        </p>
        <FilterSelect
          label="Period"
          value={String(days)}
          onChange={(next) => void setFilters({ days: Number(next) as typeof days })}
          options={[
            { value: "7", label: "Last 7 days" },
            { value: "30", label: "Last 30 days" },
            { value: "90", label: "Last 90 days" },
          ]}
        />
      </div>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4">
        {riskTiers.map((tier) => (
          <div key={tier} className="flex flex-col-reverse bg-surface px-4 py-3">
            <dt className="mt-0.5 flex flex-col items-start gap-1 text-sm text-ink-soft sm:flex-row sm:items-center sm:gap-2">
              <RiskBadge tier={tier} />
              {meanings[tier]}
            </dt>
            <dd className="text-2xl font-semibold tracking-tight tabular-nums">
              {summary ? summary.byTier[tier].toLocaleString("en") : <Skeleton className="my-2 w-12" />}
            </dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Section title="By day">
          {summary ? <RiskDays days={summary.byDay} /> : <Skeleton className="h-36" />}
        </Section>
        <Section title="Riskiest people" description="By their highest score." flush>
          {!summary ? (
            <Skeleton className="m-4" />
          ) : summary.topUsers.length === 0 ? (
            <p className="px-4 py-6 text-center text-ink-soft">Nobody’s sign-ins were scored.</p>
          ) : (
            <TopUsers tenant={tenant} people={summary.topUsers} />
          )}
        </Section>
      </div>
      <DataTable
        id="risk-events"
        label="Latest risky sign-ins"
        columns={columnsOf(tenant)}
        rows={recent.data}
        rowKey={({ signInId }) => signInId}
        busy={recent.isPlaceholderData}
        error={recent.isError && <QueryError error={recent.error} retry={() => void recent.refetch()} />}
        toolbar={<h2 className="px-2 font-semibold">Latest sign-ins that were refused or looked risky</h2>}
        empty={
          <EmptyState icon={ShieldCheck} title="No risky sign-ins">
            In this period nothing was refused, and nothing scored 25 or more.
          </EmptyState>
        }
      />
    </div>
  );
}

const TopUsers = ({ tenant, people }: { tenant: string; people: Summary["topUsers"] }) => (
  <ul className="divide-y divide-line">
    {people.map((person) => (
      <li key={person.userId} className="flex items-center justify-between gap-3 px-4 py-2">
        <PersonCell tenant={tenant} {...person} />
        <span className="shrink-0 text-right text-sm text-ink-soft tabular-nums">
          <span className="block font-semibold text-ink">{person.maxScore}</span>
          {person.events} {person.events === 1 ? "sign-in" : "sign-ins"}
        </span>
      </li>
    ))}
  </ul>
);

const columnsOf = (tenant: string): Column<RecentSignIn>[] => [
  { id: "at", header: "When", width: 8, cell: ({ at }) => <RelativeTime at={at} /> },
  {
    id: "person",
    header: "Person",
    width: 14,
    cell: ({ userId, name, email }) =>
      userId === null ? (
        <span className="text-ink-faint">Nobody of this organization</span>
      ) : (
        <PersonCell tenant={tenant} userId={userId} name={name} email={email} />
      ),
  },
  {
    id: "risk",
    header: "Risk",
    width: 7,
    cell: ({ tier, score }) =>
      tier === null ? (
        <span className="text-ink-faint">Not scored</span>
      ) : (
        <span className="inline-flex items-center gap-2">
          <RiskBadge tier={tier} />
          <span className="tabular-nums">{score}</span>
        </span>
      ),
  },
  { id: "outcome", header: "Outcome", width: 8, cell: ({ outcome }) => outcomeWords[outcome] ?? outcome },
  {
    id: "signals",
    header: "Why",
    width: 16,
    hideable: true,
    cell: (signIn) => <SignInWhy signIn={signIn} />,
  },
  {
    id: "place",
    header: "From",
    width: 12,
    hideable: true,
    cell: ({ place, ip }) => (
      <span className="block max-w-56">
        <span className="block truncate">{place ?? "Unknown place"}</span>
        {ip && <span className="block truncate font-mono text-xs text-ink-soft">{ip}</span>}
      </span>
    ),
  },
];
