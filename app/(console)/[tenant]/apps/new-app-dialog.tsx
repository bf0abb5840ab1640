"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import {
  CheckboxField,
  Form,
  SelectField,
  SubmitButton,
  TextareaField,
  TextField,
} from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/overlay";
import { SecretReveal } from "@/components/ui/text";
import { NewApp } from "@/server/domain/apps/apps.schema";
import { useAction } from "../../_frame/use-action";
import { uriLines } from "./uri-lines";

const NewAppForm = NewApp.pick({ name: true, clientType: true, requirePkce: true }).extend({
  redirectUris: uriLines(1, 51),
});

interface Issued {
  appId: number;
  name: string;
  clientId: string;
  clientSecret: string;
}

/** Registers an app; the secret of a confidential one is shown this once, then its page opens. */
export function NewAppDialog({
  open,
  onOpenChange,
  tenant,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  tenant: string;
}) {
  const router = useRouter();
  const [issued, setIssued] = useState<Issued | null>(null);
  const create = useAction(
    useTRPC().apps.create.mutationOptions(),
    (_app, { name }) => `${name} was registered.`,
  );
  const show = (appId: number) => router.push(`/${tenant}/apps/${appId}`);
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title="New app"
        description="Something that your people sign in to with their account of this organization."
      >
        <Form
          schema={NewAppForm}
          defaultValues={{ name: "", clientType: "confidential", requirePkce: true, redirectUris: "" }}
          onSubmit={async ({ requirePkce, ...values }) => {
            const created = await create({
              ...values,
              requirePkce: values.clientType === "public" || requirePkce,
            });
            onOpenChange(false);
            if (created.clientSecret === null) return show(created.appId);
            setIssued({ ...created, name: values.name, clientSecret: created.clientSecret });
          }}
        >
          <TextField
            name="name"
            label="Name"
            hint="People see it when they are asked to agree."
            autoComplete="off"
          />
          <SelectField
            name="clientType"
            label="Kind"
            hint="Choose public for apps that run on people’s own devices: a secret in them is no secret. The kind cannot be changed later."
            options={[
              { value: "confidential", label: "Confidential: runs on a server, has a secret" },
              { value: "public", label: "Public: a browser, telephone or desktop app, without a secret" },
            ]}
          />
          <TextareaField
            name="redirectUris"
            label="Redirect URIs"
            hint="Where people may be sent after signing in, one address per line; the first is the primary one. https, or http on this computer (localhost)."
          />
          <PkceField />
          <DialogActions>
            <Button onClick={() => onOpenChange(false)}>Cancel</Button>
            <SubmitButton>Register app</SubmitButton>
          </DialogActions>
        </Form>
      </Dialog>
      <Dialog
        open={issued !== null}
        onOpenChange={() => setIssued(null)}
        title={`Secret of ${issued?.name ?? ""}`}
        sticky
      >
        {issued && (
          <SecretReveal
            filename={`${issued.clientId}.txt`}
            values={[
              { label: "client_id", value: issued.clientId },
              { label: "client_secret", value: issued.clientSecret },
            ]}
            onDone={() => show(issued.appId)}
          />
        )}
      </Dialog>
    </>
  );
}

/** Only a confidential app has the choice. */
function PkceField() {
  const clientType = useWatch({ name: "clientType" }) as string;
  if (clientType === "public")
    return <p className="text-sm text-ink-soft">A public app always uses PKCE (RFC 7636).</p>;
  return (
    <CheckboxField
      name="requirePkce"
      label="Require PKCE"
      hint="Protects the sign-in from stolen codes (RFC 7636). Leave it on unless the app cannot do it."
    />
  );
}
