"use client";

import { useQuery } from "@tanstack/react-query";
import { Play, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Badge, Callout, Skeleton } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/overlay";
import { DetailLayout, Facts, PageHeader, Section } from "@/components/ui/page";
import { Switch } from "@/components/ui/switch";
import { Code, ExactTime, RelativeTime } from "@/components/ui/text";
import { QueryError } from "../../../_frame/query-error";
import { useAction } from "../../../_frame/use-action";
import { every } from "../run-state";
import { SourceRuns } from "./source-runs";
import { SourceSettings } from "./source-settings";

/** One source: how it is set up, and what its runs did. */
export function SourceDetail({
  tenant,
  sourceId,
  mayListRoles,
}: {
  tenant: string;
  sourceId: number;
  mayListRoles: boolean;
}) {
  const trpc = useTRPC();
  const router = useRouter();
  const query = useQuery(
    // Runs that end without this page change when it last succeeded, and when it runs next.
    trpc.roleSync.get.queryOptions({ sourceId }, { refetchInterval: 5_000 }),
  );
  const list = useQuery(trpc.roleSync.list.queryOptions({}));
  const [deleting, setDeleting] = useState(false);
  const enable = useAction(trpc.roleSync.setEnabled.mutationOptions(), ({ enabled }) =>
    enabled ? "The source is on." : "The source is off.",
  );
  const run = useAction(trpc.roleSync.runNow.mutationOptions(), () => "The sync begins within seconds.");
  const remove = useAction(trpc.roleSync.remove.mutationOptions(), () => "The source was deleted.");
  if (query.isError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton className="h-40" />;
  const source = query.data;
  const attempt = (work: Promise<unknown>) => void work.catch((error: Error) => toast.error(error.message));
  return (
    <>
      <PageHeader
        trail={[{ label: "Role sync", href: `/${tenant}/role-sync` }]}
        title={source.name}
        meta={source.enabled ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
        actions={
          <>
            <Button
              disabled={source.settings === null || !source.enabled}
              onClick={() => attempt(run({ sourceId }))}
            >
              <Play aria-hidden />
              Sync now
            </Button>
            <Button onClick={() => setDeleting(true)} className="text-danger-text">
              <Trash2 aria-hidden />
              Delete
            </Button>
          </>
        }
      />
      <DetailLayout
        aside={
          <>
            <Section title="Schedule">
              <label className="flex items-center justify-between gap-3">
                <span>Sync by itself</span>
                <Switch
                  checked={source.enabled}
                  onCheckedChange={(enabled) => attempt(enable({ sourceId, enabled }))}
                />
              </label>
              <p className="mt-1 text-sm text-ink-faint">
                {every(source.everyMinutes)}, while it is on. Switched off, it also cannot be run by hand.
              </p>
            </Section>
            <Section title="Details" flush>
              <Facts
                items={[
                  { label: "Source id", value: <Code text={String(sourceId)} label="source id" /> },
                  { label: "Connector", value: source.connectorName },
                  {
                    label: "Whose roles",
                    value:
                      source.targetAppId === null
                        ? "The organization’s"
                        : `Of the app ${list.data?.find((one) => one.sourceId === sourceId)?.targetAppName ?? source.targetAppId}`,
                  },
                  {
                    label: "Last success",
                    value: source.lastSyncedAt ? <RelativeTime at={source.lastSyncedAt} /> : "Never",
                  },
                  {
                    label: "Next run",
                    value: source.nextRunAt ? <ExactTime at={source.nextRunAt} /> : "Not planned",
                  },
                ]}
              />
            </Section>
          </>
        }
      >
        {source.settings === null && (
          <Callout tone="warning" title="Not set up yet">
            Tell where the source reads from; the first sync then begins within seconds.
          </Callout>
        )}
        <SourceSettings key={source.sourceId} source={source} mayListRoles={mayListRoles} />
        <SourceRuns sourceId={sourceId} />
      </DetailLayout>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={`Delete the source ${source.name}?`}
        action="Delete source"
        danger
        typed={source.name}
        onConfirm={async () => {
          await remove({ sourceId });
          router.push(`/${tenant}/role-sync`);
        }}
      >
        <p>
          Its settings and the list of its runs are deleted. The roles that it granted stay, as if somebody
          had granted them by hand. This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
