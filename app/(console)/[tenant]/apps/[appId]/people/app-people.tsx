"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MoreHorizontal, Unplug, Users } from "lucide-react";
import { useExtracted } from "next-intl";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { IconButton } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { ConfirmDialog, Menu, MenuItem } from "@/components/ui/dialog/overlay";
import { Avatar } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import type { AppPerson } from "@/server/domain/apps/console.schema";
import { CursorPager } from "../../../../_frame/lists/cursor-pager";
import { usePersonName } from "../../../../_frame/people/person-cell";
import { QueryTable } from "../../../../_frame/lists/query-table";
import { useAction } from "../../../../_frame/use-action";
import { peopleFilters, peopleQuery } from "./filters";

/** Lists the people who authorized the app, with their use of the app. */
export function AppPeople({ tenant, appId }: { tenant: string; appId: number }) {
  const t = useExtracted("apps");
  const trpc = useTRPC();
  const [filters, setFilters] = useQueryStates(peopleFilters, { history: "push" });
  const query = useQuery(
    trpc.apps.people.queryOptions(peopleQuery(appId, filters), { placeholderData: keepPreviousData }),
  );
  const use = useQuery(trpc.apps.rows.queryOptions({})).data?.find((row) => row.appId === appId);
  const [asked, setAsked] = useState<AppPerson | null>(null);
  const nameOf = usePersonName();
  const withdraw = useAction(trpc.connectedApps.withdraw.mutationOptions(), () =>
    t("The authorization was withdrawn."),
  );
  const columns: Column<AppPerson>[] = [
    {
      id: "name",
      header: t("Person"),
      width: 16,
      cell: (person) => (
        <span className="flex items-center gap-2.5">
          <Avatar name={nameOf(person)} />
          <span className="max-w-56 truncate">{nameOf(person)}</span>
        </span>
      ),
    },
    {
      id: "email",
      header: t("E-mail"),
      width: 14,
      cell: (person) => (
        <span className="block max-w-64 truncate text-ink-soft" title={person.email ?? undefined}>
          {person.email}
        </span>
      ),
    },
    {
      id: "active",
      header: t("Now"),
      width: 6,
      cell: (person) =>
        person.activeNow ? <Badge tone="success">{t("Active")}</Badge> : <Badge>{t("Idle")}</Badge>,
    },
    {
      id: "token",
      header: t("Last token"),
      width: 8,
      cell: (person) =>
        person.lastTokenIssuedAt ? (
          <RelativeTime at={person.lastTokenIssuedAt} />
        ) : (
          <span className="text-ink-faint">{t("Never")}</span>
        ),
    },
    {
      id: "since",
      header: t("Authorized"),
      width: 8,
      cell: (person) => <RelativeTime at={person.authorizedAt} className="text-ink-soft" />,
    },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (person) => (
        <span className="relative z-10">
          <Menu
            trigger={
              <IconButton label={t("Actions for {name}", { name: nameOf(person) })}>
                <MoreHorizontal />
              </IconButton>
            }
          >
            <MenuItem danger onSelect={() => setAsked(person)}>
              <Unplug aria-hidden />
              {t("Withdraw authorization…")}
            </MenuItem>
          </Menu>
        </span>
      ),
    },
  ];
  return (
    <>
      <QueryTable
        query={query}
        id="app-people"
        label={t("People who authorized the app")}
        columns={columns}
        rows={query.data?.people}
        rowKey={(person) => person.userId}
        rowHref={(person) => `/${tenant}/users/${person.userId}`}
        toolbar={
          <p className="px-1 py-1.5 text-sm text-ink-soft">
            {use
              ? t(
                  "{people, plural, one {# person has} other {# people have}} authorized this app; {active, plural, one {# has} other {# have}} a valid token.",
                  { people: use.distinctUserCount, active: use.activeNowCount },
                )
              : t("People who consented to share their identity with the app.")}
          </p>
        }
        empty={
          <EmptyState icon={Users} title={t("No user has authorized this app")}>
            {t("People appear here when they first sign in to it.")}
          </EmptyState>
        }
        pager={
          <CursorPager
            shown={query.data?.people.length}
            cursor={filters.cursor}
            next={query.data?.nextCursor}
            onTurn={(cursor) => void setFilters({ cursor })}
          />
        }
      />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={t("Withdraw the authorization of {name}?", { name: asked ? nameOf(asked) : "" })}
        action={t("Withdraw")}
        danger
        onConfirm={async () => asked && withdraw({ userId: asked.userId, appId })}
      >
        <p>
          {t(
            "The app’s tokens of this person end at once. They may still open it: the next sign-in asks them to agree again.",
          )}
        </p>
      </ConfirmDialog>
    </>
  );
}
