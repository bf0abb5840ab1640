import { useExtracted } from "next-intl";
import { cn } from "@/components/ui/cn";
import { useDateLocale } from "@/components/ui/use-date-locale";
import { riskTiers, type RiskTier } from "@/server/domain/risk/tiers.schema";
import { useTierWords } from "./words";

type Day = { date: string } & Record<RiskTier, number>;

const colours: Record<RiskTier, string> = {
  low: "bg-line-strong/50",
  medium: "bg-info-text",
  high: "bg-warning-text",
  critical: "bg-danger",
};

const total = (day: Day) => riskTiers.reduce((sum, tier) => sum + day[tier], 0);

/** A column for each day, its sign-ins by how risky they were; the same in a table for those who do not see it. */
export function RiskDays({ days }: { days: Day[] }) {
  const t = useExtracted("security");
  const tierWords = useTierWords();
  const locale = useDateLocale();
  const label = (date: string) =>
    new Date(`${date}T00:00:00Z`).toLocaleDateString(locale, {
      day: "numeric",
      month: "short",
      timeZone: "UTC",
    });
  const most = Math.max(1, ...days.map(total));
  return (
    <figure>
      <div aria-hidden className="flex h-36 items-end gap-px sm:gap-1">
        {days.map((day) => (
          <div
            key={day.date}
            title={`${label(day.date)}: ${riskTiers.map((tier) => `${day[tier]} ${tierWords[tier].within}`).join(", ")}`}
            className="flex h-full min-w-0 flex-1 flex-col-reverse gap-px border-b border-line hover:bg-sunken"
          >
            {riskTiers
              .filter((tier) => day[tier] > 0)
              .map((tier) => (
                <span
                  key={tier}
                  className={cn("mx-auto block min-h-0.5 w-full max-w-10", colours[tier])}
                  style={{ height: `${(day[tier] / most) * 100}%` }}
                />
              ))}
          </div>
        ))}
      </div>
      <div aria-hidden className="mt-1 flex justify-between text-xs text-ink-faint">
        <span>{days[0] && label(days[0].date)}</span>
        <span>{days.at(-1) && label(days.at(-1)!.date)}</span>
      </div>
      <ul aria-hidden className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
        {riskTiers.map((tier) => (
          <li key={tier} className="flex items-center gap-1.5">
            <span className={cn("size-2.5 rounded-sm", colours[tier])} />
            {tierWords[tier].name}
          </li>
        ))}
      </ul>
      <table className="sr-only">
        <caption>{t("Scored sign-ins by day")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Day")}</th>
            {riskTiers.map((tier) => (
              <th key={tier} scope="col">
                {tierWords[tier].within}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{label(day.date)}</th>
              {riskTiers.map((tier) => (
                <td key={tier}>{day[tier]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
