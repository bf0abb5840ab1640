import { Badge, type Tone } from "@/components/ui/feedback";
import type { RiskTier } from "@/server/domain/risk/tiers.schema";

const tones: Record<RiskTier, Tone> = { low: "neutral", medium: "info", high: "warning", critical: "danger" };

/** How serious something is. */
export const RiskBadge = ({ tier }: { tier: RiskTier }) => (
  <Badge tone={tones[tier]}>{tier.charAt(0).toUpperCase() + tier.slice(1)}</Badge>
);
