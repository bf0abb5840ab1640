import { useExtracted } from "next-intl";
import { Badge, type Tone } from "@/components/ui/feedback";
import type { RiskTier } from "@/server/domain/risk/tiers.schema";

const tones: Record<RiskTier, Tone> = { low: "neutral", medium: "info", high: "warning", critical: "danger" };

/** Badge for a risk tier. Shows the score if `score` is given. */
export function RiskBadge({ tier, score }: { tier: RiskTier; score?: number | null }) {
  const t = useExtracted("console");
  const words: Record<RiskTier, string> = {
    low: t("Low"),
    medium: t("Medium"),
    high: t("High"),
    critical: t("Critical"),
  };
  return (
    <Badge tone={tones[tier]}>
      {words[tier]}
      {typeof score === "number" && ` · ${score}`}
    </Badge>
  );
}
