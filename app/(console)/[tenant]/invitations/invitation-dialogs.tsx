"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Form, NumberField, SelectField, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/feedback";
import { Dialog, DialogActions } from "@/components/ui/overlay";
import { SecretReveal } from "@/components/ui/text";
import { InvitationSettings, NewInvitation } from "@/server/domain/invitations/invitations.schema";
import { QueryError } from "../../_frame/query-error";
import { useAction } from "../../_frame/use-action";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Invites someone, and shows the link that only this answer can make. */
export function InviteDialog({ tenant, open, onOpenChange }: Props & { tenant: string }) {
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
        title="Invite someone"
        description={
          days === undefined
            ? "They have no account here yet."
            : `The invitation is valid for ${days} ${days === 1 ? "day" : "days"}.`
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
          <TextField name="email" label="E-mail" type="email" autoComplete="off" />
          <TextField
            name="name"
            label="Name"
            hint="Optional; they can change it."
            autoComplete="off"
            optional
          />
          <SelectField
            name="userKind"
            label="Invited as"
            hint="An administrator becomes an admin of this organization; an owner can make them an owner."
            options={[
              { value: "end_user", label: "User" },
              { value: "tenant_admin", label: "Administrator" },
            ]}
          />
          <DialogActions>
            <Button onClick={() => onOpenChange(false)}>Cancel</Button>
            <SubmitButton>Invite</SubmitButton>
          </DialogActions>
        </Form>
      </Dialog>
      <Dialog
        open={issued !== null}
        onOpenChange={() => setIssued(null)}
        title="The invitation’s link"
        description={
          delivery.data?.mailed
            ? `It was mailed to ${issued?.email ?? ""}. If the mail does not arrive, hand them the link by a safe way: whoever has it gets the account.`
            : `Nothing was mailed. Hand it to ${issued?.email ?? ""} by a safe way: whoever has it gets the account.`
        }
        sticky
        wide
      >
        {issued && (
          <SecretReveal
            filename="invitation.txt"
            values={[
              { label: "Link", value: `${window.location.origin}/join/${tenant}?token=${issued.token}` },
            ]}
            onDone={() => setIssued(null)}
          />
        )}
      </Dialog>
    </>
  );
}

/** How long invitations are valid. */
export function InvitationTermDialog({ open, onOpenChange }: Props) {
  const trpc = useTRPC();
  const settings = useQuery(trpc.invitations.settings.queryOptions({}));
  const update = useAction(
    trpc.invitations.updateSettings.mutationOptions(),
    ({ validDays }) => `New invitations are valid for ${validDays} ${validDays === 1 ? "day" : "days"}.`,
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="How long invitations are valid"
      description="Invitations that are out keep their term."
    >
      {settings.isError ? (
        <QueryError error={settings.error} retry={() => void settings.refetch()} />
      ) : !settings.data ? (
        <Skeleton className="h-24" />
      ) : (
        <Form
          schema={InvitationSettings}
          defaultValues={settings.data}
          onSubmit={async (values) => {
            await update(values);
            onOpenChange(false);
          }}
        >
          <NumberField name="validDays" label="Days" min={1} max={60} hint="1 to 60" />
          <DialogActions>
            <Button onClick={() => onOpenChange(false)}>Cancel</Button>
            <SubmitButton>Save</SubmitButton>
          </DialogActions>
        </Form>
      )}
    </Dialog>
  );
}
