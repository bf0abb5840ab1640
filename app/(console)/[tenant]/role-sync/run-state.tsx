import { useExtracted } from "next-intl";
import { Badge } from "@/components/ui/feedback";
import type { SyncRun } from "@/server/domain/role-sync/role-sync.schema";

/** Badge for the state of a run: the result, or "in progress". */
export function RunState({ run }: { run: SyncRun }) {
  const t = useExtracted("role-sync");
  if (run.status === "running") return <Badge tone="info">{t("Running")}</Badge>;
  if (run.status === "failed") return <Badge tone="danger">{t("Failed")}</Badge>;
  return run.errors.length > 0 ? (
    <Badge tone="warning">{t("With warnings")}</Badge>
  ) : (
    <Badge tone="success">{t("Succeeded")}</Badge>
  );
}

/** Returns a function that summarizes a run in one text. */
export function useRunWords(): (run: SyncRun) => string {
  const t = useExtracted("role-sync");
  return ({ status, counts, errors }) =>
    status === "succeeded"
      ? t(
          "{rows, plural, one {# row} other {# rows}} read, {added, number} granted, {removed, number} removed",
          { rows: counts["rows"] ?? 0, added: counts["added"] ?? 0, removed: counts["removed"] ?? 0 },
        )
      : status === "failed"
        ? (errors[0] ?? t("Nothing was changed."))
        : t("Reading the feed…");
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** Returns a function that formats an interval in minutes. */
export function useEvery(): (minutes: number) => string {
  const t = useExtracted("role-sync");
  return (minutes) =>
    minutes % DAY === 0
      ? t("{days, plural, one {Every day} other {Every # days}}", { days: minutes / DAY })
      : minutes % HOUR === 0
        ? t("{hours, plural, one {Every hour} other {Every # hours}}", { hours: minutes / HOUR })
        : t("Every {minutes, number} minutes", { minutes });
}
