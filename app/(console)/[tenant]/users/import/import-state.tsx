import { useExtracted } from "next-intl";
import { Badge } from "@/components/ui/feedback";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import type { UserImport } from "@/server/domain/user-imports/user-imports.schema";

/** Badge for the state of an import. */
export function ImportState({ one: { status, counts } }: { one: Pick<UserImport, "status" | "counts"> }) {
  const t = useExtracted("users");
  if (status === "draft") return <Badge>{t("Not started")}</Badge>;
  if (status === "running") return <Badge tone="info">{t("Running")}</Badge>;
  if (status === "stopped") return <Badge tone="warning">{t("Stopped")}</Badge>;
  return counts.refused > 0 ? (
    <Badge tone="warning">{t("Completed with refused rows")}</Badge>
  ) : (
    <Badge tone="success">{t("Done")}</Badge>
  );
}

/** Returns a function that formats a number in the number format of the page's language. */
export function useNumber(): (value: number) => string {
  const locale = useDateLocale();
  return (value) => value.toLocaleString(locale);
}

/** Returns a function that formats a number of rows as text. */
export function useRowsWord(): (count: number) => string {
  const t = useExtracted("users");
  return (count) => t("{count, plural, one {# row} other {# rows}}", { count });
}
