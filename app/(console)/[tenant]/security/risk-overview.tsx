"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useExtracted } from "next-intl";
import { useQueryStates } from "nuqs";
import type * as z from "zod";
import { useTRPC } from "@/components/data/trpc";
import { EmptyState, Skeleton } from "@/components/ui/feedback";
import { FilterSelect } from "@/components/ui/input/input";
import { Section } from "@/components/ui/page/page";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import { EXACT_UP_TO } from "@/server/domain/counts/counts.schema";
import type { RiskSummary, RecentSignIn } from "@/server/domain/risk/risk.schema";
import { riskTiers, type RiskTier } from "@/server/domain/risk/tiers.schema";
import { DayBars, Legend } from "@/components/ui/day-bars";
import type { Column } from "@/components/data-table/data-table";
import { RelativeTime } from "@/components/ui/text";
import { PersonCell } from "../../_frame/people/person-cell";
import { QueryError } from "../../_frame/lists/query-error";
import { QueryTable } from "../../_frame/lists/query-table";
import { RiskBadge } from "../../_frame/sign-ins/risk-badge";
import { riskFilters } from "./filters";
import { useTierWords } from "./words";
import { useDeviceColumns } from "../../_frame/device-columns";
import { useOutcomeWords } from "../../_frame/sign-ins/sign-in-words";
import { SignInWhy } from "../../_frame/sign-ins/sign-in-why";

type Summary = z.output<typeof RiskSummary>;

function useMeanings(): Record<RiskTier, string> {
  const t = useExtracted("security");
  return {
    low: t("Score below 25"),
    medium: t("Score 25 to 49"),
    high: t("Score 50 to 74"),
    critical: t("Score 75 and above"),
  };
}

/** Shows the risk of recent sign-ins: totals, days, people and single sign-ins. */
export function RiskOverview({ tenant, mayReadRules }: { tenant: string; mayReadRules: boolean }) {
  const t = useExtracted("security");
  const meanings = useMeanings();
  const columns = useRecentColumns(tenant, mayReadRules);
  const locale = useDateLocale();
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
  if (query.isLoadingError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  const summary = query.data;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-soft">
          {summary
            ? t("{count, plural, one {# scored sign-in} other {# scored sign-ins}}; days are in UTC.", {
                count: summary.totalEvents,
              })
            : "…"}
        </p>
        <FilterSelect
          label={t("Period")}
          value={String(days)}
          onChange={(next) => void setFilters({ days: Number(next) as typeof days })}
          options={[
            { value: "7", label: t("Last 7 days") },
            { value: "30", label: t("Last 30 days") },
            { value: "90", label: t("Last 90 days") },
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
              {summary ? summary.byTier[tier].toLocaleString(locale) : <Skeleton className="my-2 w-12" />}
            </dd>
          </div>
        ))}
      </dl>
      <Section title={t("By day")}>
        {summary ? <RiskDays days={summary.byDay} /> : <Skeleton className="h-36" />}
      </Section>
      <Section title={t("Riskiest people")} description={t("By their highest score.")} flush>
        {!summary ? (
          <Skeleton className="m-4" />
        ) : summary.topUsers.length === 0 ? (
          <p className="px-4 py-6 text-center text-ink-soft">{t("No sign-ins were scored.")}</p>
        ) : (
          <TopUsers tenant={tenant} people={summary.topUsers} />
        )}
      </Section>
      <QueryTable
        query={recent}
        id="risk-events"
        label={t("Latest risky sign-ins")}
        columns={columns}
        rows={recent.data}
        rowKey={({ signInId }) => signInId}
        toolbar={
          <h2 className="px-2 font-semibold">{t("Latest sign-ins that were refused or looked risky")}</h2>
        }
        empty={
          <EmptyState icon={ShieldCheck} title={t("No risky sign-ins")}>
            {t("In this period nothing was refused, and nothing scored 25 or more.")}
          </EmptyState>
        }
      />
    </div>
  );
}

function TopUsers({ tenant, people }: { tenant: string; people: Summary["topUsers"] }) {
  const t = useExtracted("security");
  return (
    // The background colour is visible in the gaps of the grid as thin lines.
    <ul className="grid gap-px bg-line lg:grid-cols-2">
      {people.map((person) => (
        <li
          key={person.userId}
          className="flex items-center justify-between gap-3 bg-surface px-4 py-2 last:odd:col-span-full"
        >
          <PersonCell tenant={tenant} {...person} />
          <span className="shrink-0 text-right text-sm text-ink-soft tabular-nums">
            <span className="block font-semibold text-ink">{person.maxScore}</span>
            {person.events > EXACT_UP_TO
              ? t("More than {most, number} sign-ins", { most: EXACT_UP_TO })
              : t("{count, plural, one {# sign-in} other {# sign-ins}}", { count: person.events })}
          </span>
        </li>
      ))}
    </ul>
  );
}

type Day = { date: string } & Record<RiskTier, number>;

const colours: Record<RiskTier, string> = {
  low: "bg-line-strong/50",
  medium: "bg-info-text",
  high: "bg-warning-text",
  critical: "bg-danger",
};

/** Chart of the scored sign-ins per day, divided by risk tier. */
function RiskDays({ days }: { days: Day[] }) {
  const t = useExtracted("security");
  const tierWords = useTierWords();
  const series = riskTiers.map((tier) => ({
    label: tierWords[tier].name,
    within: tierWords[tier].within,
    colour: colours[tier],
  }));
  return (
    <div className="space-y-2">
      <DayBars
        label={t("Scored sign-ins by day")}
        series={series}
        days={days.map((day) => ({ date: day.date, counts: riskTiers.map((tier) => day[tier]) }))}
        empty={t("No sign-ins were scored in this period.")}
      />
      <Legend series={series} />
    </div>
  );
}

/** Returns the columns of the list of recent risky sign-ins. */
function useRecentColumns(tenant: string, mayReadRules: boolean): Column<RecentSignIn>[] {
  const t = useExtracted("security");
  const outcomeWords = useOutcomeWords();
  const { from } = useDeviceColumns();
  return [
    { id: "at", header: t("When"), width: 8, cell: ({ at }) => <RelativeTime at={at} /> },
    {
      id: "person",
      header: t("Person"),
      width: 14,
      cell: ({ userId, name, email }) =>
        userId === null ? (
          <span className="text-ink-faint">{t("Not a user of this organization")}</span>
        ) : (
          <PersonCell tenant={tenant} userId={userId} name={name} email={email} />
        ),
    },
    {
      id: "risk",
      header: t("Risk"),
      width: 7,
      cell: ({ tier, score }) =>
        tier === null ? (
          <span className="text-ink-faint">{t("Not scored")}</span>
        ) : (
          <span className="inline-flex items-center gap-2">
            <RiskBadge tier={tier} />
            <span className="tabular-nums">{score}</span>
          </span>
        ),
    },
    {
      id: "outcome",
      header: t("Outcome"),
      width: 8,
      cell: ({ outcome }) => outcomeWords[outcome] ?? outcome,
    },
    {
      id: "signals",
      header: t("Reason"),
      width: 16,
      hideable: true,
      cell: (signIn) => (
        <SignInWhy signIn={signIn} rulesHref={mayReadRules ? `/${tenant}/access-rules` : null} />
      ),
    },
    { ...from, header: t("From") },
  ];
}
