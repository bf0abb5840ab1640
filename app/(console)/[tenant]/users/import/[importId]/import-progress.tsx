"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Play, Square } from "lucide-react";
import { useExtracted } from "next-intl";
import { useQueryStates } from "nuqs";
import { useEffect } from "react";
import { toast } from "@/components/toast";
import { saveCsv } from "@/components/data/csv-file";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page/page";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { ImportColumn, UserImport } from "@/server/domain/user-imports/user-imports.schema";
import { useAction } from "../../../../_frame/use-action";
import { useNumber } from "../import-state";
import { rowFilters, rowsQuery } from "../../filters";
import { ImportRows } from "./import-rows";

/** Shows the progress of an import and the outcome of each row. */
export function ImportProgress({ one, tenant }: { one: UserImport; tenant: string }) {
  const t = useExtracted("users");
  const number = useNumber();
  const { importId, counts, rowCount, status } = one;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [filters] = useQueryStates(rowFilters);
  const rows = useQuery(
    trpc.userImports.rows.queryOptions(rowsQuery(importId, filters), {
      placeholderData: keepPreviousData,
      refetchInterval: status === "running" ? 2_000 : false,
    }),
  );
  const { refetch } = rows;
  // Fetches the rows again when the import ends. A short import can end before the next polling request.
  useEffect(() => {
    if (status !== "running") void refetch();
  }, [status, refetch]);
  const stop = useAction(trpc.userImports.stop.mutationOptions(), () => t("The import is stopped."));
  const start = useAction(trpc.userImports.start.mutationOptions(), () => t("The import continues."));
  const attempt = (work: Promise<unknown>) => void work.catch(toast.refused);
  const save = async () => {
    const { header, rows: refused } = await queries.fetchQuery(
      trpc.userImports.problems.queryOptions({ importId }),
    );
    saveCsv(`${tenant}-import-${importId}-refused.csv`, [
      ["line", "problem", ...header],
      ...refused.map(({ line, problem, cells }) => [line, problem, ...cells]),
    ]);
  };
  const finished = rowCount - counts.waiting;
  return (
    <div className="space-y-4">
      {status === "stopped" && (
        <Callout
          tone="warning"
          title={t("Stopped with {count, plural, one {# row} other {# rows}} remaining", {
            count: counts.waiting,
          })}
        >
          {one.stopReason} {t("It continues from the same row when you start it again.")}
        </Callout>
      )}
      <Section
        title={status === "finished" ? t("Result") : t("Progress")}
        actions={
          <div className="flex flex-wrap gap-2">
            {counts.refused > 0 && (
              <Button onClick={() => attempt(save())}>
                <Download aria-hidden />
                {t("Refused rows")}
              </Button>
            )}
            {status === "running" && (
              <Button onClick={() => attempt(stop({ importId }))}>
                <Square aria-hidden />
                {t("Stop")}
              </Button>
            )}
            {status === "stopped" && (
              <Button
                variant="primary"
                onClick={() => attempt(start({ importId, columns: one.columns as ImportColumn[] }))}
              >
                <Play aria-hidden />
                {t("Resume")}
              </Button>
            )}
          </div>
        }
      >
        <ProgressBar label={t("Rows processed")} done={finished} of={rowCount} />
        <p className="mt-2 text-sm text-ink-soft tabular-nums" aria-live="polite">
          {status === "running"
            ? t(
                "{finished, number} of {count, plural, one {# row} other {# rows}} processed. The import continues if you leave this page.",
                { finished, count: rowCount },
              )
            : t("{finished, number} of {count, plural, one {# row} other {# rows}} processed", {
                finished,
                count: rowCount,
              })}
        </p>
        <dl className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
          {(
            [
              [t("Added"), counts.created],
              [t("Changed"), counts.updated],
              [t("Unchanged"), counts.unchanged],
              [t("Refused"), counts.refused],
            ] as const
          ).map(([label, count]) => (
            <div key={label}>
              <dt className="text-sm text-ink-faint">{label}</dt>
              <dd className="text-lg font-semibold tabular-nums">{number(count)}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <ImportRows query={rows} />
    </div>
  );
}
