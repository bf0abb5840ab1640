"use client";

import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useTRPC, type ConsoleError } from "@/components/data/trpc";
import { RelativeTime } from "@/components/ui/text";
import type { LoggedEvent } from "@/server/domain/audit/audit.schema";
import { EventChanges, EventSentence } from "./audit-words";
import { feedQuery } from "./feed-query";
import { NotLoaded } from "../records/not-loaded";

interface FeedProps {
  /** Record in the form `kind:id`, for example `user:7`. */
  target: string;
  /** Address of the audit log that is filtered by the record. */
  moreHref: string;
}

/** Lists the latest events about a record of an organization, newest first. */
export function ActivityFeed({ target, moreHref }: FeedProps) {
  const query = useQuery({ ...useTRPC().audit.page.queryOptions(feedQuery(target)), meta: { isFeed: true } });
  return <Feed query={query} moreHref={moreHref} />;
}

/** Lists the latest events about a record of the platform, newest first. */
export function PlatformActivityFeed({ target, moreHref }: FeedProps) {
  const query = useQuery({
    ...useTRPC().platform.audit.page.queryOptions(feedQuery(target)),
    meta: { isFeed: true },
  });
  return <Feed query={query} moreHref={moreHref} />;
}

function Feed({
  query,
  moreHref,
}: {
  query: UseQueryResult<{ events: LoggedEvent[]; nextCursor: string | null }, ConsoleError>;
  moreHref: string;
}) {
  const t = useExtracted("console");
  if (!query.data) return <NotLoaded query={query} className="m-4" />;
  return (
    <>
      <EventList events={query.data.events} />
      {query.data.nextCursor !== null && (
        <p className="border-t border-line px-4 py-2">
          <Link href={moreHref} className="rounded text-accent-text hover:underline">
            {t("View all in audit log")}
          </Link>
        </p>
      )}
    </>
  );
}

/** Lists events as sentences. Each event shows at most `most` changed fields. */
export function EventList({ events, most = Infinity }: { events: LoggedEvent[]; most?: number }) {
  const t = useExtracted("console");
  if (events.length === 0) return <p className="px-4 py-3 text-ink-soft">{t("No activity yet.")}</p>;
  return (
    <ol className="divide-y divide-line">
      {events.map((event) => (
        <li key={event.id} className="px-4 py-2.5">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="min-w-0 break-words">
              <EventSentence {...event} />
            </p>
            <RelativeTime at={event.at} className="text-sm text-ink-faint" />
          </div>
          <EventChanges changes={event.changes} most={most} />
        </li>
      ))}
    </ol>
  );
}
