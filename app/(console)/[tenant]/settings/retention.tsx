"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Form, NumberField, SubmitButton } from "@/components/form/form";
import { Skeleton } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/overlay";
import { Section } from "@/components/ui/page";
import { QueryError } from "../../_frame/query-error";
import { useAction } from "../../_frame/use-action";

const auditSettings = async () => (await import("@/server/domain/audit/audit.schema")).AuditSettings;

const words = (days: number | null) => (days === null ? "for ever" : `for ${days.toLocaleString("en")} days`);

/** For how long the audit log is kept; whoever may export the organization's data sets it. */
export function Retention({ mayChange }: { mayChange: boolean }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.audit.settings.queryOptions({}));
  const update = useAction(
    trpc.audit.updateSettings.mutationOptions(),
    ({ retentionDays }) => `The audit log is kept ${words(retentionDays)}.`,
  );
  const [shorter, setShorter] = useState<number | null>(null);
  const kept = query.data?.retentionDays;
  return (
    <Section title="Audit log retention" description="Older events are removed for good.">
      {query.isError ? (
        <QueryError error={query.error} retry={() => void query.refetch()} />
      ) : kept === undefined ? (
        <Skeleton className="h-24" />
      ) : mayChange ? (
        <Form
          key={String(kept)}
          schema={auditSettings}
          defaultValues={{ retentionDays: kept }}
          onSubmit={async ({ retentionDays }) => {
            const removes = retentionDays !== null && (kept === null || retentionDays < kept);
            if (removes) setShorter(retentionDays);
            else await update({ retentionDays });
          }}
        >
          <NumberField
            name="retentionDays"
            label="Keep events for (days)"
            min={30}
            max={3650}
            nullable
            placeholder="For ever"
            hint="30 to 3,650 days. Leave it empty to keep them for ever."
          />
          <SubmitButton>Save</SubmitButton>
        </Form>
      ) : (
        <p>
          Events are kept <span className="font-medium">{words(kept)}</span>. An owner can change that.
        </p>
      )}
      <ConfirmDialog
        open={shorter !== null}
        onOpenChange={(open) => !open && setShorter(null)}
        title={`Keep the audit log ${words(shorter)}?`}
        action="Remove older events"
        danger
        onConfirm={() => update({ retentionDays: shorter })}
      >
        <p>
          Within the hour, every event older than that is removed for good. It cannot be brought back. Export
          the log first if you must keep it.
        </p>
      </ConfirmDialog>
    </Section>
  );
}
