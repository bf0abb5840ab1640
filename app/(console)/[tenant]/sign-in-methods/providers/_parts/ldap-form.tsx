"use client";

import { useExtracted } from "next-intl";
import {
  CheckboxField,
  Form,
  NumberField,
  SubmitButton,
  TextareaField,
  TextField,
} from "@/components/form/form";
import { IDENTIFIER, kindFacts } from "@/server/domain/federation/kinds.schema";
import { AttributeFields, LinkingFields, NameField, SecretField } from "./common-fields";
import { useSave, type FormOf } from "./use-save";

const schema = async () => (await import("./provider-schemas")).LdapForm;

const ACTIVE_DIRECTORY_FILTER = `(&(objectClass=user)(|(sAMAccountName=${IDENTIFIER})(userPrincipalName=${IDENTIFIER})(mail=${IDENTIFIER})))`;

const blank = { ...kindFacts.ldap.defaults, trustEmail: true, url: "", baseDn: "" };

/** Form for the connection to an LDAP directory and the user search in the directory. */
export function LdapProviderForm({ tenant, provider }: FormOf) {
  const t = useExtracted("sign-in-methods");
  const save = useSave({ tenant, provider });
  const settings = provider?.configuration?.kind === "ldap" ? provider.configuration.settings : blank;
  const hasSecret = provider?.hasSecret ?? false;
  return (
    <Form
      schema={schema}
      defaultValues={{
        ...settings,
        name: provider?.name ?? "",
        secret: "",
        withoutSecret: false,
        emailDomains: settings.emailDomains.join("\n"),
      }}
      onSubmit={({ name, secret, withoutSecret, caCertificate = "", ...rest }, seen) =>
        save({ name, secret, withoutSecret }, { kind: "ldap", settings: { ...rest, caCertificate } }, seen)
      }
    >
      <NameField />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <TextField
          name="url"
          label={t("Address")}
          placeholder={t("ldaps://directory.example.org")}
          hint={t("ldaps:// encrypts from the start; ldap:// needs StartTLS.")}
          autoComplete="off"
          spellCheck={false}
        />
        <NumberField name="timeoutSeconds" label={t("Timeout (seconds)")} min={1} max={30} />
      </div>
      <CheckboxField
        name="startTls"
        label={t("StartTLS")}
        hint={t("Encrypts a connection that began with ldap://.")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="bindDn"
          label={t("Search account")}
          placeholder={t("cn=castellan,dc=example,dc=org")}
          hint={t("DN of the search account. Read access is enough. Empty: anonymous search.")}
          autoComplete="off"
          spellCheck={false}
        />
        <div className="space-y-3">
          <SecretField
            label={t("Password of the search account")}
            hint={t("Kept encrypted, and never shown again.")}
            hasSecret={hasSecret}
          />
        </div>
      </div>
      <TextField
        name="baseDn"
        label={t("Base DN")}
        placeholder={t("ou=people,dc=example,dc=org")}
        hint={t("Users are searched for in this entry and everything below.")}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        name="userFilter"
        label={t("Filter")}
        hint={t("{identifier} is replaced by the escaped input. For Active Directory: {filter}", {
          identifier: IDENTIFIER,
          filter: ACTIVE_DIRECTORY_FILTER,
        })}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-sm"
      />
      <TextField
        name="subjectAttribute"
        label={t("Unique ID attribute")}
        hint={t(
          "entryUUID, or objectGUID in Active Directory. It must not change with a new name or address.",
        )}
        autoComplete="off"
        spellCheck={false}
      />
      <TextareaField
        name="caCertificate"
        label={t("Certificate authority")}
        hint={t("PEM. Required if no public authority issued the directory’s certificate.")}
      />
      <LinkingFields
        trustHint={t("Suitable if only your administrators can change addresses in the directory.")}
      />
      <AttributeFields />
      <SubmitButton>{provider ? t("Save settings") : t("Add directory")}</SubmitButton>
    </Form>
  );
}
