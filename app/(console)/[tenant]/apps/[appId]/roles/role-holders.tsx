"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Users, X } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button, IconButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { Avatar } from "@/components/ui/page";
import { Sheet } from "@/components/ui/sheet";
import type { Role } from "@/server/domain/roles/roles.schema";
import { PersonPicker } from "../../../../_frame/person-picker";
import { NotLoaded } from "../../../../_frame/not-loaded";
import { useAction } from "../../../../_frame/use-action";

/** Who holds a role of the app; granting and taking away is one step each, with undo. */
export function RoleHolders({
  tenant,
  appId,
  role,
  onClose,
}: {
  tenant: string;
  appId: number;
  role: Role;
  onClose: () => void;
}) {
  const t = useExtracted("apps");
  const trpc = useTRPC();
  const { roleId } = role;
  const query = useQuery(trpc.apps.roles.members.queryOptions({ appId, roleId }));
  const grant = useAction(trpc.roles.grant.mutationOptions(), () => null);
  const revoke = useAction(trpc.roles.revoke.mutationOptions(), () => null);
  const change = async (work: typeof grant, undo: typeof grant, userId: number, message: string) => {
    try {
      await work({ userId, roleId });
      toast.success(message, { action: { label: t("Undo"), onClick: () => void undo({ userId, roleId }) } });
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  const granted = (name: string) => t("{name} holds {role} now.", { name, role: role.name });
  const revoked = (name: string) => t("{name} no longer holds {role}.", { name, role: role.name });
  const taken = new Map(query.data?.map(({ userId }) => [userId, t("Holds it already")]));
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={t("Who holds {role}", { role: role.name })}
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
      {!query.data ? (
        <NotLoaded query={query} />
      ) : query.data.length === 0 ? (
        <EmptyState icon={Users} title={t("Nobody holds this role")} />
      ) : (
        <ul className="divide-y divide-line">
          {query.data.map(({ userId, name, email }) => (
            <li key={userId} className="flex items-center justify-between gap-3 py-2">
              <span className="flex min-w-0 items-center gap-2.5">
                <Avatar name={name ?? email ?? "?"} />
                <span className="min-w-0">
                  <Link
                    href={email === null ? `/${tenant}/service-accounts` : `/${tenant}/users/${userId}`}
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
                label={t("Take the role from {name}", { name: name ?? email ?? "" })}
                onClick={() => void change(revoke, grant, userId, revoked(name ?? email ?? ""))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
