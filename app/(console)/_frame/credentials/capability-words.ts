import { useExtracted } from "next-intl";
import type { TenantCapability } from "@/server/kernel/capabilities";

/** Returns the descriptions of the capabilities of a management credential. */
export function useCapabilityWords(): Record<TenantCapability, () => string> {
  const t = useExtracted("console-capabilities");
  return {
    ManageUsers: () => t("Create, change, suspend, lock and unlock users"),
    ManageRoles: () => t("Roles, app roles and who holds them"),
    RegisterApps: () => t("Apps, who may open them, and their secrets"),
    ManageConnectors: () => t("Sign-in methods of each app"),
    ManageTenantAdmins: () => t("Who administers the organization"),
    ManageInvitations: () => t("Invitations"),
    ManageServiceAccounts: () => t("Service accounts"),
    ReadAuditLog: () => t("Read the audit log"),
    ReadSessions: () => t("See users' sessions"),
    ManageSessions: () => t("End users' sessions"),
    ManageSessionPolicy: () => t("Session, token and act-as settings"),
    ReadRiskSignals: () => t("See risk, alerts and trusted devices"),
    ManageRiskSignals: () => t("Acknowledge alerts, stop trusting devices"),
    ManageConnectedApps: () => t("Apps that users have authorized"),
    ManageMfaResets: () => t("Decide on MFA reset requests"),
    ManageSignInOptions: () => t("Passkeys, device flow, cross-device magic link"),
    ManageRelationshipTags: () => t("Tags and their policies"),
    ManageAccessRules: () => t("Country restriction, access rules, devices"),
    ManageRoleSync: () => t("Role sync sources"),
    ManageTenantConfig: () => t("Name, branding, powered-by"),
    ManageCustomFields: () => t("Custom field definitions"),
    ManageDomains: () => t("Custom domain"),
    ManageDataExport: () => t("Export the organization's data"),
    ManageMigration: () => t("Read the storage migration status"),
    ManageWebhooks: () => t("Webhook endpoints"),
    ManageNotificationSettings: () => t("Notification channels"),
  };
}
