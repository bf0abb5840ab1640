import { useExtracted } from "next-intl";
import { DayBars, Legend } from "@/components/ui/day-bars";
import { riskTiers, type RiskTier } from "@/server/domain/risk/tiers.schema";
import { useTierWords } from "./words";

type Day = { date: string } & Record<RiskTier, number>;

const colours: Record<RiskTier, string> = {
  low: "bg-line-strong/50",
  medium: "bg-info-text",
  high: "bg-warning-text",
  critical: "bg-danger",
};

/** Chart of the scored sign-ins per day, divided by risk tier. */
export function RiskDays({ days }: { days: Day[] }) {
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
