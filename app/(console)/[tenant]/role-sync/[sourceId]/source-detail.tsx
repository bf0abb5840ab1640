"use client";

import { useQuery } from "@tanstack/react-query";
import { Play, Trash2 } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Badge, Callout } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { DetailLayout, Facts, PageHeader, Section } from "@/components/ui/page/page";
import { Switch } from "@/components/ui/input/switch";
import { Code, ExactTime, RelativeTime } from "@/components/ui/text";
import { ActivityFeed } from "../../../_frame/log/activity-feed";
import { NotLoaded } from "../../../_frame/records/not-loaded";
import { useAction, useRemoval } from "../../../_frame/use-action";
import { useEvery } from "../run-state";
import { SourceRuns } from "./source-runs";
import { SourceSettings } from "./source-settings";

/** Page of one role source, with its settings and its runs. */
export function SourceDetail({
  tenant,
  sourceId,
  mayListRoles,
  mayReadLog,
}: {
  tenant: string;
  sourceId: number;
  mayListRoles: boolean;
  mayReadLog: boolean;
}) {
  const t = useExtracted("role-sync");
  const every = useEvery();
  const trpc = useTRPC();
  const query = useQuery(
    // Polls, because a run on the server changes the times of the last success and the next run.
    trpc.roleSync.get.queryOptions({ sourceId }, { refetchInterval: 5_000 }),
  );
  const list = useQuery(trpc.roleSync.list.queryOptions({}));
  const [deleting, setDeleting] = useState(false);
  const enable = useAction(trpc.roleSync.setEnabled.mutationOptions(), ({ enabled }) =>
    enabled ? t("The source is on.") : t("The source is off."),
  );
  const run = useAction(trpc.roleSync.runNow.mutationOptions(), () => t("The sync begins within seconds."));
  const remove = useRemoval(trpc.roleSync.remove.mutationOptions(), `/${tenant}/role-sync`, () =>
    t("The source was deleted."),
  );
  if (!query.data) return <NotLoaded page query={query} className="h-40" />;
  const source = query.data;
  const attempt = (work: Promise<unknown>) => void work.catch(toast.refused);
  return (
    <>
      <PageHeader
        trail={[{ label: t("Role sync"), href: `/${tenant}/role-sync` }]}
        title={source.name}
        meta={source.enabled ? <Badge tone="success">{t("On")}</Badge> : <Badge>{t("Off")}</Badge>}
        actions={
          <>
            <Button
              disabled={source.settings === null || !source.enabled}
              onClick={() => attempt(run({ sourceId }))}
            >
              <Play aria-hidden />
              {t("Sync now")}
            </Button>
            <Button onClick={() => setDeleting(true)} className="text-danger-text">
              <Trash2 aria-hidden />
              {t("Delete")}
            </Button>
          </>
        }
      />
      <DetailLayout
        aside={
          <>
            <Section title={t("Schedule")}>
              <label className="flex items-center justify-between gap-3">
                <span>{t("Sync automatically")}</span>
                <Switch
                  checked={source.enabled}
                  onCheckedChange={(enabled) => attempt(enable({ sourceId, enabled }))}
                />
              </label>
              <p className="mt-1 text-sm text-ink-faint">
                {t("{every}, while the source is on. If it is off, it also cannot be run manually.", {
                  every: every(source.everyMinutes),
                })}
              </p>
            </Section>
            <Section title={t("Details")} flush>
              <Facts
                items={[
                  { label: t("Source id"), value: <Code text={String(sourceId)} label={t("source id")} /> },
                  { label: t("Connector"), value: source.connectorName },
                  {
                    label: t("Roles of"),
                    value:
                      source.targetAppId === null
                        ? t("The organization")
                        : t("The app {app}", {
                            app:
                              list.data?.find((one) => one.sourceId === sourceId)?.targetAppName ??
                              String(source.targetAppId),
                          }),
                  },
                  {
                    label: t("Last success"),
                    value: source.lastSyncedAt ? <RelativeTime at={source.lastSyncedAt} /> : t("Never"),
                  },
                  {
                    label: t("Next run"),
                    value: source.nextRunAt ? <ExactTime at={source.nextRunAt} /> : t("Not planned"),
                  },
                ]}
              />
            </Section>
            {mayReadLog && (
              <Section title={t("Activity")} flush>
                <ActivityFeed
                  target={`source:${sourceId}`}
                  moreHref={`/${tenant}/audit?target=source:${sourceId}`}
                />
              </Section>
            )}
          </>
        }
      >
        {source.settings === null && (
          <Callout tone="warning" title={t("Not set up yet")}>
            {t("Enter the address that the source reads from. The first sync then starts within seconds.")}
          </Callout>
        )}
        <SourceSettings key={source.sourceId} source={source} mayListRoles={mayListRoles} />
        <SourceRuns sourceId={sourceId} />
      </DetailLayout>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={t("Delete the source {source}?", { source: source.name })}
        action={t("Delete source")}
        danger
        typed={source.name}
        onConfirm={() => remove({ sourceId })}
      >
        <p>
          {t(
            "Its settings and the list of its runs are deleted. The roles that it granted remain, as if granted manually. This cannot be undone.",
          )}
        </p>
      </ConfirmDialog>
    </>
  );
}
