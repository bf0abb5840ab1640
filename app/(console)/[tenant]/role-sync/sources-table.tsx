"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, RefreshCw } from "lucide-react";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { PageHeader } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import type { SourceState } from "@/server/domain/role-sync/role-sync.schema";
import { QueryTable } from "../../_frame/lists/query-table";
import { useDialogInUrl } from "../../_frame/use-dialog-in-url";
import { RunState, useEvery, useRunWords } from "./run-state";

const NewSourceDialog = lateDialog(() => import("./new-source").then((module) => module.NewSourceDialog));

function useColumns(): Column<SourceState>[] {
  const t = useExtracted("role-sync");
  const every = useEvery();
  const runWords = useRunWords();
  return [
    {
      id: "name",
      header: t("Name"),
      width: 12,
      cell: ({ name }) => <span className="block max-w-60 truncate">{name}</span>,
    },
    {
      id: "state",
      header: t("State"),
      width: 7,
      cell: ({ enabled, configured }) =>
        !configured ? (
          <Badge tone="warning">{t("Not set up")}</Badge>
        ) : enabled ? (
          <Badge tone="success">{t("On")}</Badge>
        ) : (
          <Badge>{t("Off")}</Badge>
        ),
    },
    {
      id: "target",
      header: t("Roles of"),
      width: 10,
      cell: ({ targetAppName }) => (
        <span className="block max-w-48 truncate">{targetAppName ?? t("The organization")}</span>
      ),
      hideable: true,
    },
    {
      id: "last",
      header: t("Last run"),
      width: 8,
      cell: ({ lastRun }) =>
        lastRun ? (
          <RelativeTime at={lastRun.startedAt} className="text-ink-soft" />
        ) : (
          <span className="text-ink-faint">{t("Never")}</span>
        ),
      hideable: true,
    },
    {
      id: "result",
      header: t("Result"),
      width: 18,
      cell: ({ lastRun }) =>
        lastRun && (
          <span className="flex items-center gap-2">
            <RunState run={lastRun} />
            <span className="max-w-80 truncate text-ink-soft" title={runWords(lastRun)}>
              {runWords(lastRun)}
            </span>
          </span>
        ),
      hideable: true,
    },
    {
      id: "schedule",
      header: t("Schedule"),
      width: 8,
      cell: ({ everyMinutes }) => <span className="text-ink-soft">{every(everyMinutes)}</span>,
      hideable: true,
    },
  ];
}

export function SourcesTable({ tenant, mayListApps }: { tenant: string; mayListApps: boolean }) {
  const t = useExtracted("role-sync");
  const columns = useColumns();
  const query = useQuery(
    useTRPC().roleSync.list.queryOptions(
      {},
      // Polls while a run is in progress.
      {
        refetchInterval: ({ state }) =>
          state.data?.some(({ lastRun }) => lastRun?.status === "running") ? 2_000 : false,
      },
    ),
  );
  const [adding, setAdding] = useDialogInUrl("new");
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {t("New source")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("Role sync")}
        description={t("Imports role assignments from another system. Roles granted manually do not change.")}
        actions={add}
      />
      <QueryTable
        query={query}
        id="role-sync"
        label={t("Role sync sources")}
        columns={columns}
        rows={query.data}
        rowKey={({ sourceId }) => sourceId}
        rowHref={({ sourceId }) => `/${tenant}/role-sync/${sourceId}`}
        empty={
          <EmptyState icon={RefreshCw} title={t("No sources yet")} action={add}>
            {t(
              "A source is a list of people and their roles, as CSV or JSON, that your HR system or directory publishes at an https address.",
            )}
          </EmptyState>
        }
      />
      <NewSourceDialog open={adding} onOpenChange={setAdding} tenant={tenant} mayListApps={mayListApps} />
    </>
  );
}
