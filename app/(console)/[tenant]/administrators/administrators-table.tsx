"use client";

import { useQuery } from "@tanstack/react-query";
import { MoreHorizontal, ShieldMinus, UserCog, UserPlus } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button, IconButton } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { ConfirmDialog, Menu, MenuItem } from "@/components/ui/dialog/overlay";
import { Avatar, PageHeader } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import type { Administrator } from "@/server/domain/administrators/administrators.schema";
import { usePersonName } from "../../_frame/people/person-cell";
import { SearchedTable } from "../../_frame/lists/searched-table";
import { useAction } from "../../_frame/use-action";
import { useDialogInUrl } from "../../_frame/use-dialog-in-url";
import { useRoleWords } from "./words";

const AddAdministratorDialog = lateDialog(() =>
  import("./add-administrator").then((module) => module.AddAdministratorDialog),
);

/** Returns "admin" for an owner, and "owner" for an admin. */
const otherThan = ({ role }: Administrator) => (role === "owner" ? "admin" : "owner");

/** Lists the administrators of the organization and their roles. */
export function AdministratorsTable({
  tenant,
  self,
  mayFindPeople,
}: {
  tenant: string;
  /** User id of the signed-in administrator in this organization. */
  self: number | null;
  mayFindPeople: boolean;
}) {
  const t = useExtracted("administrators");
  const roleWords = useRoleWords();
  const nameOf = usePersonName();
  const trpc = useTRPC();
  const query = useQuery(trpc.administrators.list.queryOptions({}));
  const [adding, setAdding] = useDialogInUrl("new");
  const [asked, setAsked] = useState<{ what: "change" | "remove"; who: Administrator } | null>(null);
  const change = useAction(trpc.administrators.add.mutationOptions(), ({ role }) =>
    roleWords[role].became(asked ? nameOf(asked.who) : t("This person")),
  );
  const remove = useAction(trpc.administrators.remove.mutationOptions(), () =>
    t("The administrator was removed and remains a user."),
  );
  const columns: Column<Administrator>[] = [
    {
      id: "name",
      sortBy: nameOf,
      header: t("Person"),
      width: 14,
      cell: (who) => (
        <span className="flex items-center gap-2.5">
          <Avatar name={nameOf(who)} />
          <span className="max-w-56 truncate">{nameOf(who)}</span>
          {who.userId === self && <Badge>{t("You")}</Badge>}
        </span>
      ),
    },
    {
      id: "email",
      sortBy: ({ email }) => email,
      header: t("E-mail"),
      width: 16,
      cell: ({ email }) => <span className="block max-w-72 truncate">{email}</span>,
      hideable: true,
    },
    {
      id: "role",
      sortBy: ({ role }) => role,
      header: t("Role"),
      width: 7,
      cell: ({ role }) => (
        <Badge tone={role === "owner" ? "success" : "neutral"}>{roleWords[role].label}</Badge>
      ),
    },
    {
      id: "since",
      sortBy: ({ grantedAt }) => grantedAt,
      header: t("Since"),
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
              <IconButton label={t("Actions for {name}", { name: nameOf(who) })}>
                <MoreHorizontal />
              </IconButton>
            }
          >
            <MenuItem onSelect={() => setAsked({ what: "change", who })}>
              <UserCog aria-hidden />
              {roleWords[otherThan(who)].menu}
            </MenuItem>
            <MenuItem danger onSelect={() => setAsked({ what: "remove", who })}>
              <ShieldMinus aria-hidden />
              {t("Remove…")}
            </MenuItem>
          </Menu>
        </span>
      ),
    },
  ];
  const who = asked?.who;
  const other = roleWords[who ? otherThan(who) : "owner"];
  const add = mayFindPeople && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <UserPlus aria-hidden />
      {t("Add administrator")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("Administrators")}
        description={t(
          "Users who can use this console. Owners have full access. Admins have full access, except to choose administrators, export data and move the storage.",
        )}
        actions={add}
      />
      <SearchedTable<Administrator>
        query={query}
        id="administrators"
        label={t("Administrators")}
        columns={columns}
        search={{
          label: t("Search administrators"),
          textOf: ({ name, email }) => [name, email],
          none: t("No results"),
          icon: UserCog,
        }}
        rowKey={({ userId }) => userId}
        {...(mayFindPeople && { rowHref: ({ userId }) => `/${tenant}/users/${userId}` })}
        empty={<EmptyState icon={UserCog} title={t("No administrators")} action={add} />}
      />
      <AddAdministratorDialog
        open={adding && mayFindPeople}
        onOpenChange={setAdding}
        taken={new Map(query.data?.map(({ userId, role }) => [userId, roleWords[role].taken]))}
      />
      <ConfirmDialog
        open={asked?.what === "change"}
        onOpenChange={() => setAsked(null)}
        title={who ? other.question(nameOf(who)) : ""}
        action={other.action}
        onConfirm={async () => who && change({ userId: who.userId, role: otherThan(who) })}
      >
        <p>{other.hint}</p>
        {who?.userId === self && <p>{t("This is you: what you can see and do here changes at once.")}</p>}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.what === "remove"}
        onOpenChange={() => setAsked(null)}
        title={who ? t("Remove {name} from the administrators?", { name: nameOf(who) }) : ""}
        action={t("Remove administrator")}
        danger
        onConfirm={async () => who && remove({ userId: who.userId })}
      >
        <p>
          {who?.userId === self
            ? t("You lose access to this console at once and cannot add yourself again.")
            : t("They lose access to this console at once.")}{" "}
          {t("The account stays, with its roles and apps.")}
        </p>
      </ConfirmDialog>
    </>
  );
}
