import { useExtracted } from "next-intl";
import { Badge } from "@/components/ui/feedback";
import { useDateLocale } from "@/components/ui/use-date-locale";
import type { UserImport } from "@/server/domain/user-imports/user-imports.schema";

/** How far an import is, in a word. */
export function ImportState({ one: { status, counts } }: { one: Pick<UserImport, "status" | "counts"> }) {
  const t = useExtracted("users");
  if (status === "draft") return <Badge>{t("Not started")}</Badge>;
  if (status === "running") return <Badge tone="info">{t("Running")}</Badge>;
  if (status === "stopped") return <Badge tone="warning">{t("Stopped")}</Badge>;
  return counts.refused > 0 ? (
    <Badge tone="warning">{t("Done, with refusals")}</Badge>
  ) : (
    <Badge tone="success">{t("Done")}</Badge>
  );
}

/** A number as readers count. */
export function useNumber(): (value: number) => string {
  const locale = useDateLocale();
  return (value) => value.toLocaleString(locale);
}

/** A number of rows, in words. */
export function useRowsWord(): (count: number) => string {
  const t = useExtracted("users");
  return (count) => t("{count, plural, one {# row} other {# rows}}", { count });
}
