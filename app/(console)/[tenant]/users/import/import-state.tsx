import { Badge } from "@/components/ui/feedback";
import type { UserImport } from "@/server/domain/user-imports/user-imports.schema";

/** How far an import is, in a word. */
export function ImportState({ one: { status, counts } }: { one: Pick<UserImport, "status" | "counts"> }) {
  if (status === "draft") return <Badge>Not started</Badge>;
  if (status === "running") return <Badge tone="info">Running</Badge>;
  if (status === "stopped") return <Badge tone="warning">Stopped</Badge>;
  return counts.refused > 0 ? (
    <Badge tone="warning">Done, with refusals</Badge>
  ) : (
    <Badge tone="success">Done</Badge>
  );
}

/** A number as readers count. */
export const number = (value: number) => value.toLocaleString("en");

/** A number of rows, in words. */
export const rowsWord = (count: number) => `${number(count)} ${count === 1 ? "row" : "rows"}`;
