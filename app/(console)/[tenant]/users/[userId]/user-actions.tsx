"use client";

import { useQuery } from "@tanstack/react-query";
import { LockKeyhole, LockKeyholeOpen, Pencil, UserRoundCheck, UserRoundX, VenetianMask } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import type { UserProfile } from "@/server/domain/users/users.schema";
import { useAction } from "../../../_frame/use-action";
import { useDialogInUrl } from "../../../_frame/use-dialog-in-url";

const EditUserDialog = lateDialog(() => import("../user-dialogs").then((module) => module.EditUserDialog));
const LockUserDialog = lateDialog(() => import("../user-dialogs").then((module) => module.LockUserDialog));
const SuspendUserDialog = lateDialog(() =>
  import("../user-dialogs").then((module) => module.SuspendUserDialog),
);

const ActAsDialog = lateDialog(() =>
  import("../../act-as/act-as-dialog").then((module) => module.ActAsDialog),
);

/** Id of the text that explains why the user cannot be locked or suspended. */
export const KEPT = "kept-in";
/** Returns the attributes of a disabled button that refers to the reason. Returns no attributes if the reason is null. */
const unless = (reason: string | null) =>
  reason === null ? {} : { "aria-disabled": true, "aria-describedby": KEPT };

/**
 * Buttons in the header of a user's page, with their dialogs. `guarded` is true if only an owner may act on this user. The
 * buttons for locking, suspending and acting as the user are then hidden.
 */
export function UserActions({ profile, guarded }: { profile: UserProfile; guarded: boolean }) {
  const t = useExtracted("users");
  const { user, lock, kept } = profile;
  const [editing, setEditing] = useDialogInUrl("edit");
  const [acting, setActing] = useDialogInUrl("act-as");
  const [locking, setLocking] = useDialogInUrl("lock");
  const [suspending, setSuspending] = useDialogInUrl("suspend");
  const actAs = useQuery(useTRPC().policies.actAs.queryOptions({}));
  const mayBeActedAs = !guarded && actAs.data?.enabled && user.status === "active" && !lock.locked;
  const pending = usePending();
  return (
    <>
      <Button onClick={() => setEditing(true)}>
        <Pencil aria-hidden />
        {t("Edit")}
      </Button>
      {mayBeActedAs && (
        <Button onClick={() => setActing(true)}>
          <VenetianMask aria-hidden />
          {t("Act as")}
        </Button>
      )}
      {!guarded && (
        <>
          <LockButton profile={profile} pending={pending} onLock={() => setLocking(true)} />
          <SuspensionButton profile={profile} pending={pending} onSuspend={() => setSuspending(true)} />
        </>
      )}
      <ActAsDialog
        open={acting && mayBeActedAs === true}
        onOpenChange={setActing}
        person={user}
        needsApproval={actAs.data?.requireApproval ?? true}
      />
      <EditUserDialog open={editing} onOpenChange={setEditing} profile={profile} guarded={guarded} />
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

/** Returns a function that waits for the request of a button. `isPending` is true while the request runs. */
function usePending() {
  const [isPending, setPending] = useState(false);
  const run = async (work: Promise<unknown>) => {
    setPending(true);
    await work.finally(() => setPending(false));
  };
  return { isPending, run };
}

type Pending = ReturnType<typeof usePending>;

const nameOf = ({ user }: UserProfile) => user.name ?? user.email ?? "";

/**
 * Button that locks or unlocks the user. Both states render the same button element, because a new element would lose the
 * focus.
 */
function LockButton({
  profile,
  pending: { isPending, run },
  onLock,
}: {
  profile: UserProfile;
  pending: Pending;
  onLock: () => void;
}) {
  const t = useExtracted("users");
  const { userId } = profile.user;
  const unlock = useAction(useTRPC().users.unlock.mutationOptions(), () =>
    t("{name} is unlocked.", { name: nameOf(profile) }),
  );
  return profile.lock.locked ? (
    <Button loading={isPending} onClick={() => void run(unlock({ userId }))}>
      <LockKeyholeOpen aria-hidden />
      {t("Unlock")}
    </Button>
  ) : (
    <Button onClick={onLock} {...unless(profile.kept.fromLock)}>
      <LockKeyhole aria-hidden />
      {t("Lock")}
    </Button>
  );
}

/**
 * Button that suspends or reactivates the user. Both states render the same button element, because a new element would lose
 * the focus.
 */
function SuspensionButton({
  profile,
  pending: { isPending, run },
  onSuspend,
}: {
  profile: UserProfile;
  pending: Pending;
  onSuspend: () => void;
}) {
  const t = useExtracted("users");
  const { userId, status } = profile.user;
  const reactivate = useAction(useTRPC().users.reactivate.mutationOptions(), () =>
    t("{name} is active again.", { name: nameOf(profile) }),
  );
  return status === "active" ? (
    <Button onClick={onSuspend} className="text-danger-text" {...unless(profile.kept.fromSuspension)}>
      <UserRoundX aria-hidden />
      {t("Suspend")}
    </Button>
  ) : (
    <Button variant="primary" loading={isPending} onClick={() => void run(reactivate({ userId }))}>
      <UserRoundCheck aria-hidden />
      {t("Reactivate")}
    </Button>
  );
}
