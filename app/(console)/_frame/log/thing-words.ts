import { useExtracted } from "next-intl";
import type { TargetKind } from "@/server/kernel/events/define";
import { wordOf } from "../words/word-table";

/** Kinds that are not event targets now: kinds of related records, and kinds in logs of older versions. */
type OtherKind = "act_as" | "administrator" | "service_account";

/** Returns the names of the kinds of records in the log (`kind:id`). The table translates a name when it is used. */
function useKinds(): Record<TargetKind | OtherKind, () => string> {
  const t = useExtracted("console");
  return {
    user: () => t("Person"),
    service_account: () => t("Service account"),
    role: () => t("Role"),
    app: () => t("App"),
    api: () => t("API"),
    tag: () => t("Tag"),
    act_as: () => t("Act-as request"),
    identity_provider: () => t("Identity provider"),
    invitation: () => t("Invitation"),
    session: () => t("Session"),
    device: () => t("Device"),
    domain: () => t("Domain"),
    scim_token: () => t("SCIM token"),
    credential: () => t("Credential"),
    mfa_reset: () => t("MFA reset"),
    webhook: () => t("Webhook endpoint"),
    source: () => t("Role sync source"),
    rule: () => t("Access rule"),
    field: () => t("Custom field"),
    user_import: () => t("Import"),
    bulk_job: () => t("Bulk user action"),
    saved_view: () => t("Saved view"),
    document_template: () => t("Template"),
    document_asset: () => t("Picture"),
    connector_request: () => t("Sign-in method request"),
    alert: () => t("Alert"),
    message: () => t("Message"),
    tenant: () => t("Organization"),
    platform_administrator: () => t("Platform administrator"),
    administrator: () => t("Platform administrator"),
    signing_key: () => t("Signing key"),
    setting: () => t("Setting"),
    search: () => t("Search"),
  };
}

/** Returns functions that name a record in the form `kind:id`, as in the audit log. */
export function useThingWords() {
  const t = useExtracted("console");
  const kinds = useKinds();
  const kind = (ref: string) => wordOf(kinds, ref.slice(0, ref.indexOf(":"))) ?? null;
  return {
    /** Returns the name of the record's kind, or null for an unknown kind. */
    kind,
    /** Returns a text for a record without a name, for example "Role 7". */
    nameless: (ref: string) => {
      const word = kind(ref);
      return word === null ? ref : t("{kind} {id}", { kind: word, id: ref.slice(ref.indexOf(":") + 1) });
    },
  };
}
