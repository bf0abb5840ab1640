"use client";

import Link from "next/link";
import { Badge, Callout } from "@/components/ui/feedback";
import { Facts } from "@/components/ui/page";
import { Sheet } from "@/components/ui/sheet";
import { Code, ExactTime } from "@/components/ui/text";
import type { ProvisioningEntry } from "@/server/domain/provisioning/log.schema";
import { outcomes } from "./outcomes";

/** Where the thing that an entry is about has its page. */
function pageOf(tenant: string, target: string | null): string | null {
  const [, kind, id] = /^(user|role):(\d+)$/.exec(target ?? "") ?? [];
  return kind === undefined ? null : `/${tenant}/${kind === "user" ? "users" : "roles"}/${id}`;
}

/** One request of a provider, whole. */
export function EntrySheet({
  tenant,
  entry,
  onClose,
}: {
  tenant: string;
  entry: ProvisioningEntry | null;
  onClose: () => void;
}) {
  const page = entry && pageOf(tenant, entry.target);
  return (
    <Sheet
      open={entry !== null}
      onOpenChange={onClose}
      title="A provider’s request"
      description={entry ? <ExactTime at={entry.at} /> : undefined}
    >
      {entry && (
        <div className="space-y-4">
          {entry.detail && (
            <Callout tone={entry.outcome === "failed" ? "danger" : "warning"} title="Why it was refused">
              {entry.detail}
            </Callout>
          )}
          <div className="-mx-4">
            <Facts
              items={[
                {
                  label: "Outcome",
                  value: (
                    <span className="flex items-center gap-2">
                      <Badge tone={outcomes[entry.outcome].tone}>{outcomes[entry.outcome].label}</Badge>
                      <span className="text-ink-soft">HTTP {entry.status}</span>
                    </span>
                  ),
                },
                {
                  label: "Request",
                  value: (
                    <code className="font-mono text-sm break-all">
                      {entry.method} {entry.path}
                    </code>
                  ),
                },
                {
                  label: "About",
                  value: page ? (
                    <Link href={page} className="text-accent-text underline">
                      {entry.about ?? entry.target}
                    </Link>
                  ) : (
                    (entry.about ?? "Nobody in particular")
                  ),
                },
                { label: "Token", value: entry.token?.name ?? "None that is valid here" },
                { label: "Took", value: `${entry.durationMs.toLocaleString("en")} ms` },
                {
                  label: "Request id",
                  value: entry.requestId ? <Code text={entry.requestId} label="request id" /> : "None",
                },
              ]}
            />
          </div>
        </div>
      )}
    </Sheet>
  );
}
