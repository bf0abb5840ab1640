"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useTRPC } from "@/components/data/trpc";
import { CheckboxField, Form, SubmitButton, TextField, SelectField } from "@/components/form/form";
import { DetailLayout, Facts, Section } from "@/components/ui/page/page";
import { Code, ExactTime } from "@/components/ui/text";
import type { AppDetail } from "@/server/domain/apps/console.schema";
import { ActivityFeed } from "../../../_frame/log/activity-feed";
import { useAction } from "../../../_frame/use-action";
import { Authentication } from "./authentication";
import { defined } from "./defined";
import { DangerZone } from "./danger-zone";
import { AppProtocolForm, AppSignInForm } from "./protocol";
import { signsNobodyIn } from "./app-frame";
import { Redirects } from "./redirects";
import { useLossGuard } from "./loss-guard";
import { MachineSection } from "./machine-section";

const schemas = () => import("./app-schemas");

/** Settings of an app: name, redirects, sign-in and deletion. */
export function AppSettings({
  tenant,
  appId,
  mayReadLog,
  mayLinkAccounts,
}: {
  tenant: string;
  appId: number;
  mayReadLog: boolean;
  mayLinkAccounts: boolean;
}) {
  const t = useExtracted("apps");
  const { data: app } = useQuery(useTRPC().apps.detail.queryOptions({ appId }));
  if (!app) return null;
  return (
    <DetailLayout
      aside={
        <>
          <Section title={t("Details")} flush>
            <Facts
              items={[
                { label: t("App id"), value: <Code text={String(app.appId)} label={t("app id")} /> },
                { label: t("Client id"), value: <Code text={app.clientId} label={t("client id")} /> },
                { label: t("Kind"), value: app.clientType === "public" ? t("Public") : t("Confidential") },
                ...(app.serviceAccount
                  ? [
                      {
                        label: t("Acts as"),
                        value: (
                          <Link
                            href={`/${tenant}/service-accounts`}
                            className="rounded text-accent-text hover:underline"
                          >
                            {app.serviceAccount.name}
                          </Link>
                        ),
                      },
                    ]
                  : []),
                { label: t("Created"), value: <ExactTime at={app.createdAt} /> },
              ]}
            />
          </Section>
          {mayReadLog && (
            <Section title={t("Activity")} flush>
              <ActivityFeed target={`app:${appId}`} moreHref={`/${tenant}/audit?target=app:${appId}`} />
            </Section>
          )}
        </>
      }
    >
      <General app={app} />
      <Redirects app={app} />
      {app.clientType === "confidential" && <Authentication app={app} />}
      {!signsNobodyIn(app) && <AppSignInForm app={app} />}
      <AppProtocolForm app={app} />
      <AppSignatures app={app} />
      {mayLinkAccounts && app.clientType === "confidential" && <MachineSection app={app} tenant={tenant} />}
      <DangerZone app={app} tenant={tenant} />
    </DetailLayout>
  );
}

function General({ app }: { app: AppDetail }) {
  const t = useExtracted("apps");
  const update = useAction(useTRPC().apps.update.mutationOptions(), ({ name }) =>
    t("{name} was saved.", { name }),
  );
  const { ask, dialog } = useLossGuard(app.appId);
  const isPublic = app.clientType === "public";
  return (
    <Section title={t("General")}>
      <Form
        schema={async () =>
          (await schemas()).generalForm(app, t("Select at least one group that may sign in."))
        }
        defaultValues={switchesOf(app)}
        onSubmit={async (values, seen) => {
          const after = { ...app, ...defined(values) };
          const narrower =
            (app.allowEndUserSignIn && !after.allowEndUserSignIn) ||
            (app.allowTenantAdminSignIn && !after.allowTenantAdminSignIn);
          const run = () => update({ appId: app.appId, ...values, ...seen });
          if (!narrower) return run();
          const { allowEndUserSignIn, allowTenantAdminSignIn } = after;
          return ask({
            change: { kind: "sign_in", allowEndUserSignIn, allowTenantAdminSignIn },
            title: t("Change who may sign in to {name}?", { name: app.name }),
            action: t("Save"),
            run,
          });
        }}
      >
        <TextField name="name" label={t("Name")} autoComplete="off" />
        <fieldset className="space-y-2.5">
          <legend className="mb-1.5 text-sm font-medium">{t("Who may sign in")}</legend>
          <CheckboxField name="allowEndUserSignIn" label={t("Ordinary users")} />
          <CheckboxField name="allowTenantAdminSignIn" label={t("Administrators of the organization")} />
        </fieldset>
        <fieldset className="space-y-2.5">
          <legend className="mb-1.5 text-sm font-medium">{t("Sign-in flow")}</legend>
          {!isPublic && (
            <CheckboxField
              name="requirePkce"
              label={t("Require PKCE")}
              hint={t("Protects the sign-in from stolen codes (RFC 7636).")}
            />
          )}
          <CheckboxField
            name="allowDeviceFlow"
            label={t("Allow sign-in on another device")}
            hint={t(
              "For TVs and command-line tools: they show a code that users enter on their phone (RFC 8628).",
            )}
          />
          {isPublic && (
            <p className="text-sm text-ink-soft">{t("A public app always uses PKCE (RFC 7636).")}</p>
          )}
        </fieldset>
        <SubmitButton>{t("Save")}</SubmitButton>
      </Form>
      {dialog}
    </Section>
  );
}

const switchesOf = ({
  name,
  requirePkce,
  allowDeviceFlow,
  allowEndUserSignIn,
  allowTenantAdminSignIn,
}: AppDetail) => ({ name, requirePkce, allowDeviceFlow, allowEndUserSignIn, allowTenantAdminSignIn });

const signatureForm = async () => (await import("./app-schemas")).SignatureForm;

/** Form for the algorithm of the signatures of the app's tokens. */
function AppSignatures({ app: { appId, signingAlgorithm } }: { app: AppDetail }) {
  const t = useExtracted("apps");
  const save = useAction(useTRPC().apps.update.mutationOptions(), ({ signingAlgorithm: chosen }) =>
    t("New tokens are signed with {algorithm}.", { algorithm: chosen }),
  );
  return (
    <Section
      title={t("Signatures")}
      description={t("Algorithm of the app’s ID tokens, JWT access tokens and logout tokens.")}
    >
      <Form
        schema={signatureForm}
        defaultValues={{ signingAlgorithm }}
        onSubmit={(values, seen) => save({ appId, ...values, ...seen })}
      >
        <SelectField
          name="signingAlgorithm"
          label={t("Algorithm")}
          hint={t("The app and its API must accept it. Existing tokens stay valid.")}
          options={[
            { value: "RS256", label: t("RS256: known to every library") },
            { value: "ES256", label: t("ES256: short signatures") },
            { value: "PS256", label: t("PS256: RSA with PSS padding, as FAPI requires") },
            { value: "EdDSA", label: t("EdDSA: Ed25519, the fastest") },
          ]}
        />
        <SubmitButton>{t("Save algorithm")}</SubmitButton>
      </Form>
    </Section>
  );
}
