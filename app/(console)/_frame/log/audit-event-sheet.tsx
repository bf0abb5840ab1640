"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import type { ConsoleError } from "@/components/data/trpc";
import { Sheet } from "@/components/ui/dialog/sheet";
import { Facts } from "@/components/ui/page/page";
import { Code, CopyButton, ExactTime } from "@/components/ui/text";
import type { LoggedEvent } from "@/server/domain/audit/audit.schema";
import { EventChanges, ActorName } from "./audit-words";
import { useChannelWords, useTargetName, accountIn } from "./thing-words";
import { NotLoaded } from "../records/not-loaded";

/** Returns the address of the entry without the filters of the list. */
const addressOf = ({ id }: LoggedEvent) => `${window.location.origin}${window.location.pathname}?entry=${id}`;

/** Returns the event as JSON without its texts in the reader's language. */
const recordOf = ({ label: _label, actorName: _actorName, acting: _acting, ...record }: LoggedEvent) =>
  JSON.stringify(record, null, 2);

const fact = (label: string, value: ReactNode) => (value === null ? [] : [{ label, value }]);

/**
 * Shows the entry that the address of the log selects (`?entry=<id>`). The address can be shared, because the entry does not
 * need to be in the current page of the log.
 */
export function AuditEventSheet({
  query,
  onClose,
  ...rest
}: {
  query: UseQueryResult<LoggedEvent, ConsoleError>;
  onClose: () => void;
  hrefOf?: (ref: string) => string | null;
}) {
  const t = useExtracted("console");
  // Reads the properties during this render. React Query renders a component again only for properties that it has read, and the
  // lazy sheet reads them later.
  const { data, error, refetch } = query;
  if (data) return <EventSheet event={data} onClose={onClose} {...rest} />;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t("Audit log entry")}>
      <NotLoaded query={{ error, refetch }} className="h-40" />
    </Sheet>
  );
}

/** Shows all data of an event. `hrefOf` returns the page of a reference `kind:id`. */
function EventSheet({
  event,
  onClose,
  hrefOf,
}: {
  event: LoggedEvent;
  onClose: () => void;
  hrefOf?: (ref: string) => string | null;
}) {
  const t = useExtracted("console");
  const channelOf = useChannelWords();
  const targetName = useTargetName();
  const thing = (ref: string, label: string | null = null, isServiceAccount = false) => {
    const href = hrefOf?.(accountIn(ref, isServiceAccount)) ?? null;
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
      title={event.label}
      description={<ExactTime at={event.at} />}
      footer={
        <div className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
          <span className="flex items-center gap-1">
            {t("Copy as JSON")}
            <CopyButton text={recordOf(event)} label={t("Copy the event as JSON")} />
          </span>
          <span className="flex items-center gap-1">
            {t("Copy link")}
            <CopyButton text={addressOf(event)} label={t("Copy the link to this entry")} />
          </span>
        </div>
      }
    >
      <div className="-mx-5 -mt-4">
        <Facts
          items={[
            { label: t("Actor"), value: <ActorName event={event} none={t("The system itself")} /> },
            ...fact(t("Actor’s e-mail"), event.userEmail),
            ...fact(
              t("Account"),
              event.userId === null ? null : thing(`user:${event.userId}`, null, event.clientId !== null),
            ),
            ...fact(
              t("Credential"),
              event.clientId && <Code text={event.clientId} label={t("the client id")} />,
            ),
            { label: t("Channel"), value: channelOf(event.action) },
            {
              label: t("Target"),
              value: thing(
                event.target,
                event.targetLabel && targetName(event),
                event.action.includes(".service_account_"),
              ),
            },
            ...fact(t("Related to"), event.related && thing(event.related)),
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
        <p className="mt-1 text-ink-soft">{t("No further details.")}</p>
      )}
    </Sheet>
  );
}
