"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileUp, UserPlus, Users } from "lucide-react";
import dynamic from "next/dynamic";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, Pager, type Column } from "@/components/data-table/data-table";
import { Button, LinkButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { FilterSelect, SearchInput } from "@/components/ui/input";
import { Avatar, PageHeader } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/text";
import type { UserRow } from "@/server/domain/users/users.schema";
import { QueryError } from "../../_frame/query-error";
import { useAsked } from "../../_frame/use-asked";
import { userFilters, userQuery } from "./filters";
import { UserState } from "./user-state";

// With what checks its form, it is as heavy as the list itself: it comes when it is asked for.
const NewUserDialog = dynamic(() => import("./user-dialogs").then((module) => module.NewUserDialog), {
  ssr: false,
});

const BulkBar = dynamic(() => import("./bulk-bar").then((module) => module.BulkBar), { ssr: false });

const columns: Column<UserRow>[] = [
  {
    id: "name",
    header: "Name",
    sortable: true,
    width: 16,
    cell: (user) => (
      <span className="flex items-center gap-2.5">
        <Avatar name={user.name ?? user.email ?? "?"} />
        <span className="max-w-56 truncate">
          {user.name ?? <span className="text-ink-faint">No name</span>}
        </span>
      </span>
    ),
  },
  {
    id: "email",
    header: "E-mail",
    sortable: true,
    width: 18,
    cell: (user) => <span className="block max-w-72 truncate">{user.email}</span>,
    hideable: true,
  },
  {
    id: "status",
    header: "Status",
    width: 7,
    cell: (user) => <UserState status={user.status} locked={user.locked} />,
    hideable: true,
  },
  {
    id: "roles",
    header: "Roles",
    align: "right",
    width: 5,
    cell: (user) => <span className="text-ink-soft">{user.roleCount}</span>,
    hideable: true,
  },
  {
    id: "session",
    header: "Last sign-in",
    width: 8,
    cell: (user) =>
      user.lastSessionAt ? (
        <RelativeTime at={user.lastSessionAt} className="text-ink-soft" />
      ) : (
        <span className="text-ink-faint">Never</span>
      ),
    hideable: true,
  },
  {
    id: "created",
    header: "Created",
    width: 8,
    cell: (user) => <RelativeTime at={user.createdAt} className="text-ink-soft" />,
    hideable: true,
  },
  {
    id: "id",
    header: "User id",
    sortable: true,
    align: "right",
    width: 6,
    cell: (user) => <span className="text-ink-soft">{user.userId}</span>,
    hideable: true,
  },
];

const statuses = [
  { value: "all", label: "Every status" },
  { value: "active", label: "Active" },
  { value: "suspended", label: "Suspended" },
  { value: "locked", label: "Locked" },
];

/** The list of people. */
export function UsersTable({
  tenant,
  mayGrant,
  mayTag,
}: {
  tenant: string;
  mayGrant: boolean;
  mayTag: boolean;
}) {
  const trpc = useTRPC();
  const [filters, setFilters] = useQueryStates(userFilters, { history: "push" });
  const [adding, setAdding] = useAsked("new");
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const query = useQuery(
    trpc.users.page.queryOptions(userQuery(filters), { placeholderData: keepPreviousData }),
  );
  const narrowed = filters.search !== "" || filters.status !== "all";
  const next = query.data?.nextCursor ?? null;

  return (
    <>
      <PageHeader
        title="Users"
        description="The people of this organization: who they are, what they hold, and whether they may sign in."
        actions={
          <>
            <LinkButton href={`/${tenant}/users/import`}>
              <FileUp aria-hidden />
              Import
            </LinkButton>
            <Button variant="primary" onClick={() => setAdding(true)}>
              <UserPlus aria-hidden />
              New user
            </Button>
          </>
        }
      />
      <DataTable
        id="users"
        label="Users"
        columns={columns}
        rows={query.data?.users}
        rowKey={(user) => user.userId}
        rowHref={(user) => `/${tenant}/users/${user.userId}`}
        sort={{ column: filters.sort, descending: filters.direction === "desc" }}
        onSort={({ column, descending }) =>
          void setFilters({ sort: column as "name", direction: descending ? "desc" : "asc", cursor: null })
        }
        busy={query.isPlaceholderData}
        selection={{
          chosen,
          onChange: (next) => setChosen(next as ReadonlySet<number>),
          nameOf: ({ name, email, userId }) => name ?? email ?? `user ${userId}`,
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
              label="Search name, address or id"
              value={filters.search}
              onChange={(search) => void setFilters({ search, cursor: null }, { history: "replace" })}
              className="w-full sm:w-72"
            />
            <FilterSelect
              label="Status"
              value={filters.status}
              options={statuses}
              onChange={(status) => void setFilters({ status: status as "all", cursor: null })}
            />
          </>
        }
        error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        empty={
          narrowed ? (
            <EmptyState
              icon={Users}
              title="Nobody matches"
              action={<Button onClick={() => void setFilters(null)}>Clear the filters</Button>}
            >
              No person’s name or identifiers contain this, with this status.
            </EmptyState>
          ) : (
            <EmptyState
              icon={Users}
              title="Nobody here yet"
              action={
                <Button variant="primary" onClick={() => setAdding(true)}>
                  Add the first user
                </Button>
              }
            >
              Add people one by one here, from a CSV file, through the REST interface, or let your identity
              provider push them.
            </EmptyState>
          )
        }
        pager={
          <Pager
            summary={query.data && `${query.data.users.length} on this page`}
            onFirst={filters.cursor === null ? undefined : () => void setFilters({ cursor: null })}
            onNext={next === null ? undefined : () => void setFilters({ cursor: next })}
          />
        }
      />
      {adding && <NewUserDialog open onOpenChange={setAdding} tenant={tenant} />}
    </>
  );
}
