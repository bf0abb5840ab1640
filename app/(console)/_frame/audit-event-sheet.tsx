"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Sheet } from "@/components/ui/sheet";
import { Facts } from "@/components/ui/page";
import { Code, CopyButton, ExactTime } from "@/components/ui/text";
import type { AuditEvent } from "@/server/domain/audit/audit.schema";
import { channelOf, EventChanges, eventWords } from "./audit-words";

const fact = (label: string, value: ReactNode) => (value === null ? [] : [{ label, value }]);

/** All that the log knows of one event. `hrefOf` says where a thing's page is, `kind:id`. */
export function AuditEventSheet({
  event,
  onClose,
  hrefOf,
}: {
  event: AuditEvent;
  onClose: () => void;
  hrefOf?: (ref: string) => string | null;
}) {
  const thing = (ref: string, label: string | null = null) => {
    const href = hrefOf?.(ref) ?? null;
    const words = (
      <>
        {label !== null && `${label} `}
        <code className="font-mono text-xs text-ink-soft">{ref}</code>
      </>
    );
    return href === null ? (
      words
    ) : (
      <Link href={href} className="rounded text-accent-text hover:underline">
        {words}
      </Link>
    );
  };
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={eventWords(event.action)}
      description={<ExactTime at={event.at} />}
      footer={
        <span className="flex items-center gap-1 text-sm text-ink-soft">
          Copy as JSON
          <CopyButton text={JSON.stringify(event, null, 2)} label="Copy the event as JSON" />
        </span>
      }
    >
      <div className="-mx-5 -mt-4">
        <Facts
          items={[
            { label: "Who", value: event.actorLabel ?? event.userEmail ?? "The system itself" },
            ...fact("Address of theirs", event.userEmail),
            ...fact("Account", event.userId === null ? null : thing(`user:${event.userId}`)),
            ...fact("Credential", event.clientId && <Code text={event.clientId} label="the client id" />),
            { label: "Through", value: channelOf(event.action) },
            { label: "To", value: thing(event.target, event.targetLabel) },
            ...fact("Concerning", event.related && thing(event.related)),
            ...fact("App", event.appId === null ? null : thing(`app:${event.appId}`)),
            ...fact("IP address", event.ip && <Code text={event.ip} label="the IP address" />),
            ...fact("Request", event.requestId && <Code text={event.requestId} label="the request id" />),
            { label: "Event", value: <Code text={event.action} label="the event’s name" /> },
          ]}
        />
      </div>
      <h3 className="mt-5 font-semibold">What changed</h3>
      {event.changes ? (
        <EventChanges changes={event.changes} />
      ) : (
        <p className="mt-1 text-ink-soft">The event itself says it all.</p>
      )}
    </Sheet>
  );
}
