"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Users, X } from "lucide-react";
import { useExtracted } from "next-intl";
import { useQueryStates } from "nuqs";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button, IconButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { SearchInput } from "@/components/ui/input/input";
import { Avatar } from "@/components/ui/page/page";
import type { Role, RoleMember } from "@/server/domain/roles/roles.schema";
import { CursorPager } from "../../../_frame/lists/cursor-pager";
import { QueryTable } from "../../../_frame/lists/query-table";
import { useAction } from "../../../_frame/use-action";
import { memberFilters, membersQuery } from "./filters";

/** Loads one page of a role's members. The query of the page address selects the page and the search text. */
export function useRoleMembers(roleId: number) {
  const trpc = useTRPC();
  const [filters, setFilters] = useQueryStates(memberFilters, { history: "push" });
  const query = useQuery(
    trpc.roles.members.queryOptions(membersQuery(roleId, filters), { placeholderData: keepPreviousData }),
  );
  return { filters, setFilters, query };
}

/** Lists and searches the members of a role. Removes members. */
export function RoleMembers({ tenant, role }: { tenant: string; role: Role }) {
  const t = useExtracted("roles");
  const trpc = useTRPC();
  const { roleId } = role;
  const { filters, setFilters, query } = useRoleMembers(roleId);
  const grant = useAction(trpc.roles.grant.mutationOptions(), () => null);
  const revoke = useAction(trpc.roles.revoke.mutationOptions(), () => null);
  const nameOf = ({ name, email }: RoleMember) => name ?? email ?? t("The account");
  const takeAway = async (userId: number, name: string) => {
    try {
      await revoke({ userId, roleId });
      toast.success(t("{name} no longer has the role {role}.", { name, role: role.name }), {
        action: { label: t("Undo"), onClick: () => void grant({ userId, roleId }) },
      });
    } catch (error) {
      toast.refused(error);
    }
  };
  const narrowed = filters.search !== "" || filters.cursor > 0;
  return (
    <QueryTable<RoleMember>
      query={query}
      id="role-members"
      label={t("Members")}
      columns={[
        {
          id: "name",
          header: t("Member"),
          width: 16,
          cell: (member) => (
            <span className="flex items-center gap-2.5">
              <Avatar name={nameOf(member)} />
              <span className="max-w-64 truncate">{nameOf(member)}</span>
            </span>
          ),
        },
        {
          id: "email",
          header: t("E-mail"),
          width: 16,
          cell: (member) =>
            member.email === null ? (
              <span className="text-ink-faint">{t("Service account")}</span>
            ) : (
              <span className="block max-w-64 truncate">{member.email}</span>
            ),
        },
        {
          id: "remove",
          header: "",
          align: "right",
          cell: (member) => (
            <IconButton
              className="relative z-10"
              label={t("Remove the role from {name}", { name: nameOf(member) })}
              onClick={() => void takeAway(member.userId, nameOf(member))}
            >
              <X />
            </IconButton>
          ),
        },
      ]}
      rows={query.data?.members}
      rowKey={(member) => member.userId}
      rowHref={(member) =>
        member.email === null
          ? `/${tenant}/service-accounts/${member.userId}`
          : `/${tenant}/users/${member.userId}`
      }
      toolbar={
        <SearchInput
          label={t("Search members")}
          value={filters.search}
          onChange={(search) => void setFilters({ search, cursor: null }, { history: "replace" })}
          className="w-full sm:w-72"
        />
      }
      empty={
        narrowed ? (
          <EmptyState
            icon={Users}
            title={query.data?.nextCursor ? t("No member on this page matches") : t("No member matches")}
            action={<Button onClick={() => void setFilters(null)}>{t("Show all members")}</Button>}
          />
        ) : (
          <EmptyState icon={Users} title={t("No members")}>
            {t("Grant it on a person’s page.")}
          </EmptyState>
        )
      }
      pager={
        <CursorPager
          shown={query.data?.members.length}
          cursor={filters.cursor > 0 ? filters.cursor : null}
          next={query.data?.nextCursor}
          onTurn={(cursor) => void setFilters({ cursor })}
        />
      }
    />
  );
}
