import { useExtracted } from "next-intl";
import type { Column } from "@/components/data-table/data-table";
import { RelativeTime } from "@/components/ui/text";
import type { RecentSignIn } from "@/server/domain/risk/risk.schema";
import { useDeviceColumns } from "../../_frame/device-columns";
import { PersonCell } from "../../_frame/people/person-cell";
import { useOutcomeWords } from "../../_frame/sign-ins/outcome-words";
import { RiskBadge } from "../../_frame/sign-ins/risk-badge";
import { SignInWhy } from "../../_frame/sign-ins/sign-in-why";

/** Returns the columns of the list of recent risky sign-ins. */
export function useRecentColumns(tenant: string, mayReadRules: boolean): Column<RecentSignIn>[] {
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
