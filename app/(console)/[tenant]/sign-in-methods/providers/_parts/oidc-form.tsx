"use client";

import { useExtracted } from "next-intl";
import { useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Form, SubmitButton, TextareaField, TextField } from "@/components/form/form";
import { NativeSelect } from "@/components/ui/input/input";
import { kindFacts } from "@/server/domain/federation/kinds.schema";
import { APPLE_ISSUER, oidcPresets } from "@/server/domain/federation/oidc/presets.schema";
import { AttributeFields, LinkingFields, NameField, SecretField } from "./common-fields";
import { useSave, type FormOf } from "./use-save";

const schema = async () => (await import("./provider-schemas")).OidcForm;
const schemaWithoutSecret = async () => (await import("./provider-schemas")).NewOidcForm;

const blank = { ...kindFacts.oidc.defaults, issuer: "", clientId: "" };

/** Form for an OpenID provider, with the organization's client id and secret at the provider. */
export function OidcProviderForm({ tenant, provider }: FormOf) {
  const t = useExtracted("sign-in-methods");
  const save = useSave({ tenant, provider });
  const settings = provider?.configuration?.kind === "oidc" ? provider.configuration.settings : blank;
  return (
    <Form
      schema={provider?.hasSecret ? schema : schemaWithoutSecret}
      defaultValues={{
        ...settings,
        name: provider?.name ?? "",
        secret: "",
        withoutSecret: false,
        emailDomains: settings.emailDomains.join("\n"),
      }}
      onSubmit={({ name, secret, withoutSecret, ...rest }, seen) =>
        save({ name, secret, withoutSecret }, { kind: "oidc", settings: rest }, seen)
      }
    >
      {provider === null && <PresetField />}
      <NameField />
      <TextField
        name="issuer"
        label={t("Issuer")}
        hint={t(
          "The discovery document is read from this address. It cannot be changed while users are linked.",
        )}
        type="url"
        placeholder={t("https://…")}
        autoComplete="off"
        spellCheck={false}
      />
      <ClientFields hasSecret={provider?.hasSecret ?? false} />
      <TextField
        name="scopes"
        label={t("Scopes")}
        hint={t("Separated by spaces. openid is required, except for GitHub.")}
        autoComplete="off"
        spellCheck={false}
      />
      <LinkingFields
        trustHint={t(
          "Most providers report for each address whether it is verified (email_verified). Entra ID does not.",
        )}
      />
      <AttributeFields />
      <SubmitButton>{provider ? t("Save settings") : t("Add provider")}</SubmitButton>
    </Form>
  );
}

/**
 * Fields for the credentials of the organization's client: a client secret, or for Apple a key that signs the client secret.
 */
function ClientFields({ hasSecret }: { hasSecret: boolean }) {
  const t = useExtracted("sign-in-methods");
  const { watch } = useFormContext<{ issuer: string; teamId: string; keyId: string }>();
  const [issuer, teamId, keyId] = watch(["issuer", "teamId", "keyId"]);
  if (issuer !== APPLE_ISSUER && !teamId && !keyId)
    return (
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="clientId" label={t("Client ID")} autoComplete="off" spellCheck={false} />
        <div className="space-y-3">
          <SecretField
            label={t("Client secret")}
            hint={t("Stored encrypted. Empty: a public client, protected by PKCE only.")}
            hasSecret={hasSecret}
          />
        </div>
      </div>
    );
  return (
    <>
      <TextField
        name="clientId"
        label={t("Services ID")}
        hint={t("The identifier of the Services ID, not of the app.")}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="teamId" label={t("Team ID")} autoComplete="off" spellCheck={false} />
        <TextField name="keyId" label={t("Key ID")} autoComplete="off" spellCheck={false} />
      </div>
      <TextareaField
        name="secret"
        label={t("Private key")}
        hint={
          hasSecret
            ? t("A value is stored, encrypted. Leave this empty to keep it.")
            : t("The content of the .p8 file. Kept encrypted; it signs a new client secret each time.")
        }
      />
    </>
  );
}

type Preset = (typeof oidcPresets)[number]["id"];

/** Returns a hint for each well-known provider. */
function usePresetHints(): Record<Preset, string> {
  const t = useExtracted("sign-in-methods");
  return {
    google: t("Create an OAuth client of type “Web application” in the Google Cloud console."),
    microsoft: t(
      "Enter your directory (tenant) ID in the issuer. Entra does not report whether an address is verified.",
    ),
    apple: t(
      "Create a Services ID with Sign in with Apple and a key in the Apple developer account. The redirect URI is shown once the provider is added.",
    ),
    github: t("GitHub uses OAuth 2.0. The account and its verified address are read from the GitHub API."),
    other: t(
      "Any issuer with OpenID Connect Discovery: Okta, Auth0, Keycloak, Google Workspace, another Castellan.",
    ),
  };
}

/** Select for a well-known provider. Fills in the settings of the provider. */
function PresetField() {
  const hints = usePresetHints();
  const t = useExtracted("sign-in-methods");
  const id = useId();
  const { setValue, getValues } = useFormContext<{ name: string; issuer: string; scopes: string }>();
  const [chosen, setChosen] = useState<Preset>("other");
  const choose = (value: string) => {
    const preset = oidcPresets.find((one) => one.id === value);
    if (!preset) return;
    const before = oidcPresets.find((one) => one.id === chosen);
    setChosen(preset.id);
    setValue("issuer", preset.issuer, { shouldDirty: true });
    setValue("scopes", preset.scopes, { shouldDirty: true });
    // Keeps a name that the administrator has typed.
    if (["", before?.label].includes(getValues("name")))
      setValue("name", value === "other" ? "" : preset.label, { shouldDirty: true });
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {t("Provider")}
      </label>
      <NativeSelect
        id={id}
        value={chosen}
        onChange={(event) => choose(event.target.value)}
        className="w-full"
        aria-describedby={`${id}-hint`}
      >
        {oidcPresets.map((preset) => (
          <option key={preset.id} value={preset.id}>
            {preset.id === "other" ? t("Another provider") : preset.label}
          </option>
        ))}
      </NativeSelect>
      <p id={`${id}-hint`} className="mt-1 text-sm text-ink-faint">
        {hints[chosen]}
      </p>
    </div>
  );
}
