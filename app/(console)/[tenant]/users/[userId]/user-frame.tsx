"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Badge, Callout } from "@/components/ui/feedback";
import { LinkTabs } from "@/components/ui/page/link-tabs";
import { Avatar, PageHeader } from "@/components/ui/page/page";
import { Address, ExactTime } from "@/components/ui/text";
import { NotLoaded } from "../../../_frame/records/not-loaded";
import type { Tab } from "../../../_frame/records/tabs";
import { UserState } from "../user-state";
import { KEPT, UserActions } from "./user-actions";

/** Header of the pages of a user, with name, state and actions. */
export function UserFrame({
  tenant,
  userId,
  tabs,
  overAdministrators,
  children,
}: {
  tenant: string;
  userId: number;
  /** Tabs that the administrator may open. */
  tabs: Tab[];
  /** True if the signed-in administrator may change administrators. */
  overAdministrators: boolean;
  children: ReactNode;
}) {
  const t = useExtracted("users");
  const query = useQuery(useTRPC().users.profile.queryOptions({ userId }));
  if (!query.data) return <NotLoaded page query={query} className="h-40" />;
  const { user, lock, administrator, kept } = query.data;
  const { indefinite, lockedUntil } = lock;
  const guarded = administrator !== null && !overAdministrators;
  const reasons = guarded ? [] : Object.values(kept).filter((reason) => reason !== null);
  return (
    <>
      <PageHeader
        trail={[{ label: t("Users"), href: `/${tenant}/users` }]}
        title={
          <span className="flex items-center gap-3">
            <Avatar name={user.name ?? user.email ?? "?"} />
            <span className="min-w-0 break-words">{user.name ?? user.email}</span>
          </span>
        }
        meta={
          <>
            <UserState status={user.status} locked={lock.locked} />
            {administrator && (
              <Badge tone="info">{administrator === "owner" ? t("Owner") : t("Administrator")}</Badge>
            )}
            {user.email && <Address>{user.email}</Address>}
          </>
        }
        actions={<UserActions profile={query.data} guarded={guarded} />}
      />
      {guarded && (
        <p className="mb-4 text-sm text-ink-soft">
          {t(
            "This user administers the organization. Only an owner can change their address, lock, suspend or reactivate them, or act as them.",
          )}
        </p>
      )}
      {reasons.length > 0 && (
        <p id={KEPT} className="mb-4 text-sm text-ink-soft">
          {reasons.join(" ")}
        </p>
      )}
      <LinkTabs
        label={t("User sections")}
        tabs={tabs.map(({ path, label }) => ({ label, href: `/${tenant}/users/${userId}${path}` }))}
      />
      {lock.locked && (
        <div className="mb-4">
          <Callout tone="warning" title={t("Locked")}>
            {indefinite || lockedUntil === null
              ? t("Until the account is unlocked.")
              : t.rich("Until <when></when>.", { when: () => <ExactTime at={lockedUntil} /> })}{" "}
            {lock.reason && t("Reason: {reason}", { reason: lock.reason })}
          </Callout>
        </div>
      )}
      {children}
    </>
  );
}
