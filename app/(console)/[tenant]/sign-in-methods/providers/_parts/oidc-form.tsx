"use client";

import { useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { NativeSelect } from "@/components/ui/input";
import { OidcSettings } from "@/server/domain/federation/federation.schema";
import { oidcPresets } from "@/server/domain/federation/presets.schema";
import { AttributeFields, commonShape, LinkingFields, NameField, SecretField } from "./common-fields";
import { useSave, type FormOf } from "./use-save";

const OidcForm = OidcSettings.extend(commonShape);

const blank = { ...OidcSettings.parse({ issuer: "https://x", clientId: "x" }), issuer: "", clientId: "" };

/** Which provider, and the client that this organization is there. */
export function OidcProviderForm({ tenant, provider }: FormOf) {
  const save = useSave({ tenant, provider });
  const settings = provider?.configuration.kind === "oidc" ? provider.configuration.settings : blank;
  return (
    <Form
      schema={OidcForm}
      defaultValues={{
        ...settings,
        name: provider?.name ?? "",
        secret: "",
        withoutSecret: false,
        emailDomains: settings.emailDomains.join("\n"),
      }}
      onSubmit={({ name, secret, withoutSecret, ...rest }) =>
        save({ name, secret, withoutSecret }, { kind: "oidc", settings: rest })
      }
    >
      {provider === null && <PresetField />}
      <NameField />
      <TextField
        name="issuer"
        label="Issuer"
        hint="Its discovery document is read from there. It cannot change while people are linked."
        type="url"
        placeholder="https://…"
        autoComplete="off"
        spellCheck={false}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="clientId" label="Client ID" autoComplete="off" spellCheck={false} />
        <div className="space-y-3">
          <SecretField
            label="Client secret"
            hint="Kept encrypted. Empty: a public client, protected by PKCE alone."
            hasSecret={provider?.hasSecret ?? false}
          />
        </div>
      </div>
      <TextField
        name="scopes"
        label="Scopes"
        hint="Separated by blanks; openid is needed, except for GitHub."
        autoComplete="off"
        spellCheck={false}
      />
      <LinkingFields trustHint="Most providers say of each address whether it is proven (email_verified); Entra ID does not." />
      <AttributeFields />
      <SubmitButton>{provider ? "Save settings" : "Add provider"}</SubmitButton>
    </Form>
  );
}

/** Fills in what is known of a well-known provider. */
function PresetField() {
  const id = useId();
  const { setValue, getValues } = useFormContext<{ name: string; issuer: string; scopes: string }>();
  const [chosen, setChosen] = useState("other");
  const choose = (value: string) => {
    const preset = oidcPresets.find((one) => one.id === value);
    if (!preset) return;
    const before = oidcPresets.find((one) => one.id === chosen);
    setChosen(value);
    setValue("issuer", preset.issuer, { shouldDirty: true });
    setValue("scopes", preset.scopes, { shouldDirty: true });
    // A name that somebody typed is theirs.
    if (["", before?.label].includes(getValues("name")))
      setValue("name", value === "other" ? "" : preset.label, { shouldDirty: true });
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        Provider
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
            {preset.label}
          </option>
        ))}
      </NativeSelect>
      <p id={`${id}-hint`} className="mt-1 text-sm text-ink-faint">
        {oidcPresets.find((preset) => preset.id === chosen)?.hint}
      </p>
    </div>
  );
}
