"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, Users, X } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button, IconButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { SearchInput } from "@/components/ui/input/input";
import { Avatar } from "@/components/ui/page/page";
import { Sheet } from "@/components/ui/dialog/sheet";
import type { Role } from "@/server/domain/roles/roles.schema";
import { CursorPager } from "../../../../_frame/lists/cursor-pager";
import { PersonPicker } from "../../../../_frame/people/person-picker";
import { NotLoaded } from "../../../../_frame/records/not-loaded";
import { useAction } from "../../../../_frame/use-action";

/** Rows per page. */
const EACH = 50;

/**
 * Lists and searches the holders of an app's role. Grants and revokes the role without a confirmation, and offers to undo the
 * change.
 */
export function RoleHolders({ tenant, role, onClose }: { tenant: string; role: Role; onClose: () => void }) {
  const t = useExtracted("apps");
  const trpc = useTRPC();
  const { roleId } = role;
  const [{ search, cursor }, setPage] = useState({ search: "", cursor: 0 });
  const query = useQuery(
    trpc.roles.members.queryOptions(
      { roleId, limit: EACH, cursor, ...(search !== "" && { search: search.slice(0, 200) }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const grant = useAction(trpc.roles.grant.mutationOptions(), () => null);
  const revoke = useAction(trpc.roles.revoke.mutationOptions(), () => null);
  const change = async (work: typeof grant, undo: typeof grant, userId: number, message: string) => {
    try {
      await work({ userId, roleId });
      toast.success(message, { action: { label: t("Undo"), onClick: () => void undo({ userId, roleId }) } });
    } catch (error) {
      toast.refused(error);
    }
  };
  const granted = (name: string) => t("{name} now has the role {role}.", { name, role: role.name });
  const revoked = (name: string) => t("{name} no longer has the role {role}.", { name, role: role.name });
  const taken = new Map(query.data?.members.map(({ userId }) => [userId, t("Already has this role")]));
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={t("Members of {role}", { role: role.name })}
      description={role.description ?? t("A role of this app.")}
      footer={
        <PersonPicker
          taken={taken}
          onPick={({ userId, name }) => void change(grant, revoke, userId, granted(name))}
          trigger={
            <Button>
              <Plus aria-hidden />
              {t("Grant to a person")}
            </Button>
          }
        />
      }
    >
      <SearchInput
        label={t("Search members")}
        value={search}
        onChange={(sought) => setPage({ search: sought, cursor: 0 })}
        className="mb-3 w-full"
      />
      {!query.data ? (
        <NotLoaded query={{ error: query.error, refetch: query.refetch }} />
      ) : query.data.members.length === 0 ? (
        <EmptyState icon={Users} title={search === "" ? t("No members") : t("No member matches")} />
      ) : (
        <ul className="divide-y divide-line">
          {query.data.members.map(({ userId, name, email }) => (
            <li key={userId} className="flex items-center justify-between gap-3 py-2">
              <span className="flex min-w-0 items-center gap-2.5">
                <Avatar name={name ?? email ?? "?"} />
                <span className="min-w-0">
                  <Link
                    href={
                      email === null ? `/${tenant}/service-accounts/${userId}` : `/${tenant}/users/${userId}`
                    }
                    className="block truncate rounded font-medium hover:underline"
                  >
                    {name ?? email}
                  </Link>
                  <span className="block truncate text-sm text-ink-faint">
                    {email ?? t("Service account")}
                  </span>
                </span>
              </span>
              <IconButton
                label={t("Remove the role from {name}", { name: name ?? email ?? "" })}
                onClick={() => void change(revoke, grant, userId, revoked(name ?? email ?? ""))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {(cursor > 0 || (query.data?.nextCursor ?? null) !== null) && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <CursorPager
            shown={query.data?.members.length}
            cursor={cursor > 0 ? cursor : null}
            next={query.data?.nextCursor}
            onTurn={(next) => setPage({ search, cursor: next ?? 0 })}
          />
        </div>
      )}
    </Sheet>
  );
}
