import { useExtracted } from "next-intl";

/**
 * Returns a function that names a group of events. For a group without a translation, the function derives the name from the
 * code: `app_role` becomes "App role".
 */
export function useEventGroupName(): (group: string) => string {
  const t = useExtracted("webhooks");
  const names: Record<string, string> = {
    act_as: t("Act as"),
    admin: t("Admin"),
    alert: t("Alert"),
    api: t("API"),
    app: t("App"),
    app_access: t("App access"),
    app_role: t("App role"),
    audit_log: t("Audit log"),
    connector: t("Connector"),
    credential: t("Credential"),
    custom_field: t("Custom field"),
    data: t("Data"),
    device: t("Device"),
    document: t("Document"),
    domain: t("Domain"),
    identity_provider: t("Identity provider"),
    invitation: t("Invitation"),
    mfa_reset: t("MFA reset"),
    organization: t("Organization"),
    policy: t("Policy"),
    role: t("Role"),
    role_sync: t("Role sync"),
    rule: t("Rule"),
    scim_token: t("SCIM token"),
    service_account: t("Service account"),
    session: t("Session"),
    tag: t("Tag"),
    user: t("User"),
    user_import: t("User import"),
    bulk_job: t("Bulk user action"),
    webhook: t("Webhook"),
  };
  return (group) => names[group] ?? (group.charAt(0).toUpperCase() + group.slice(1)).replaceAll("_", " ");
}
