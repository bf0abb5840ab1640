"use client";

import { useQuery } from "@tanstack/react-query";
import { MoreHorizontal, ShieldMinus, UserCog, UserPlus } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/late-dialog";
import { Button, IconButton } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { SearchInput } from "@/components/ui/input";
import { ConfirmDialog, Menu, MenuItem } from "@/components/ui/overlay";
import { Avatar, PageHeader } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/text";
import type { Administrator } from "@/server/domain/administrators/administrators.schema";
import { QueryError } from "../../_frame/query-error";
import { useAction } from "../../_frame/use-action";
import { nameOf, roleWords } from "./words";

const AddAdministratorDialog = lateDialog(() =>
  import("./add-administrator").then((module) => module.AddAdministratorDialog),
);

/** Who runs the organization, and as what. */
export function AdministratorsTable({
  tenant,
  self,
  mayFindPeople,
}: {
  tenant: string;
  /** The reader's own user id here. */
  self: number | null;
  mayFindPeople: boolean;
}) {
  const trpc = useTRPC();
  const query = useQuery(trpc.administrators.list.queryOptions({}));
  const [search, setSearch] = useQueryState("search", parseAsString.withDefault(""));
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<{ what: "change" | "remove"; who: Administrator } | null>(null);
  const change = useAction(
    trpc.administrators.add.mutationOptions(),
    ({ role }) => `${asked ? nameOf(asked.who) : "This person"} is ${roleWords[role].article} now.`,
  );
  const remove = useAction(
    trpc.administrators.remove.mutationOptions(),
    () => "The administrator was removed; they stay a user.",
  );
  const needle = search.toLowerCase();
  const rows = query.data?.filter(({ name, email }) =>
    `${name ?? ""} ${email ?? ""}`.toLowerCase().includes(needle),
  );
  const columns: Column<Administrator>[] = [
    {
      id: "name",
      header: "Person",
      width: 14,
      cell: (who) => (
        <span className="flex items-center gap-2.5">
          <Avatar name={nameOf(who)} />
          <span className="max-w-56 truncate">{nameOf(who)}</span>
          {who.userId === self && <Badge>You</Badge>}
        </span>
      ),
    },
    {
      id: "email",
      header: "E-mail",
      width: 16,
      cell: ({ email }) => <span className="block max-w-72 truncate">{email}</span>,
      hideable: true,
    },
    {
      id: "role",
      header: "Role",
      width: 7,
      cell: ({ role }) => (
        <Badge tone={role === "owner" ? "success" : "neutral"}>{roleWords[role].label}</Badge>
      ),
    },
    {
      id: "since",
      header: "Since",
      width: 8,
      cell: ({ grantedAt }) => <RelativeTime at={grantedAt} className="text-ink-soft" />,
      hideable: true,
    },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (who) => (
        <span className="relative z-10">
          <Menu
            trigger={
              <IconButton label={`Actions for ${nameOf(who)}`}>
                <MoreHorizontal />
              </IconButton>
            }
          >
            <MenuItem onSelect={() => setAsked({ what: "change", who })}>
              <UserCog aria-hidden />
              {who.role === "owner" ? "Make an admin…" : "Make an owner…"}
            </MenuItem>
            <MenuItem danger onSelect={() => setAsked({ what: "remove", who })}>
              <ShieldMinus aria-hidden />
              Remove…
            </MenuItem>
          </Menu>
        </span>
      ),
    },
  ];
  const who = asked?.who;
  const other = who?.role === "owner" ? "admin" : "owner";
  const add = mayFindPeople && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <UserPlus aria-hidden />
      Add administrator
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Administrators"
        description="Who may use this console. Owners may do everything; admins all but choose administrators, export data and move the storage."
        actions={add}
      />
      <DataTable<Administrator>
        id="administrators"
        label="Administrators"
        columns={columns}
        rows={rows}
        rowKey={({ userId }) => userId}
        {...(mayFindPeople && { rowHref: ({ userId }) => `/${tenant}/users/${userId}` })}
        toolbar={
          <SearchInput
            label="Search administrators"
            value={search}
            onChange={(next) => void setSearch(next === "" ? null : next)}
            className="w-full sm:w-72"
          />
        }
        error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        empty={
          <EmptyState
            icon={UserCog}
            title={search === "" ? "Nobody administers this organization" : "Nobody matches"}
            action={
              search === "" ? add : <Button onClick={() => void setSearch(null)}>Clear the search</Button>
            }
          />
        }
      />
      <AddAdministratorDialog
        open={adding}
        onOpenChange={setAdding}
        taken={new Map(query.data?.map(({ userId, role }) => [userId, `Is ${roleWords[role].article}`]))}
      />
      <ConfirmDialog
        open={asked?.what === "change"}
        onOpenChange={() => setAsked(null)}
        title={who ? `Make ${nameOf(who)} ${roleWords[other].article}?` : ""}
        action={`Make ${other}`}
        onConfirm={async () => who && change({ userId: who.userId, role: other })}
      >
        <p>{roleWords[other].hint}</p>
        {who?.userId === self && <p>This is you: what you can see and do here changes at once.</p>}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.what === "remove"}
        onOpenChange={() => setAsked(null)}
        title={who ? `Remove ${nameOf(who)} from the administrators?` : ""}
        action="Remove administrator"
        danger
        onConfirm={async () => who && remove({ userId: who.userId })}
      >
        <p>
          {who?.userId === self
            ? "You lose this console at once, and cannot add yourself again."
            : "They lose this console at once."}{" "}
          The account stays, with its roles and apps.
        </p>
      </ConfirmDialog>
    </>
  );
}
