"use client";

import { useQuery } from "@tanstack/react-query";
import { LockKeyhole, LockKeyholeOpen, Pencil, UserRoundCheck, UserRoundX, VenetianMask } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState, type ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { lateDialog } from "@/components/ui/late-dialog";
import { Button } from "@/components/ui/button";
import { Badge, Callout } from "@/components/ui/feedback";
import { LinkTabs } from "@/components/ui/link-tabs";
import { Avatar, PageHeader } from "@/components/ui/page";
import { Address, ExactTime } from "@/components/ui/text";
import type { UserProfile } from "@/server/domain/users/users.schema";
import { NotLoaded } from "../../../_frame/records/not-loaded";
import { useAction } from "../../../_frame/use-action";
import { useDialogInUrl } from "../../../_frame/use-dialog-in-url";
import { UserState } from "../user-state";
import { useTabNames } from "./use-tab-names";
import type { UserTabPath } from "./user-tabs";

const EditUserDialog = lateDialog(() => import("../user-dialogs").then((module) => module.EditUserDialog));
const LockUserDialog = lateDialog(() => import("../user-dialogs").then((module) => module.LockUserDialog));
const SuspendUserDialog = lateDialog(() =>
  import("../user-dialogs").then((module) => module.SuspendUserDialog),
);

const ActAsDialog = lateDialog(() =>
  import("../../act-as/act-as-dialog").then((module) => module.ActAsDialog),
);

/** Header of a user's pages: name, state and actions. */
export function UserFrame({
  tenant,
  userId,
  tabs,
  overAdministrators,
  children,
}: {
  tenant: string;
  userId: number;
  /** Tabs that the reader may open. */
  tabs: UserTabPath[];
  /** True if the reader may change administrators. */
  overAdministrators: boolean;
  children: ReactNode;
}) {
  const t = useExtracted("users");
  const tabNames = useTabNames();
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
        actions={<Actions profile={query.data} guarded={guarded} />}
      />
      {guarded && (
        <p className="mb-4 text-sm text-ink-soft">
          {t(
            "This person administers the organization: only an owner changes their address, locks, suspends or reactivates them, or acts as them.",
          )}
        </p>
      )}
      {reasons.length > 0 && (
        <p id={KEPT} className="mb-4 text-sm text-ink-soft">
          {reasons.join(" ")}
        </p>
      )}
      <LinkTabs
        label={t("Views of the person")}
        tabs={tabs.map((path) => ({ label: tabNames[path], href: `/${tenant}/users/${userId}${path}` }))}
      />
      {lock.locked && (
        <div className="mb-4">
          <Callout tone="warning" title={t("Locked")}>
            {indefinite || lockedUntil === null
              ? t("Until somebody unlocks them.")
              : t.rich("Until <when></when>.", { when: () => <ExactTime at={lockedUntil} /> })}{" "}
            {lock.reason && t("Reason: {reason}", { reason: lock.reason })}
          </Callout>
        </div>
      )}
      {children}
    </>
  );
}

/** Id of the text that explains why the user cannot be locked or suspended. */
const KEPT = "kept-in";
/** Returns the attributes of a disabled button with a reference to the reason, or none without a reason. */
const unless = (reason: string | null) =>
  reason === null ? {} : { "aria-disabled": true, "aria-describedby": KEPT };

/** `guarded` hides the actions that only an owner may do to this user. */
function Actions({ profile, guarded }: { profile: UserProfile; guarded: boolean }) {
  const t = useExtracted("users");
  const { user, lock, kept } = profile;
  const trpc = useTRPC();
  const [open, setOpen] = useState<"edit" | "act-as" | null>(null);
  const [locking, setLocking] = useDialogInUrl("lock");
  const [suspending, setSuspending] = useDialogInUrl("suspend");
  const actAs = useQuery(trpc.policies.actAs.queryOptions({}));
  const mayBeActedAs = !guarded && actAs.data?.enabled && user.status === "active" && !lock.locked;
  const [pending, setPending] = useState(false);
  const name = user.name ?? user.email ?? "";
  const unlock = useAction(trpc.users.unlock.mutationOptions(), () => t("{name} is unlocked.", { name }));
  const reactivate = useAction(trpc.users.reactivate.mutationOptions(), () =>
    t("{name} is active again.", { name }),
  );
  const run = async (work: Promise<unknown>) => {
    setPending(true);
    await work.finally(() => setPending(false));
  };
  return (
    <>
      <Button onClick={() => setOpen("edit")}>
        <Pencil aria-hidden />
        {t("Edit")}
      </Button>
      {mayBeActedAs && (
        <Button onClick={() => setOpen("act-as")}>
          <VenetianMask aria-hidden />
          {t("Act as")}
        </Button>
      )}
      {lock.locked
        ? !guarded && (
            <Button loading={pending} onClick={() => void run(unlock({ userId: user.userId }))}>
              <LockKeyholeOpen aria-hidden />
              {t("Unlock")}
            </Button>
          )
        : !guarded && (
            <Button onClick={() => setLocking(true)} {...unless(kept.fromLock)}>
              <LockKeyhole aria-hidden />
              {t("Lock")}
            </Button>
          )}
      {user.status === "active"
        ? !guarded && (
            <Button
              onClick={() => setSuspending(true)}
              className="text-danger-text"
              {...unless(kept.fromSuspension)}
            >
              <UserRoundX aria-hidden />
              {t("Suspend")}
            </Button>
          )
        : !guarded && (
            <Button
              variant="primary"
              loading={pending}
              onClick={() => void run(reactivate({ userId: user.userId }))}
            >
              <UserRoundCheck aria-hidden />
              {t("Reactivate")}
            </Button>
          )}
      <ActAsDialog
        open={open === "act-as"}
        onOpenChange={(next) => setOpen(next ? "act-as" : null)}
        person={user}
        needsApproval={actAs.data?.requireApproval ?? true}
      />
      <EditUserDialog
        open={open === "edit"}
        onOpenChange={(next) => setOpen(next ? "edit" : null)}
        profile={profile}
        guarded={guarded}
      />
      <LockUserDialog
        open={locking && !guarded && !lock.locked && kept.fromLock === null}
        onOpenChange={setLocking}
        profile={profile}
      />
      <SuspendUserDialog
        open={suspending && !guarded && user.status === "active" && kept.fromSuspension === null}
        onOpenChange={setSuspending}
        profile={profile}
      />
    </>
  );
}
