"use client";

import { useExtracted } from "next-intl";
import { useFormContext } from "react-hook-form";
import { CheckboxField, TextareaField, TextField } from "@/components/form/form";
import { useUserFieldWords } from "@/components/user-field-words";
import { userFieldNames } from "@/server/kernel/user-fields";

export const NameField = () => {
  const t = useExtracted("sign-in-methods");
  return (
    <TextField name="name" label={t("Name")} hint={t("Shown on the sign-in page.")} autoComplete="off" />
  );
};

/**
 * Field for a client secret. The administrator enters a new secret, leaves the stored secret unchanged, or removes the secret.
 */
export function SecretField({ label, hint, hasSecret }: { label: string; hint: string; hasSecret: boolean }) {
  const t = useExtracted("sign-in-methods");
  return (
    <>
      <TextField
        name="secret"
        label={label}
        type="password"
        hint={hasSecret ? t("A value is stored, encrypted. Leave this empty to keep it.") : hint}
        autoComplete="new-password"
        optional
      />
      {hasSecret && <CheckboxField name="withoutSecret" label={t("Delete the stored value")} />}
    </>
  );
}

/**
 * Settings for linking provider accounts to users: which people the provider may sign in, and the trust in the provider's
 * e-mail addresses.
 */
export function LinkingFields({ trustHint }: { trustHint: string }) {
  const t = useExtracted("sign-in-methods");
  const { watch } = useFormContext<{ linkByEmail: boolean; createPeople: boolean; trustEmail: boolean }>();
  const nobody = !watch("linkByEmail") && !watch("createPeople");
  return (
    <fieldset className="space-y-3 border-t border-line pt-4">
      <legend className="float-left mb-3 w-full font-semibold">{t("Who can sign in")}</legend>
      <p className="clear-both text-sm text-ink-soft">
        {t(
          "Linked users are recognized by their identifier at the provider. Linking and creating apply to the first sign-in and require a verified e-mail address.",
        )}{" "}
        {nobody && t("With these settings, nobody can sign in for the first time.")}
      </p>
      <CheckboxField
        name="linkByEmail"
        label={t("Link people by their e-mail address")}
        hint={t(
          "A sign-in with the verified address of an existing user is linked to that user. Administrators are never linked this way.",
        )}
      />
      <CheckboxField
        name="createPeople"
        label={t("Create unknown users")}
        hint={t("They get the tags that are assigned at sign-up.")}
      />
      <CheckboxField name="trustEmail" label={t("Treat its addresses as verified")} hint={trustHint} />
      <TextareaField
        name="emailDomains"
        label={t("Only addresses of these domains")}
        hint={t("One on each line, such as example.org. Empty: of every domain.")}
      />
    </fieldset>
  );
}

/** Fields that map attributes of the provider to fields of users, and decide whether names follow the provider. */
export const AttributeFields = () => {
  const t = useExtracted("sign-in-methods");
  const words = useUserFieldWords();
  const attributeLabels = [
    ["email", t("E-mail address")],
    // The field `name` of users has the label "Full name", because the form also has a field for the name of the provider.
    ...userFieldNames.map((name) => [name, name === "name" ? t("Full name") : words(name)] as const),
  ] as const;
  return (
    <fieldset className="border-t border-line pt-4">
      <legend className="float-left mb-3 w-full font-semibold">{t("Profile")}</legend>
      <div className="clear-both space-y-4">
        <CheckboxField
          name="updateProfile"
          label={t("Update names at each sign-in")}
          hint={t(
            "Names that were changed here get the provider’s values again. Users that SCIM manages keep their names.",
          )}
        />
        <details>
          <summary className="cursor-pointer rounded font-semibold">{t("Attributes")}</summary>
          <p className="mt-2 text-sm text-ink-soft">
            {t(
              "Names of the attributes at the provider. User name and phone are read when a user is created. Empty: not read.",
            )}
          </p>
          <div className="mt-3 grid gap-4 sm:grid-cols-2">
            {attributeLabels.map(([name, label]) => (
              <TextField
                key={name}
                name={`attributes.${name}`}
                label={label}
                autoComplete="off"
                spellCheck={false}
              />
            ))}
          </div>
        </details>
      </div>
    </fieldset>
  );
};
