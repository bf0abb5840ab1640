"use client";

import { useRouter } from "next/navigation";
import { useExtracted } from "next-intl";
import { toast } from "@/components/toast";
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
import { ConfirmDialog, Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { LockForm, NewUser, UserPatch, type UserProfile } from "@/server/domain/users/users.schema";
import { useUserFieldWords } from "@/components/user-field-words";
import { administeredFields, byField } from "@/server/kernel/user-fields";
import { usePersonName } from "../../_frame/people/person-cell";
import { useAction } from "../../_frame/use-action";
import { isLive } from "./user-state";

const liveSessions = ({ sessions }: UserProfile) => sessions.filter(isLive).length;

interface Dialogue {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Inputs for the profile fields that administrators may set. */
function ProfileFields() {
  const words = useUserFieldWords();
  return administeredFields.map((name) => (
    <TextField key={name} name={name} label={words(name)} optional autoComplete="off" />
  ));
}

/** Dialog that creates a user. */
export function NewUserDialog({ open, onOpenChange, tenant }: Dialogue & { tenant: string }) {
  const t = useExtracted("users");
  const router = useRouter();
  const create = useAction(useTRPC().users.create.mutationOptions(), ({ email }) =>
    t("{email} was added.", { email }),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("New user")}
      description={t(
        "A user without administrator rights. The address is unverified until the user confirms it.",
      )}
    >
      <Form
        schema={NewUser}
        defaultValues={{ email: "", ...byField(administeredFields, () => "") }}
        onSubmit={async (values) => {
          const { userId } = await create(values);
          onOpenChange(false);
          router.push(`/${tenant}/users/${userId}`);
        }}
      >
        <TextField name="email" label={t("E-mail")} type="email" autoComplete="off" />
        <ProfileFields />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <SubmitButton>{t("Add user")}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/**
 * Dialog that changes the profile fields and the e-mail address of a user. `guarded` disables the address, because only an owner may
 * change it.
 */
export function EditUserDialog({
  open,
  onOpenChange,
  profile,
  guarded,
}: Dialogue & { profile: UserProfile; guarded: boolean }) {
  const t = useExtracted("users");
  const update = useAction(useTRPC().users.update.mutationOptions(), () => t("The changes were saved."));
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("Edit user")}>
      <Form
        schema={UserPatch}
        defaultValues={{
          ...(!guarded && { email: profile.user.email ?? "" }),
          ...byField(administeredFields, (name) => profile.user[name] ?? ""),
        }}
        onSubmit={async (values, seen) => {
          await update({ userId: profile.user.userId, ...values, ...seen });
          onOpenChange(false);
        }}
      >
        {guarded ? (
          <p className="text-sm text-ink-soft">
            {t("Only an owner can change the address of a user who administers the organization.")}
          </p>
        ) : (
          <TextField
            name="email"
            label={t("E-mail")}
            type="email"
            hint={t("A new address is unverified. The old address gets a notification.")}
          />
        )}
        <ProfileFields />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <SubmitButton>{t("Save")}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Dialog that locks the sign-in of a user. The lock ends after a time, or when an administrator unlocks the user. */
export function LockUserDialog({ open, onOpenChange, profile }: Dialogue & { profile: UserProfile }) {
  const t = useExtracted("users");
  const name = usePersonName()(profile.user);
  const lock = useAction(useTRPC().users.lock.mutationOptions(), () => t("{name} is locked.", { name }));
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Lock user")}
      description={
        profile.administrator === null
          ? t(
              "New sign-ins are refused. The account stays as it is. Anyone who can manage users can unlock it.",
            )
          : t("New sign-ins are refused. The account stays as it is. Only an owner can unlock it.")
      }
    >
      <Form
        schema={LockForm}
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
          label={t("Minutes")}
          min={1}
          hint={t("60 is an hour, 1440 a day. At most 2,628,000 (five years).")}
        />
        <CheckboxField
          name="indefinite"
          label={t("Until the account is unlocked")}
          hint={t("The number of minutes is then ignored.")}
        />
        <CheckboxField
          name="endSessions"
          label={t("End their sessions now")}
          hint={t("{count, number} active now.", { count: liveSessions(profile) })}
        />
        <TextareaField name="reason" label={t("Reason")} hint={t("Optional. Stored with the lock.")} />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <SubmitButton variant="danger">{t("Lock")}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Dialog that suspends a user. Shows the effects before the suspension. */
export function SuspendUserDialog({ open, onOpenChange, profile }: Dialogue & { profile: UserProfile }) {
  const t = useExtracted("users");
  const name = usePersonName()(profile.user);
  const trpc = useTRPC();
  const suspend = useAction(trpc.users.suspend.mutationOptions(), () => null);
  const reactivate = useAction(trpc.users.reactivate.mutationOptions(), () =>
    t("{name} is active again.", { name }),
  );
  const { userId } = profile.user;
  const undo = () => reactivate({ userId }).catch(toast.refused);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Suspend {name}?", { name })}
      action={t("Suspend")}
      danger
      onConfirm={async () => {
        await suspend({ userId });
        toast.success(t("{name} is suspended.", { name }), {
          action: { label: t("Undo"), onClick: () => void undo() },
        });
      }}
    >
      <p>
        {t(
          "They can no longer sign in{count, plural, =0 {} one {, and their active session ends now} other {, and their # active sessions end now}}.",
          { count: liveSessions(profile) },
        )}
      </p>
      <p>{t("Nothing is deleted: their roles stay, and they can be reactivated at any time.")}</p>
    </ConfirmDialog>
  );
}
