"use client";

import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { EmptyState } from "@/components/ui/feedback";
import { Facts } from "@/components/ui/page/page";
import { Sheet } from "@/components/ui/dialog/sheet";
import { ExactTime, RelativeTime } from "@/components/ui/text";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import type { SyncRun } from "@/server/domain/role-sync/role-sync.schema";
import { QueryTable } from "../../../_frame/lists/query-table";
import { RunState, useRunWords } from "../run-state";

/** Returns the labels of the counters of a run. */
function useCountWords(): Record<string, string> {
  const t = useExtracted("role-sync");
  return {
    rows: t("Rows read"),
    added: t("Roles granted"),
    removed: t("Roles removed"),
    unknownPeople: t("Unknown people"),
    unknownRoles: t("Unknown roles"),
  };
}

/** Lists the newest runs of a source with their changes and errors. */
export function SourceRuns({ sourceId }: { sourceId: number }) {
  const t = useExtracted("role-sync");
  const locale = useDateLocale();
  const runWords = useRunWords();
  const countWords = useCountWords();
  const query = useQuery(
    useTRPC().roleSync.runs.queryOptions(
      { sourceId },
      // Polls, because runs start and end on the server. Polls faster while a run is in progress.
      { refetchInterval: ({ state }) => (state.data?.[0]?.status === "running" ? 1_000 : 5_000) },
    ),
  );
  const [opened, setOpened] = useState<SyncRun | null>(null);
  return (
    <>
      <QueryTable<SyncRun>
        query={query}
        id="role-sync-runs"
        label={t("Runs")}
        columns={[
          {
            id: "started",
            header: t("Started"),
            width: 8,
            cell: ({ startedAt }) => <RelativeTime at={startedAt} />,
          },
          { id: "state", header: t("Result"), width: 8, cell: (run) => <RunState run={run} /> },
          {
            id: "what",
            header: t("Changes made"),
            width: 20,
            cell: (run) => (
              <span className="block max-w-96 truncate text-ink-soft" title={runWords(run)}>
                {runWords(run)}
              </span>
            ),
          },
        ]}
        rows={query.data}
        rowKey={({ runId }) => runId}
        onRowClick={setOpened}
        toolbar={<h2 className="px-2 font-semibold">{t("Runs")}</h2>}
        empty={<EmptyState icon={History} title={t("It has not run yet")} />}
      />
      <Sheet
        open={opened !== null}
        onOpenChange={() => setOpened(null)}
        title={t("Run details")}
        description={opened ? <ExactTime at={opened.startedAt} /> : undefined}
      >
        {opened && (
          <div className="space-y-4">
            <RunState run={opened} />
            {opened.status === "succeeded" && (
              <div className="-mx-4">
                <Facts
                  items={Object.entries(opened.counts).map(([name, value]) => ({
                    label: countWords[name] ?? name,
                    value: value.toLocaleString(locale),
                  }))}
                />
              </div>
            )}
            {opened.errors.length > 0 && (
              <div>
                <h3 className="mb-1 font-semibold">
                  {opened.status === "failed" ? t("Reason for no changes") : t("Skipped")}
                </h3>
                <ul className="list-disc space-y-1 pl-5 break-words text-ink-soft">
                  {opened.errors.map((error) => (
                    <li key={error}>{error}</li>
                  ))}
                </ul>
              </div>
            )}
          </div>
        )}
      </Sheet>
    </>
  );
}
