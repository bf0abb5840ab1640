"use client";

import { useExtracted } from "next-intl";
import { CheckboxField, Form, SubmitButton, TextareaField, TextField } from "@/components/form/form";
import { kindFacts } from "@/server/domain/federation/kinds.schema";
import { AttributeFields, LinkingFields, NameField } from "./common-fields";
import { SamlMetadataField } from "./saml-metadata-field";
import { useSave, type FormOf } from "./use-save";

async function schema() {
  const [{ SamlSettings }, { formShape }] = await Promise.all([
    import("@/server/domain/federation/saml/saml.schema"),
    import("./provider-schemas"),
  ]);
  return SamlSettings.extend(formShape);
}

const blank = { ...kindFacts.saml.defaults, trustEmail: true, entityId: "", ssoUrl: "", certificates: "" };

/** Form for a SAML provider: its entity ID, certificates and sign-in address. */
export function SamlProviderForm({ tenant, provider }: FormOf) {
  const t = useExtracted("sign-in-methods");
  const save = useSave({ tenant, provider });
  const settings = provider?.configuration?.kind === "saml" ? provider.configuration.settings : blank;
  return (
    <Form
      schema={schema}
      defaultValues={{
        ...settings,
        name: provider?.name ?? "",
        withoutSecret: false,
        emailDomains: settings.emailDomains.join("\n"),
      }}
      onSubmit={({ name, secret, withoutSecret, ...rest }, seen) =>
        save({ name, secret, withoutSecret }, { kind: "saml", settings: rest }, seen)
      }
    >
      <NameField />
      <SamlMetadataField />
      <TextField
        name="entityId"
        label={t("Entity ID of the provider")}
        hint={t("Also called issuer. It cannot be changed while users are linked.")}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        name="ssoUrl"
        label={t("Single sign-on address")}
        hint={t("Users are redirected to this address (HTTP-Redirect binding).")}
        type="url"
        placeholder={t("https://…")}
        autoComplete="off"
      />
      <TextareaField
        name="certificates"
        label={t("Signing certificates")}
        hint={t("PEM. Enter two while the provider changes its key: both are accepted.")}
      />
      <CheckboxField
        name="signRequests"
        label={t("Sign our requests")}
        hint={t(
          "Requests are signed with the key in use. The provider must know its certificate. Our metadata then contains it.",
        )}
      />
      <TextField
        name="subjectAttribute"
        label={t("Unique ID attribute")}
        hint={t("Empty: the NameID. It must be persistent, or an address that is never reassigned.")}
        autoComplete="off"
        spellCheck={false}
      />
      <LinkingFields
        trustHint={t("SAML does not report this. Suitable if only the provider assigns the addresses.")}
      />
      <AttributeFields />
      <SubmitButton>{provider ? t("Save settings") : t("Add identity provider")}</SubmitButton>
    </Form>
  );
}
