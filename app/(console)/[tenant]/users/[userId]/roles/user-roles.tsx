"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, ShieldCheck, X } from "lucide-react";
import Link from "next/link";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button, IconButton } from "@/components/ui/button";
import { Combobox } from "@/components/ui/menu/combobox";
import { EmptyState, Skeleton } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import { useAction } from "../../../../_frame/use-action";

/**
 * Lists the user's roles in the organization and in apps. Grants and revokes roles without a confirmation, and offers to undo a
 * change.
 */
export function UserRoles({ tenant, userId }: { tenant: string; userId: number }) {
  const t = useExtracted("users");
  const trpc = useTRPC();
  const { data: profile } = useQuery(trpc.users.profile.queryOptions({ userId }));
  const { data: roles = [] } = useQuery(trpc.roles.grantable.queryOptions({}));
  const [pending, setPending] = useState(false);
  const grant = useAction(trpc.roles.grant.mutationOptions(), () => null);
  const revoke = useAction(trpc.roles.revoke.mutationOptions(), () => null);
  if (!profile) return <Skeleton className="h-40" />;
  const held = new Set(profile.roles.map(({ roleId }) => roleId));
  const search = (text: string) =>
    Promise.resolve(
      roles
        .filter(({ name, appName }) => `${name} ${appName ?? ""}`.toLowerCase().includes(text.toLowerCase()))
        .slice(0, 50)
        .map(({ roleId, name, appName }) => ({
          id: String(roleId),
          label: name,
          hint: appName === null ? undefined : t("in {app}", { app: appName }),
          disabled: held.has(roleId) ? t("Already assigned") : undefined,
        })),
    );

  const change = async (
    work: typeof grant,
    undo: typeof revoke,
    role: { roleId: number; name: string },
    message: string,
  ) => {
    const input = { userId, roleId: role.roleId };
    setPending(true);
    try {
      await work(input);
      toast.success(message, { action: { label: t("Undo"), onClick: () => void undo(input) } });
    } catch (error) {
      toast.refused(error);
    }
    setPending(false);
  };
  return (
    <Section
      title={t("Roles")}
      flush
      actions={
        <Combobox
          label={t("Find a role")}
          placeholder={t("Role…")}
          align="end"
          search={search}
          onPick={({ id, label }) =>
            void change(
              grant,
              revoke,
              { roleId: Number(id), name: label },
              t("{role} was granted.", { role: label }),
            )
          }
          trigger={
            <Button size="sm" aria-disabled={pending} disabled={roles.length === 0}>
              <Plus aria-hidden />
              {t("Grant role")}
            </Button>
          }
        />
      }
    >
      {profile.roles.length === 0 ? (
        <EmptyState icon={ShieldCheck} title={t("No roles")}>
          {t("Roles say what a person may do in the organization’s apps.")}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {profile.roles.map((role) => (
            <li key={role.roleId} className="flex items-center justify-between gap-3 px-4 py-2">
              <span className="min-w-0">
                {role.appId === null ? (
                  <Link
                    href={`/${tenant}/roles/${role.roleId}`}
                    className="rounded font-medium hover:underline"
                  >
                    {role.name}
                  </Link>
                ) : (
                  <Link
                    href={`/${tenant}/apps/${role.appId}/roles`}
                    className="rounded font-medium hover:underline"
                  >
                    {role.name}
                  </Link>
                )}
                {role.appName && (
                  <span className="block truncate text-sm text-ink-soft">
                    {t("in {app}", { app: role.appName })}
                  </span>
                )}
              </span>
              <span className="flex items-center gap-1 text-sm text-ink-faint">
                <span className="max-sm:hidden">
                  {t.rich("granted <when></when>", { when: () => <RelativeTime at={role.grantedAt} /> })}
                </span>
                <IconButton
                  label={t("Remove the role {name}", { name: role.name })}
                  disabled={pending}
                  onClick={() =>
                    void change(revoke, grant, role, t("The role {role} was removed.", { role: role.name }))
                  }
                >
                  <X />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
