"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { LinkButton } from "@/components/ui/link-button";
import { Skeleton } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page/page";
import { EventList } from "../../../../_frame/log/activity-feed";
import { CursorPager } from "../../../../_frame/lists/cursor-pager";
import { QueryError } from "../../../../_frame/lists/query-error";
import { activityFilters, activityQuery } from "../../filters";

/** Lists the events about a user's account, newest first. */
export function UserActivity({ tenant, userId }: { tenant: string; userId: number }) {
  const t = useExtracted("users");
  const [filters, setFilters] = useQueryStates(activityFilters, { history: "push" });
  const query = useQuery(
    useTRPC().audit.page.queryOptions(activityQuery(userId, filters), { placeholderData: keepPreviousData }),
  );
  if (query.isLoadingError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  return (
    <Section
      title={t("Activity")}
      description={t("What was done to this account, and by whom.")}
      flush
      actions={
        <LinkButton size="sm" href={`/${tenant}/audit?target=user:${userId}`}>
          {t("View in audit log")}
        </LinkButton>
      }
    >
      {query.data ? <EventList events={query.data.events} /> : <Skeleton className="m-4" />}
      <div className="flex items-center justify-between gap-2 border-t border-line px-3 py-2">
        <CursorPager
          shown={query.data?.events.length}
          cursor={filters.cursor}
          next={query.data?.nextCursor}
          onTurn={(cursor) => void setFilters({ cursor })}
        />
      </div>
    </Section>
  );
}
