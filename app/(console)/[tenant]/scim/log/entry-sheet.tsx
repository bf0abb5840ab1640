"use client";

import { useExtracted } from "next-intl";
import Link from "next/link";
import { Badge, Callout } from "@/components/ui/feedback";
import { Facts } from "@/components/ui/page/page";
import { Sheet } from "@/components/ui/dialog/sheet";
import { Code, ExactTime } from "@/components/ui/text";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import type { ProvisioningEntry } from "@/server/domain/provisioning/log.schema";
import { useOutcomes } from "./filters";

/**
 * Returns the address and the label ("user 7") of the target if the target is a user or a role. Returns null for other targets.
 */
function useThing(tenant: string, target: string | null | undefined) {
  const t = useExtracted("scim");
  const [, kind, id = ""] = /^(user|role):(\d+)$/.exec(target ?? "") ?? [];
  if (kind === undefined) return null;
  return kind === "user"
    ? { page: `/${tenant}/users/${id}`, words: t("user {id}", { id }) }
    : { page: `/${tenant}/roles/${id}`, words: t("role {id}", { id }) };
}

/** Shows all data of one SCIM request of an identity provider. */
export function EntrySheet({
  tenant,
  entry,
  onClose,
}: {
  tenant: string;
  entry: ProvisioningEntry | null;
  onClose: () => void;
}) {
  const t = useExtracted("scim");
  const locale = useDateLocale();
  const outcomes = useOutcomes();
  const thing = useThing(tenant, entry?.target);
  return (
    <Sheet
      open={entry !== null}
      onOpenChange={onClose}
      title={t("A provider’s request")}
      description={entry ? <ExactTime at={entry.at} /> : undefined}
    >
      {entry && (
        <div className="space-y-4">
          {entry.detail && (
            <Callout tone={entry.outcome === "failed" ? "danger" : "warning"} title={t("Reason for refusal")}>
              {entry.detail}
            </Callout>
          )}
          <div className="-mx-4">
            <Facts
              items={[
                {
                  label: t("Outcome"),
                  value: (
                    <span className="flex items-center gap-2">
                      <Badge tone={outcomes[entry.outcome].tone}>{outcomes[entry.outcome].label}</Badge>
                      <span className="text-ink-soft">{`HTTP ${entry.status}`}</span>
                    </span>
                  ),
                },
                {
                  label: t("Request"),
                  value: (
                    <code className="font-mono text-sm break-all">
                      {entry.method} {entry.path}
                    </code>
                  ),
                },
                {
                  label: t("About"),
                  value: thing ? (
                    <Link href={thing.page} className="text-accent-text underline">
                      {entry.about ?? thing.words}
                    </Link>
                  ) : (
                    (entry.about ?? t("No specific resource"))
                  ),
                },
                { label: t("Token"), value: entry.token?.name ?? t("No valid token") },
                { label: t("Duration"), value: `${entry.durationMs.toLocaleString(locale)} ms` },
                {
                  label: t("Request id"),
                  value: entry.requestId ? (
                    <Code text={entry.requestId} label={t("request id")} />
                  ) : (
                    t("None")
                  ),
                },
              ]}
            />
          </div>
        </div>
      )}
    </Sheet>
  );
}
