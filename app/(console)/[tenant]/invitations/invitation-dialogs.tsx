"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Form, NumberField, SelectField, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { SecretDialog } from "@/components/ui/dialog/secret-dialog";
import { InvitationSettings, NewInvitation } from "@/server/domain/invitations/invitations.schema";
import { NotLoaded } from "../../_frame/records/not-loaded";
import { useAction } from "../../_frame/use-action";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * Dialog that invites a person. Shows the link of the invitation once, because only the response to the creation contains the
 * link.
 */
export function InviteDialog({
  tenant,
  mayAppoint,
  open,
  onOpenChange,
}: Props & { tenant: string; mayAppoint: boolean }) {
  const t = useExtracted("invitations");
  const trpc = useTRPC();
  const delivery = useQuery(trpc.invitations.delivery.queryOptions({}));
  const settings = useQuery(trpc.invitations.settings.queryOptions({}));
  const create = useAction(trpc.invitations.create.mutationOptions(), () => null);
  const [issued, setIssued] = useState<{ email: string; token: string } | null>(null);
  const days = settings.data?.validDays;
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={t("Invite someone")}
        description={
          days === undefined
            ? t("They have no account here yet.")
            : t("The invitation is valid for {days, plural, one {# day} other {# days}}.", { days })
        }
      >
        <Form
          schema={NewInvitation}
          defaultValues={{ email: "", userKind: "end_user" }}
          onSubmit={async (values) => {
            setIssued(await create(values));
            onOpenChange(false);
          }}
        >
          <TextField name="email" label={t("E-mail")} type="email" autoComplete="off" />
          <TextField
            name="name"
            label={t("Name")}
            hint={t("Optional; they can change it.")}
            autoComplete="off"
            optional
          />
          <SelectField
            name="userKind"
            label={t("Invited as")}
            hint={
              mayAppoint
                ? t(
                    "An administrator becomes an admin of this organization; an owner can make them an owner.",
                  )
                : t("Only an owner can invite administrators.")
            }
            options={[
              { value: "end_user", label: t("User") },
              ...(mayAppoint ? [{ value: "tenant_admin", label: t("Administrator") }] : []),
            ]}
          />
          <DialogActions>
            <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
            <SubmitButton>{t("Invite")}</SubmitButton>
          </DialogActions>
        </Form>
      </Dialog>
      <SecretDialog
        title={t("The invitation’s link")}
        description={
          delivery.data?.mailed
            ? t(
                "It was e-mailed to {email}. If the e-mail does not arrive, send them the link in a secure way: anyone with this link gets the account.",
                { email: issued?.email ?? "" },
              )
            : t(
                "No e-mail was sent. Send it to {email} in a secure way: anyone with this link gets the account.",
                {
                  email: issued?.email ?? "",
                },
              )
        }
        wide
        secret={
          issued && {
            filename: "invitation.txt",
            values: [
              { label: t("Link"), value: `${window.location.origin}/join/${tenant}?token=${issued.token}` },
            ],
          }
        }
        onDone={() => setIssued(null)}
      />
    </>
  );
}

/** Dialog for the validity period of new invitations. */
export function InvitationTermDialog({ open, onOpenChange }: Props) {
  const t = useExtracted("invitations");
  const trpc = useTRPC();
  // Destructures the result, because React Query renders this component again only if a property was read during its render.
  // The lazy dialog reads the properties later.
  const { data, error, refetch } = useQuery(trpc.invitations.settings.queryOptions({}));
  const update = useAction(trpc.invitations.updateSettings.mutationOptions(), ({ validDays: days }) =>
    t("New invitations are valid for {days, plural, one {# day} other {# days}}.", { days }),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("How long invitations are valid")}
      description={t("Pending invitations keep their expiry date.")}
    >
      {!data ? (
        <NotLoaded query={{ error, refetch }} className="h-24" />
      ) : (
        <Form
          schema={InvitationSettings}
          defaultValues={data}
          onSubmit={async (values) => {
            await update(values);
            onOpenChange(false);
          }}
        >
          <NumberField name="validDays" label={t("Days")} min={1} max={60} hint={t("1 to 60")} />
          <DialogActions>
            <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
            <SubmitButton>{t("Save")}</SubmitButton>
          </DialogActions>
        </Form>
      )}
    </Dialog>
  );
}
