"use client";

import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { z } from "zod";
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
import { ClientType, NewApp } from "@/server/domain/apps/apps.schema";
import { useAction } from "../../_frame/use-action";
import { uriLines } from "./uri-lines";

const NewAppForm = NewApp.pick({ name: true, requirePkce: true })
  .extend({ kind: z.enum([...ClientType.options, "machine"]), redirectUris: uriLines(0, 51) })
  .superRefine(({ kind, redirectUris }, context) => {
    if (kind !== "machine" && redirectUris.length === 0)
      context.addIssue({ code: "custom", path: ["redirectUris"], message: "Give at least one address" });
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
  const trpc = useTRPC();
  const said = (_app: unknown, { name }: { name: string }) => `${name} was registered.`;
  const create = useAction(trpc.apps.create.mutationOptions(), said);
  const createMachine = useAction(trpc.apps.createMachine.mutationOptions(), said);
  const show = (appId: number) => router.push(`/${tenant}/apps/${appId}`);
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title="New app"
        description="Something that your people sign in to with their account of this organization, or that works on its own."
      >
        <Form
          schema={NewAppForm}
          defaultValues={{ name: "", kind: "confidential", requirePkce: true, redirectUris: "" }}
          onSubmit={async ({ kind, name, redirectUris, requirePkce }) => {
            const created = await (kind === "machine"
              ? createMachine({ name })
              : create({
                  name,
                  clientType: kind,
                  redirectUris,
                  requirePkce: kind === "public" || requirePkce,
                }));
            onOpenChange(false);
            if (created.clientSecret === null) return show(created.appId);
            setIssued({ ...created, name, clientSecret: created.clientSecret });
          }}
        >
          <TextField
            name="name"
            label="Name"
            hint="People see it when they are asked to agree."
            autoComplete="off"
          />
          <SelectField
            name="kind"
            label="Kind"
            hint="Choose public for apps that run on people’s own devices: a secret in them is no secret. The kind cannot be changed later."
            options={[
              { value: "confidential", label: "Confidential: runs on a server, has a secret" },
              { value: "public", label: "Public: a browser, telephone or desktop app, without a secret" },
              { value: "machine", label: "Machine-to-machine: a program that nobody signs in to" },
            ]}
          />
          <SignInFields />
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

/** What is asked of an app that people sign in to. */
function SignInFields() {
  const kind = useWatch({ name: "kind" }) as z.output<typeof NewAppForm>["kind"];
  if (kind === "machine")
    return (
      <Note>
        It gets a service account of its own and tokens in its own name, by the client credentials grant (RFC
        6749). They open nothing in Castellan itself.
      </Note>
    );
  return (
    <>
      <TextareaField
        name="redirectUris"
        label="Redirect URIs"
        hint="Where people may be sent after signing in, one address per line; the first is the primary one. https, or http on this computer (localhost)."
      />
      {kind === "public" ? (
        <Note>A public app always uses PKCE (RFC 7636).</Note>
      ) : (
        <CheckboxField
          name="requirePkce"
          label="Require PKCE"
          hint="Protects the sign-in from stolen codes (RFC 7636). Leave it on unless the app cannot do it."
        />
      )}
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => <p className="text-sm text-ink-soft">{children}</p>;
