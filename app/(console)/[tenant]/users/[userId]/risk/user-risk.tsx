"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { useExtracted } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { Badge, EmptyState, type Tone } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page/page";
import { ExactTime } from "@/components/ui/text";
import type { SignInRow } from "@/server/domain/risk/risk.schema";
import { CursorPager } from "../../../../_frame/lists/cursor-pager";
import { useDeviceColumns } from "../../../../_frame/device-columns";
import { NotLoaded } from "../../../../_frame/records/not-loaded";
import { QueryTable } from "../../../../_frame/lists/query-table";
import { RiskBadge } from "../../../../_frame/sign-ins/risk-badge";
import { SignInWhy } from "../../../../_frame/sign-ins/sign-in-why";
import { useProofWords, useOutcomeWords } from "../../../../_frame/sign-ins/sign-in-words";
import { signInFilters, signInQuery } from "../../filters";

const outcomeTones: Record<SignInRow["outcome"], Tone> = {
  succeeded: "success",
  failed: "neutral",
  refused: "danger",
  stepped_up: "warning",
};

function useColumns(rulesHref: string | null): Column<SignInRow>[] {
  const t = useExtracted("users");
  const outcomeWords = useOutcomeWords();
  const proofWords = useProofWords();
  const { from } = useDeviceColumns();
  return [
    { id: "at", header: t("When"), width: 9, cell: ({ at }) => <ExactTime at={at} /> },
    {
      id: "outcome",
      header: t("Outcome"),
      width: 8,
      cell: ({ outcome }) => <Badge tone={outcomeTones[outcome]}>{outcomeWords[outcome]}</Badge>,
    },
    {
      id: "score",
      header: t("Risk"),
      width: 7,
      cell: ({ score, tier }) =>
        tier === null ? (
          <span className="text-ink-faint">{t("Not scored")}</span>
        ) : (
          <RiskBadge tier={tier} score={score} />
        ),
    },
    {
      id: "why",
      header: t("Reason"),
      width: 14,
      cell: (signIn) => <SignInWhy signIn={signIn} rulesHref={rulesHref} />,
    },
    {
      id: "app",
      header: t("App"),
      width: 8,
      cell: ({ appName }) => (
        <span className="block max-w-40 truncate">
          {appName ?? <span className="text-ink-faint">—</span>}
        </span>
      ),
      hideable: true,
    },
    {
      id: "method",
      header: t("Method"),
      width: 6,
      cell: ({ method }) => (method === null ? "—" : proofWords(method)),
      hideable: true,
    },
    from,
  ];
}

/** Shows the risk of a user's last sign-in. Lists all sign-in attempts with their decisions. */
export function UserRisk({ userId, rulesHref }: { userId: number; rulesHref: string | null }) {
  const t = useExtracted("users");
  const columns = useColumns(rulesHref);
  const trpc = useTRPC();
  const [filters, setFilters] = useQueryStates(signInFilters, { history: "push" });
  const risk = useQuery(trpc.risk.ofUser.queryOptions({ userId }));
  const query = useQuery(
    trpc.risk.signIns.queryOptions(signInQuery(userId, filters), { placeholderData: keepPreviousData }),
  );
  return (
    <div className="space-y-4">
      <Section title={t("Latest scored sign-in")}>
        {!risk.data ? (
          <NotLoaded query={risk} />
        ) : risk.data.tier === null ? (
          <p className="text-ink-soft">
            {t("No scored sign-ins yet. The risk appears after the first one.")}
          </p>
        ) : (
          <p className="flex items-baseline gap-3">
            <span className="text-2xl font-semibold tabular-nums">{risk.data.score}</span>
            <RiskBadge tier={risk.data.tier} />
            <span className="text-sm text-ink-soft">{t("of 100; higher is riskier")}</span>
          </p>
        )}
      </Section>
      <QueryTable
        query={query}
        id="user-sign-ins"
        label={t("Sign-ins")}
        columns={columns}
        rows={query.data?.signIns}
        rowKey={({ signInId }) => signInId}
        empty={<EmptyState icon={ShieldAlert} title={t("No sign-ins yet")} />}
        pager={
          <CursorPager
            shown={query.data?.signIns.length}
            cursor={filters.cursor}
            next={query.data?.nextCursor}
            onTurn={(cursor) => void setFilters({ cursor })}
          />
        }
      />
    </div>
  );
}
