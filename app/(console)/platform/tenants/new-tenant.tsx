"use client";

import { useExtracted } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { CheckboxField, Form, SubmitButton, TextareaField, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { IssuedSecretDialog, type IssuedSecret } from "../../_frame/credentials/issued-secret-dialog";
import { linesIn } from "../../_frame/words/lines";
import { useAction } from "../../_frame/use-action";
import { UriStars } from "../../_frame/words/uri-stars";
import { useUriWords } from "../../_frame/words/uri-words";

/**
 * Dialog that creates an organization with an owner and optionally an app. Shows the secret of the app once. Then opens the
 * page of the organization.
 */
export function NewTenantDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useExtracted("platform");
  const trpc = useTRPC();
  const router = useRouter();
  const uriWords = useUriWords();
  const [issued, setIssued] = useState<(IssuedSecret & { tenantId: number }) | null>(null);
  const create = useAction(trpc.platform.tenants.create.mutationOptions(), ({ slug }) =>
    t("The organization {slug} was created.", { slug }),
  );
  const show = (tenantId: number) => router.push(`/platform/tenants/${tenantId}`);
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={t("New organization")}
        description={t("Its owner can sign in to the console at once and invite others.")}
      >
        <Form
          schema={async () => (await import("./new-tenant-schema")).newTenantForm(await uriWords())}
          defaultValues={{
            tenantName: "",
            adminEmail: "",
            adminName: "",
            password: "",
            withApp: false,
            appName: "",
            redirectUris: "",
          }}
          onSubmit={async ({ withApp, appName = "", redirectUris = "", ...values }) => {
            const { tenantId, app } = await create({
              ...values,
              ...(withApp && { app: { name: appName, redirectUris: linesIn(redirectUris) } }),
            });
            onOpenChange(false);
            if (app === null) show(tenantId);
            else setIssued({ ...app, tenantId, name: appName });
          }}
        >
          <TextField
            name="tenantName"
            label={t("Name")}
            hint={t("The slug is derived from the name.")}
            autoComplete="off"
          />
          <TextField name="adminEmail" label={t("Owner’s e-mail")} type="email" autoComplete="off" />
          <TextField
            name="adminName"
            label={t("Owner’s name")}
            hint={t("Optional")}
            optional
            autoComplete="off"
          />
          <TextField
            name="password"
            label={t("Owner’s password")}
            type="password"
            autoComplete="new-password"
            hint={t("They can change it after the first sign-in.")}
          />
          <CheckboxField
            name="withApp"
            label={t("Register an app with it")}
            hint={t("An OAuth client that its people can sign in to at once. Its owner can add more later.")}
          />
          <AppFields />
          <DialogActions>
            <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
            <SubmitButton>{t("Create organization")}</SubmitButton>
          </DialogActions>
        </Form>
      </Dialog>
      <IssuedSecretDialog issued={issued} onDone={() => issued && show(issued.tenantId)} />
    </>
  );
}

/** Fields for the optional app. */
function AppFields() {
  const t = useExtracted("platform");
  const wanted = useWatch({ name: "withApp" }) as boolean;
  return (
    wanted && (
      <>
        <TextField name="appName" label={t("App’s name")} autoComplete="off" />
        <TextareaField
          name="redirectUris"
          label={t("Redirect URIs")}
          hint={t("Redirect addresses after sign-in, one per line. The first is the primary one.")}
        />
        <UriStars name="redirectUris" />
      </>
    )
  );
}
