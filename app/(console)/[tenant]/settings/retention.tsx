"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useState, type ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Form, NumberField, SubmitButton } from "@/components/form/form";
import { Skeleton } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/overlay";
import { Section } from "@/components/ui/page";
import { QueryError } from "../../_frame/query-error";
import { useAction } from "../../_frame/use-action";

const auditSettings = async () => (await import("@/server/domain/audit/audit.schema")).AuditSettings;

const strong = (words: ReactNode) => <span className="font-medium">{words}</span>;

/** For how long the audit log is kept; whoever may export the organization's data sets it. */
export function Retention({ mayChange }: { mayChange: boolean }) {
  const t = useExtracted("settings");
  const trpc = useTRPC();
  const query = useQuery(trpc.audit.settings.queryOptions({}));
  const update = useAction(trpc.audit.updateSettings.mutationOptions(), ({ retentionDays: days }) =>
    days === null
      ? t("The audit log is kept for ever.")
      : t("The audit log is kept for {days, plural, one {# day} other {# days}}.", { days }),
  );
  const [shorter, setShorter] = useState<number | null>(null);
  const kept = query.data?.retentionDays;
  return (
    <Section title={t("Audit log retention")} description={t("Older events are removed for good.")}>
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
            label={t("Keep events for (days)")}
            min={30}
            max={3650}
            nullable
            placeholder={t("For ever")}
            hint={t("30 to 3,650 days. Leave it empty to keep them for ever.")}
          />
          <SubmitButton>{t("Save")}</SubmitButton>
        </Form>
      ) : (
        <p>
          {kept === null
            ? t.rich("Events are kept <strong>for ever</strong>. An owner can change that.", { strong })
            : t.rich(
                "Events are kept <strong>for {days, plural, one {# day} other {# days}}</strong>. An owner can change that.",
                { strong, days: kept },
              )}
        </p>
      )}
      <ConfirmDialog
        open={shorter !== null}
        onOpenChange={(open) => !open && setShorter(null)}
        title={t("Keep the audit log for {days, plural, one {# day} other {# days}}?", {
          days: shorter ?? 0,
        })}
        action={t("Remove older events")}
        danger
        onConfirm={() => update({ retentionDays: shorter })}
      >
        <p>
          {t(
            "Within the hour, every event older than that is removed for good. It cannot be brought back. Export the log first if you must keep it.",
          )}
        </p>
      </ConfirmDialog>
    </Section>
  );
}
