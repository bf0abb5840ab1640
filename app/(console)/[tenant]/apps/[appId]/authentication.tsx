"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Form, SelectField, SubmitButton, TextareaField, TextField } from "@/components/form/form";
import { Section } from "@/components/ui/page/page";
import type { AppDetail } from "@/server/domain/apps/console.schema";
import { IssuedSecretDialog } from "../../../_frame/credentials/issued-secret-dialog";
import { NotLoaded } from "../../../_frame/records/not-loaded";
import { useAction } from "../../../_frame/use-action";
import { AppSecrets } from "./secrets";

const authenticationForm = async () => (await import("./app-schemas")).AuthenticationForm;

const example = "https://app.example.com/jwks.json";

/** Section for how the app authenticates: by up to two secrets, by JWTs that it signs, or by a certificate. */
export function Authentication({ app }: { app: AppDetail }) {
  const t = useExtracted("apps");
  const trpc = useTRPC();
  const { appId, name, clientId } = app;
  const current = useQuery(trpc.apps.authentication.queryOptions({ appId }));
  const [secret, setSecret] = useState<string | null>(null);
  const save = useAction(trpc.apps.setAuthentication.mutationOptions(), () =>
    t("The authentication was saved."),
  );
  return (
    <Section title={t("Authentication")} description={t("How the app proves its identity to this server.")}>
      {!current.data ? (
        <NotLoaded query={current} className="h-24" />
      ) : (
        <div className="space-y-6">
          <Form
            schema={authenticationForm}
            defaultValues={{
              method: current.data.method === "none" ? "client_secret" : current.data.method,
              jwks: current.data.jwks === null ? "" : JSON.stringify(current.data.jwks, null, 2),
              jwksUri: current.data.jwksUri ?? "",
              certificates: current.data.certificates ?? "",
              certificateSubject: current.data.certificateSubject ?? "",
            }}
            onSubmit={async (values) => {
              const { authenticationOf } = await import("./app-schemas");
              const changed = await save({ appId, ...authenticationOf(values) });
              setSecret(changed.clientSecret);
            }}
          >
            <SelectField
              name="method"
              label={t("Method")}
              hint={t("If you change the method, the secrets or keys of the other one stop working at once.")}
              options={[
                { value: "client_secret", label: t("Secret (client_secret_basic, client_secret_post)") },
                { value: "private_key_jwt", label: t("Signed JWT (private_key_jwt)") },
                {
                  value: "self_signed_tls_client_auth",
                  label: t("Registered certificate (self_signed_tls_client_auth)"),
                },
                { value: "tls_client_auth", label: t("Certificate of an authority (tls_client_auth)") },
              ]}
            />
            <KeyFields />
            <CertificateFields />
            <SubmitButton>{t("Save authentication")}</SubmitButton>
          </Form>
          {current.data.method === "client_secret" && <AppSecrets app={app} onIssued={setSecret} />}
        </div>
      )}
      <IssuedSecretDialog
        issued={secret === null ? null : { name, clientId, clientSecret: secret }}
        onDone={() => setSecret(null)}
      />
    </Section>
  );
}

/** Fields for the app's keys. Renders nothing for the method with a secret. */
function KeyFields() {
  const t = useExtracted("apps");
  const method = useWatch({ name: "method" }) as unknown;
  if (method !== "private_key_jwt") return null;
  return (
    <>
      <TextareaField
        name="jwks"
        label={t("Public keys (JWKS)")}
        hint={t(
          "The public part of the app’s keys as a JSON Web Key Set: RSA, EC with P-256 or OKP with Ed25519. Register the new key beside the old one, and remove the old one later.",
        )}
      />
      <TextField
        name="jwksUri"
        label={t("Address of the keys")}
        hint={t("Instead of the keys: the https address where the app publishes them. It must be public.")}
        autoComplete="off"
        placeholder={example}
      />
    </>
  );
}

/** Fields for the app's certificates (mTLS). Renders nothing for the other methods. */
function CertificateFields() {
  const t = useExtracted("apps");
  const method = useWatch({ name: "method" }) as unknown;
  const isOfAuthority = method === "tls_client_auth";
  if (!isOfAuthority && method !== "self_signed_tls_client_auth") return null;
  return (
    <>
      <TextareaField
        name="certificates"
        label={
          isOfAuthority ? t("Certificates of the authorities (PEM)") : t("Certificates of the app (PEM)")
        }
        hint={
          isOfAuthority
            ? t(
                "The authorities that issue the certificates of the app, up to ten. Certificates in between are not used.",
              )
            : t("Up to ten. Register the new certificate beside the old one, and remove the old one later.")
        }
      />
      {isOfAuthority && (
        <TextField
          name="certificateSubject"
          label={t("Name in the certificate")}
          hint={t(
            "A DNS name of the certificate, or the name of its subject, such as CN=importer,O=Example.",
          )}
          autoComplete="off"
        />
      )}
    </>
  );
}
