"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Form, NumberField, SubmitButton } from "@/components/form/form";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { Section } from "@/components/ui/page/page";
import { NotLoaded } from "../../_frame/records/not-loaded";
import { useAction } from "../../_frame/use-action";
import { useDecision } from "../../_frame/use-decision";

const auditSettings = async () => (await import("@/server/domain/audit/audit.schema")).AuditSettings;

const strong = (words: ReactNode) => <span className="font-medium">{words}</span>;

/**
 * Settings for the retention of the audit log. Administrators with permission to export the organization's data can change the
 * retention.
 */
export function Retention({ mayChange }: { mayChange: boolean }) {
  const t = useExtracted("settings");
  const trpc = useTRPC();
  const query = useQuery(trpc.audit.settings.queryOptions({}));
  const update = useAction(trpc.audit.updateSettings.mutationOptions(), ({ retentionDays: days }) =>
    days === null
      ? t("The audit log is kept for ever.")
      : t("The audit log is kept for {days, plural, one {# day} other {# days}}.", { days }),
  );
  const { asked, ask, dialog } = useDecision<{ days: number; run: () => Promise<unknown> }>();
  const kept = query.data?.retentionDays;
  return (
    <Section title={t("Audit log retention")} description={t("Older events are removed for good.")}>
      {kept === undefined ? (
        <NotLoaded query={query} className="h-24" />
      ) : mayChange ? (
        <Form
          schema={auditSettings}
          defaultValues={{ retentionDays: kept }}
          onSubmit={({ retentionDays }, seen) => {
            const run = () => update({ retentionDays, ...seen });
            // Compares with the value that the form is based on. After a conflict, the form is based on the newer value of
            // another administrator.
            const removes =
              retentionDays !== null && isShorter(retentionDays, seen.$basedOn["retentionDays"]);
            return removes ? ask({ days: retentionDays, run }) : run();
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
        {...dialog}
        title={t("Keep the audit log for {days, plural, one {# day} other {# days}}?", {
          days: asked?.days ?? 0,
        })}
        action={t("Remove older events")}
        danger
      >
        <p>
          {t(
            "Within the hour, all older events are permanently removed. This cannot be undone. Export the log first if you must keep it.",
          )}
        </p>
      </ConfirmDialog>
    </Section>
  );
}

/**
 * Returns true if the new retention period (`days`) may remove events. `before` is the old period in days. Other values of
 * `before` mean that the old period had no limit.
 */
export const isShorter = (days: number, before: unknown) => typeof before !== "number" || days < before;
