import { useExtracted } from "next-intl";
import type { TargetKind } from "@/server/kernel/events/define";
import type { LoggedEvent } from "@/server/domain/audit/audit.schema";
import { wordOf, type WordTable } from "../words/word-table";
import { useRuleName } from "../words/code-words";

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

/**
 * Converts a typed text to the search for events by name. The text may be a part of a name: "role gr" becomes `role_gr`. The
 * text may also be a part of a translated label: "Rolle zug" becomes `role_granted`.
 */
export function eventSought(
  text: string,
  events: readonly { readonly event: string; readonly label: string }[],
): string {
  const words = text.trim().toLowerCase();
  const name = words.replaceAll(" ", "_");
  if (events.some(({ event }) => event.includes(name))) return name;
  return events.find(({ label }) => label.toLowerCase().includes(words))?.event ?? name;
}

/** Returns a function that names the channel of an event, for example "Console" for `console.user_created`. */
export function useChannelWords(): (action: string) => string {
  const t = useExtracted("console");
  const channels: WordTable = {
    management_api: () => t("Management API"),
    console: () => t("Console"),
    scim: () => t("SCIM"),
    platform_api: () => t("Platform API"),
    account: () => t("Account"),
    system: () => t("System"),
  };
  return (action) => {
    const channel = action.split(".")[0] ?? "";
    return wordOf(channels, channel) ?? channel;
  };
}

/**
 * Returns a function that names the target of an event. For a target without a name, the function returns "Role 7". For a
 * setting, the function returns null, because the label of the event already names the setting.
 */
export function useTargetName(): (event: Pick<LoggedEvent, "target" | "targetLabel">) => string | null {
  const ruleName = useRuleName();
  const { nameless } = useThingWords();
  return ({ target, targetLabel }) =>
    ruleName(target, targetLabel) ?? targetLabel ?? (target.startsWith("setting:") ? null : nameless(target));
}

/** Pages of an organization's records by kind. For a record without a page, the page is the list of such records. */
const pages: Record<string, (id: string) => string> = {
  user: (id) => `/users/${id}`,
  user_import: (id) => `/users/import/${id}`,
  bulk_job: () => "/users",
  role: (id) => `/roles/${id}`,
  app: (id) => `/apps/${id}`,
  api: (id) => `/apis/${id}`,
  webhook: (id) => `/webhooks/${id}`,
  service_account: (id) => `/service-accounts/${id}`,
  credential: () => "/api-access",
  scim_token: () => "/scim",
  tag: (id) => `/tags/${id}`,
  field: () => "/custom-fields",
  rule: () => "/access-rules",
  source: (id) => `/role-sync/${id}`,
  identity_provider: (id) => `/sign-in-methods/providers/${id}`,
  alert: () => "/security/alerts?state=all",
  device: () => "/devices",
  invitation: () => "/invitations",
  domain: () => "/domain",
  document_template: (id) => `/documents/${id}`,
  document_asset: () => "/documents/assets",
};

/**
 * Returns the reference of an account with the correct kind. The log contains `user:id` for both users and service accounts.
 * The caller takes the kind from the event or the credential.
 */
export const accountIn = (ref: string, isServiceAccount: boolean) =>
  isServiceAccount ? ref.replace(/^user:/, "service_account:") : ref;

/** Returns a function that converts `kind:id` to the address of a page. The function returns null for a kind without a page. */
export const hrefOfThing = (tenant: string) => (ref: string) => {
  const colon = ref.indexOf(":");
  const page = pages[ref.slice(0, colon)];
  return page ? `/${tenant}${page(ref.slice(colon + 1))}` : null;
};
