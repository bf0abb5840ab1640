"use client";

import { useExtracted } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod";
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
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { ClientType, NewApp } from "@/server/domain/apps/apps.schema";
import { IssuedSecretDialog, type IssuedSecret } from "../../_frame/credentials/issued-secret-dialog";
import { useAction } from "../../_frame/use-action";
import { UriStars } from "../../_frame/words/uri-stars";
import { uriLines } from "../../_frame/words/uri-lines";
import { useUriWords, type UriWords } from "../../_frame/words/uri-words";

const AppKind = z.enum([...ClientType.options, "machine"]);

const newAppForm = (words: UriWords) =>
  NewApp.pick({ name: true, requirePkce: true })
    .extend({ kind: AppKind, redirectUris: uriLines(0, 51, words) })
    .superRefine(({ kind, redirectUris }, context) => {
      if (kind !== "machine" && redirectUris.length === 0)
        context.addIssue({ code: "custom", path: ["redirectUris"], message: words.none });
    });

/** Dialog that registers an app. Shows the secret of a confidential app once. Then opens the page of the app. */
export function NewAppDialog({
  open,
  onOpenChange,
  tenant,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  tenant: string;
}) {
  const t = useExtracted("apps");
  const uriWords = useUriWords();
  const router = useRouter();
  const [issued, setIssued] = useState<(IssuedSecret & { appId: number }) | null>(null);
  const trpc = useTRPC();
  const registered = (_app: unknown, { name }: { name: string }) => t("{name} was registered.", { name });
  const create = useAction(trpc.apps.create.mutationOptions(), registered);
  const createMachine = useAction(trpc.apps.createMachine.mutationOptions(), registered);
  const show = (appId: number) => router.push(`/${tenant}/apps/${appId}`);
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={t("New app")}
        description={t(
          "An app that your users sign in to with their account of this organization, or a program that works on its own.",
        )}
      >
        <Form
          schema={async () => newAppForm(await uriWords())}
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
            label={t("Name")}
            hint={t("Users see it when they are asked for consent.")}
            autoComplete="off"
          />
          <SelectField
            name="kind"
            label={t("Kind")}
            hint={t(
              "Choose public for apps that run on users’ own devices, because a secret in them cannot be protected. The kind cannot be changed later.",
            )}
            options={[
              { value: "confidential", label: t("Confidential: runs on a server, has a secret") },
              { value: "public", label: t("Public: a browser, telephone or desktop app, without a secret") },
              { value: "machine", label: t("Machine-to-machine: a program without user sign-in") },
            ]}
          />
          <SignInFields />
          <DialogActions>
            <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
            <SubmitButton>{t("Register app")}</SubmitButton>
          </DialogActions>
        </Form>
      </Dialog>
      <IssuedSecretDialog issued={issued} onDone={() => issued && show(issued.appId)} />
    </>
  );
}

/** Fields for an app with user sign-in. */
function SignInFields() {
  const t = useExtracted("apps");
  const kind = useWatch({ name: "kind" }) as z.output<typeof AppKind>;
  if (kind === "machine")
    return (
      <Note>
        {t(
          "It gets its own service account and tokens in its own name, by the client credentials grant (RFC 6749). The tokens give no access to Castellan itself.",
        )}
      </Note>
    );
  return (
    <>
      <TextareaField
        name="redirectUris"
        label={t("Redirect URIs")}
        hint={t(
          "Redirect addresses after sign-in, one per line. The first is the primary one. Use https, or http on this computer (localhost).",
        )}
      />
      <UriStars name="redirectUris" />
      {kind === "public" ? (
        <Note>{t("A public app always uses PKCE (RFC 7636).")}</Note>
      ) : (
        <CheckboxField
          name="requirePkce"
          label={t("Require PKCE")}
          hint={t(
            "Protects the sign-in from stolen codes (RFC 7636). Leave it on unless the app does not support it.",
          )}
        />
      )}
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => <p className="text-sm text-ink-soft">{children}</p>;
