import { Badge } from "@/components/ui/feedback";
import type { SyncRun } from "@/server/domain/role-sync/role-sync.schema";

/** How a run ended, or that it has not. */
export function RunState({ run }: { run: SyncRun }) {
  if (run.status === "running") return <Badge tone="info">Running</Badge>;
  if (run.status === "failed") return <Badge tone="danger">Failed</Badge>;
  return run.errors.length > 0 ? (
    <Badge tone="warning">With remarks</Badge>
  ) : (
    <Badge tone="success">Succeeded</Badge>
  );
}

const count = (run: SyncRun, name: string) => (run.counts[name] ?? 0).toLocaleString("en");

/** What a run did, in a few words. */
export const runWords = (run: SyncRun) =>
  run.status === "succeeded"
    ? `${count(run, "rows")} ${run.counts["rows"] === 1 ? "row" : "rows"} read, ${count(run, "added")} granted, ${count(run, "removed")} taken away`
    : run.status === "failed"
      ? (run.errors[0] ?? "Nothing was changed.")
      : "Reading the feed…";

/** Minutes as people say them. */
export function every(minutes: number) {
  if (minutes % 1_440 === 0) return minutes === 1_440 ? "Every day" : `Every ${minutes / 1_440} days`;
  if (minutes % 60 === 0) return minutes === 60 ? "Every hour" : `Every ${minutes / 60} hours`;
  return `Every ${minutes} minutes`;
}
