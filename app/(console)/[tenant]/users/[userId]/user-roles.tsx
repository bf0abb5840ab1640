"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, ShieldCheck, X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { toast } from "sonner";
import { useTRPC } from "@/components/data/trpc";
import { Button, IconButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { Menu, MenuItem } from "@/components/ui/overlay";
import { Section } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/text";
import type { UserProfile } from "@/server/domain/users/users.schema";
import { useAction } from "../../../_frame/use-action";

/** The roles a person holds; granting and taking away is one step each, with undo. */
export function UserRoles({
  profile,
  tenant,
  mayGrant,
}: {
  profile: UserProfile;
  tenant: string;
  mayGrant: boolean;
}) {
  const trpc = useTRPC();
  const { data: roles } = useQuery({ ...trpc.roles.list.queryOptions({}), enabled: mayGrant });
  const [pending, setPending] = useState(false);
  const grant = useAction(trpc.roles.grant.mutationOptions(), () => null);
  const revoke = useAction(trpc.roles.revoke.mutationOptions(), () => null);
  const held = new Set(profile.roles.map(({ roleId }) => roleId));
  const grantable = (roles ?? []).filter(({ roleId }) => !held.has(roleId));

  const change = async (
    work: typeof grant,
    undo: typeof revoke,
    role: { roleId: number; name: string },
    message: string,
  ) => {
    const input = { userId: profile.user.userId, roleId: role.roleId };
    setPending(true);
    try {
      await work(input);
      toast.success(message, { action: { label: "Undo", onClick: () => void undo(input) } });
    } catch (error) {
      toast.error((error as Error).message);
    }
    setPending(false);
  };
  return (
    <Section
      title="Roles"
      flush
      actions={
        mayGrant && (
          <Menu
            trigger={
              <Button size="sm" disabled={pending || grantable.length === 0}>
                <Plus aria-hidden />
                Grant role
              </Button>
            }
          >
            {grantable.map((role) => (
              <MenuItem
                key={role.roleId}
                onSelect={() => void change(grant, revoke, role, `${role.name} was granted.`)}
              >
                {role.name}
              </MenuItem>
            ))}
          </Menu>
        )
      }
    >
      {profile.roles.length === 0 ? (
        <EmptyState icon={ShieldCheck} title="No roles">
          Roles say what a person may do in the organization’s apps.
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
                  <span className="font-medium">{role.name}</span>
                )}
                {role.appName && (
                  <span className="block truncate text-sm text-ink-soft">in {role.appName}</span>
                )}
              </span>
              <span className="flex items-center gap-1 text-sm text-ink-faint">
                <span className="max-sm:hidden">
                  granted <RelativeTime at={role.grantedAt} />
                </span>
                {mayGrant && (
                  <IconButton
                    label={`Take ${role.name} away`}
                    disabled={pending}
                    onClick={() => void change(revoke, grant, role, `${role.name} was taken away.`)}
                  >
                    <X />
                  </IconButton>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
