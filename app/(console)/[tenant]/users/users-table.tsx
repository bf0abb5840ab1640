"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileUp, UserPlus, Users } from "lucide-react";
import dynamic from "next/dynamic";
import { useExtracted } from "next-intl";
import { createSerializer, useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { EmptyState } from "@/components/ui/feedback";
import { FilterSelect, SearchInput } from "@/components/ui/input/input";
import { Avatar, PageHeader } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import type { UserRow } from "@/server/domain/users/users.schema";
import { CursorPager } from "../../_frame/lists/cursor-pager";
import { usePersonName } from "../../_frame/people/person-cell";
import { QueryTable } from "../../_frame/lists/query-table";
import { SavedViews } from "../../_frame/saved-views/saved-views";
import { useDialogInUrl } from "../../_frame/use-dialog-in-url";
import { userFilters, userQuery } from "./filters";
import { useBulkJobs } from "./use-bulk-jobs";
import { UserState } from "./user-state";
import { useCreatedColumn } from "../../_frame/lists/time-columns";

// Loaded on demand, because the dialog with its validation is as large as the list.
const NewUserDialog = lateDialog(() => import("./user-dialogs").then((module) => module.NewUserDialog));

const serialize = createSerializer(userFilters);

const BulkStrip = dynamic(() => import("./bulk-strip").then((module) => module.BulkStrip));
const BulkBar = dynamic(() => import("./bulk-bar").then((module) => module.BulkBar), { ssr: false });

function useColumns(): Column<UserRow>[] {
  const t = useExtracted("users");
  const created = useCreatedColumn<UserRow>({ hideable: true });
  return [
    {
      id: "name",
      header: t("Name"),
      sortable: true,
      width: 14,
      cell: (user) => (
        <span className="flex items-center gap-2.5">
          <Avatar name={user.name ?? user.email ?? "?"} />
          <span className="max-w-56 truncate">
            {user.name ?? <span className="text-ink-faint">{t("No name")}</span>}
          </span>
        </span>
      ),
    },
    {
      id: "email",
      header: t("E-mail"),
      sortable: true,
      width: 16,
      cell: (user) => (
        <span className="block max-w-64 truncate" title={user.email ?? undefined}>
          {user.email}
        </span>
      ),
      hideable: true,
    },
    {
      id: "status",
      header: t("Status"),
      width: 7,
      // The second badge is below the first one if the words are long, so that the table fits.
      cell: (user) => (
        <span className="block max-w-36">
          <UserState status={user.status} locked={user.locked} />
        </span>
      ),
      hideable: true,
    },
    {
      id: "roles",
      header: t("Roles"),
      align: "right",
      width: 5,
      cell: (user) => <span className="text-ink-soft">{user.roleCount}</span>,
      hideable: true,
    },
    {
      id: "session",
      header: t("Last sign-in"),
      width: 8,
      cell: (user) =>
        user.lastSessionAt ? (
          <RelativeTime at={user.lastSessionAt} className="text-ink-soft" />
        ) : (
          <span className="text-ink-faint">{t("Never")}</span>
        ),
      hideable: true,
    },
    created,
    {
      id: "id",
      header: t("User id"),
      sortable: true,
      align: "right",
      width: 6,
      cell: (user) => <span className="text-ink-soft">{user.userId}</span>,
      hideable: true,
    },
  ];
}

export function UsersTable({
  tenant,
  mayGrant,
  mayTag,
}: {
  tenant: string;
  mayGrant: boolean;
  mayTag: boolean;
}) {
  const t = useExtracted("users");
  const personName = usePersonName();
  const columns = useColumns();
  const trpc = useTRPC();
  const [filters, setFilters] = useQueryStates(userFilters, { history: "push" });
  const [adding, setAdding] = useDialogInUrl("new");
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const query = useQuery(
    trpc.users.page.queryOptions(userQuery(filters), { placeholderData: keepPreviousData }),
  );
  const jobs = useBulkJobs();
  const narrowed = filters.search !== "" || filters.status !== "all";

  return (
    <>
      <PageHeader
        title={t("Users")}
        description={t("Users of this organization, with their roles and status.")}
        actions={
          <>
            <SavedViews tenant={tenant} list="users" query={serialize({ ...filters, cursor: null })} />
            <LinkButton href={`/${tenant}/users/import`}>
              <FileUp aria-hidden />
              {t("Import")}
            </LinkButton>
            <Button variant="primary" onClick={() => setAdding(true)}>
              <UserPlus aria-hidden />
              {t("New user")}
            </Button>
          </>
        }
      />
      {jobs.length > 0 && <BulkStrip jobs={jobs} />}
      <QueryTable
        query={query}
        id="users"
        label={t("Users")}
        columns={columns}
        rows={query.data?.users}
        rowKey={(user) => user.userId}
        rowHref={(user) => `/${tenant}/users/${user.userId}`}
        sort={{ column: filters.sort, descending: filters.direction === "desc" }}
        onSort={({ column, descending }) =>
          void setFilters({ sort: column as "name", direction: descending ? "desc" : "asc", cursor: null })
        }
        selection={{
          chosen,
          onChange: (next) => setChosen(next as ReadonlySet<number>),
          nameOf: personName,
        }}
        selected={
          chosen.size > 0 && (
            <BulkBar
              tenant={tenant}
              chosen={chosen}
              filter={{
                ...(filters.search !== "" && { search: filters.search }),
                ...(filters.status !== "all" && { status: filters.status }),
              }}
              mayGrant={mayGrant}
              mayTag={mayTag}
              onChange={setChosen}
            />
          )
        }
        toolbar={
          <>
            <SearchInput
              label={t("Search name, address or id")}
              value={filters.search}
              onChange={(search) => void setFilters({ search, cursor: null }, { history: "replace" })}
              className="w-full sm:w-72"
            />
            <FilterSelect
              label={t("Status")}
              value={filters.status}
              options={[
                { value: "all", label: t("All statuses") },
                { value: "active", label: t("Active") },
                { value: "suspended", label: t("Suspended") },
                { value: "locked", label: t("Locked") },
              ]}
              onChange={(status) => void setFilters({ status: status as "all", cursor: null })}
            />
          </>
        }
        empty={
          narrowed ? (
            <EmptyState
              icon={Users}
              title={t("No results")}
              action={<Button onClick={() => void setFilters(null)}>{t("Clear the filters")}</Button>}
            >
              {t("No user matches this search and status.")}
            </EmptyState>
          ) : (
            <EmptyState
              icon={Users}
              title={t("No users yet")}
              action={
                <Button variant="primary" onClick={() => setAdding(true)}>
                  {t("Add the first user")}
                </Button>
              }
            >
              {t(
                "Add users one by one, from a CSV file or through the REST interface. Your identity provider can also provision them.",
              )}
            </EmptyState>
          )
        }
        pager={
          <CursorPager
            shown={query.data?.users.length}
            cursor={filters.cursor}
            next={query.data?.nextCursor}
            onTurn={(cursor) => void setFilters({ cursor })}
          />
        }
      />
      {adding && <NewUserDialog open onOpenChange={setAdding} tenant={tenant} />}
    </>
  );
}
