"use client";

import { useRouter } from "next/navigation";
import { useTRPC } from "@/components/data/trpc";
import {
  CheckboxField,
  Form,
  NumberField,
  SubmitButton,
  TextareaField,
  TextField,
} from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, Dialog, DialogActions } from "@/components/ui/overlay";
import { LockInput, NewUser, UserPatch, type UserProfile } from "@/server/domain/users/users.schema";
import { useAction } from "../../_frame/use-action";
import { isLive } from "./user-state";

const nameOf = ({ user }: UserProfile) => user.name ?? user.email ?? `User ${user.userId}`;

const liveSessions = ({ sessions }: UserProfile) => sessions.filter(isLive).length;

interface Dialogue {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Adds a person. */
export function NewUserDialog({ open, onOpenChange, tenant }: Dialogue & { tenant: string }) {
  const router = useRouter();
  const create = useAction(useTRPC().users.create.mutationOptions(), ({ email }) => `${email} was added.`);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New user"
      description="An ordinary person of this organization. The address counts as unverified until they prove it."
    >
      <Form
        schema={NewUser}
        defaultValues={{ email: "", name: "" }}
        onSubmit={async (values) => {
          const { userId } = await create(values);
          onOpenChange(false);
          router.push(`/${tenant}/users/${userId}`);
        }}
      >
        <TextField name="email" label="E-mail" type="email" autoComplete="off" />
        <TextField name="name" label="Name" hint="Optional" optional autoComplete="off" />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <SubmitButton>Add user</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Changes a person's name and address. */
export function EditUserDialog({ open, onOpenChange, profile }: Dialogue & { profile: UserProfile }) {
  const update = useAction(useTRPC().users.update.mutationOptions(), () => "The changes were saved.");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Edit user">
      <Form
        schema={UserPatch}
        defaultValues={{ email: profile.user.email ?? "", name: profile.user.name ?? "" }}
        onSubmit={async (values, seen) => {
          await update({ userId: profile.user.userId, ...values, ...seen });
          onOpenChange(false);
        }}
      >
        <TextField name="email" label="E-mail" type="email" hint="A new address counts as unverified." />
        <TextField name="name" label="Name" optional />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <SubmitButton>Save</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Keeps a person from signing in, for a time or until somebody unlocks them. */
export function LockUserDialog({ open, onOpenChange, profile }: Dialogue & { profile: UserProfile }) {
  const lock = useAction(useTRPC().users.lock.mutationOptions(), () => `${nameOf(profile)} is locked.`);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Lock user"
      description="New sign-ins are refused. The account stays as it is, and anybody who may manage users can unlock it."
    >
      <Form
        schema={LockInput}
        defaultValues={{ indefinite: false, endSessions: true, durationMinutes: 60 }}
        onSubmit={async ({ durationMinutes, ...values }) => {
          await lock({
            userId: profile.user.userId,
            ...values,
            ...(!values.indefinite && { durationMinutes }),
          });
          onOpenChange(false);
        }}
      >
        <NumberField
          name="durationMinutes"
          label="Minutes"
          min={1}
          hint="60 is an hour, 1440 a day. At most 2,628,000 (five years)."
        />
        <CheckboxField
          name="indefinite"
          label="Until somebody unlocks them"
          hint="The minutes do not count then."
        />
        <CheckboxField
          name="endSessions"
          label="End their sessions now"
          hint={`${liveSessions(profile)} live at this moment.`}
        />
        <TextareaField name="reason" label="Reason" hint="Optional; kept with the lock." />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <SubmitButton variant="danger">Lock</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Suspends a person, having said what that ends. */
export function SuspendUserDialog({ open, onOpenChange, profile }: Dialogue & { profile: UserProfile }) {
  const suspend = useAction(
    useTRPC().users.suspend.mutationOptions(),
    () => `${nameOf(profile)} is suspended.`,
  );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Suspend ${nameOf(profile)}?`}
      action="Suspend"
      danger
      onConfirm={() => suspend({ userId: profile.user.userId })}
    >
      <p>
        They can no longer sign in, and{" "}
        {liveSessions(profile) === 1
          ? "their live session ends"
          : `their ${liveSessions(profile)} live sessions end`}{" "}
        now.
      </p>
      <p>Nothing is deleted: their roles stay, and they can be reactivated at any time.</p>
    </ConfirmDialog>
  );
}
