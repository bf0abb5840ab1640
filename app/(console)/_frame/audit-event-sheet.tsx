"use client";

import { useExtracted } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import { Sheet } from "@/components/ui/sheet";
import { Facts } from "@/components/ui/page";
import { Code, CopyButton, ExactTime } from "@/components/ui/text";
import type { AuditEvent } from "@/server/domain/audit/audit.schema";
import { EventChanges } from "./audit-words";
import { useChannelWords, useEventWords } from "./event-words";

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
  const t = useExtracted("console");
  const eventWords = useEventWords();
  const channelOf = useChannelWords();
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
          {t("Copy as JSON")}
          <CopyButton text={JSON.stringify(event, null, 2)} label={t("Copy the event as JSON")} />
        </span>
      }
    >
      <div className="-mx-5 -mt-4">
        <Facts
          items={[
            { label: t("Who"), value: event.actorLabel ?? event.userEmail ?? t("The system itself") },
            ...fact(t("Address of theirs"), event.userEmail),
            ...fact(t("Account"), event.userId === null ? null : thing(`user:${event.userId}`)),
            ...fact(
              t("Credential"),
              event.clientId && <Code text={event.clientId} label={t("the client id")} />,
            ),
            { label: t("Through"), value: channelOf(event.action) },
            { label: t("To"), value: thing(event.target, event.targetLabel) },
            ...fact(t("Concerning"), event.related && thing(event.related)),
            ...fact(t("App"), event.appId === null ? null : thing(`app:${event.appId}`)),
            ...fact(t("IP address"), event.ip && <Code text={event.ip} label={t("the IP address")} />),
            ...fact(
              t("Request"),
              event.requestId && <Code text={event.requestId} label={t("the request id")} />,
            ),
            { label: t("Event"), value: <Code text={event.action} label={t("the event’s name")} /> },
          ]}
        />
      </div>
      <h3 className="mt-5 font-semibold">{t("What changed")}</h3>
      {event.changes ? (
        <EventChanges changes={event.changes} />
      ) : (
        <p className="mt-1 text-ink-soft">{t("The event itself says it all.")}</p>
      )}
    </Sheet>
  );
}
