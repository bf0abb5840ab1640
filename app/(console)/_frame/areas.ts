import {
  Bell,
  Bot,
  Building2,
  Contact,
  DatabaseZap,
  Download,
  FileText,
  Fingerprint,
  Globe,
  HardDrive,
  House,
  Inbox,
  KeyRound,
  LayoutGrid,
  Mail,
  MailPlus,
  MapPinned,
  MonitorSmartphone,
  Palette,
  RefreshCw,
  Scale,
  ScrollText,
  Server,
  Settings2,
  ShieldAlert,
  ShieldCheck,
  Tags,
  TextCursorInput,
  Timer,
  UserCog,
  Users,
  VenetianMask,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import type { Capability } from "@/server/kernel/capabilities";

export interface Area {
  label: string;
  /** Below the workspace's own path. */
  path: string;
  icon: LucideIcon;
  /** Without it the area does not exist for the reader. */
  capability: Capability;
}

export interface AreaGroup {
  label: string;
  areas: Area[];
}

const group = (
  label: string,
  ...areas: [label: string, path: string, icon: LucideIcon, capability: Capability][]
): AreaGroup => ({
  label,
  areas: areas.map(([label, path, icon, capability]) => ({ label, path, icon, capability })),
});

/** An organization's areas, in the order in which the sidebar shows them. */
export const tenantAreas: AreaGroup[] = [
  group(
    "Organization",
    ["Overview", "", House, "ReadOverview"],
    ["Approvals", "/approvals", Inbox, "ReadOverview"],
  ),
  group(
    "People",
    ["Users", "/users", Users, "ManageUsers"],
    ["Administrators", "/administrators", UserCog, "ManageTenantAdmins"],
    ["Invitations", "/invitations", MailPlus, "ManageInvitations"],
    ["Tags", "/tags", Tags, "ManageRelationshipTags"],
    ["Custom fields", "/custom-fields", TextCursorInput, "ManageCustomFields"],
  ),
  group(
    "Access",
    ["Roles", "/roles", ShieldCheck, "ManageRoles"],
    ["Apps", "/apps", LayoutGrid, "RegisterApps"],
    ["Governance", "/governance", Scale, "ManageRoles"],
    ["Access rules", "/access-rules", MapPinned, "ManageAccessRules"],
    ["Devices", "/devices", MonitorSmartphone, "ManageAccessRules"],
  ),
  group(
    "Sign-in",
    ["Sign-in methods", "/sign-in-methods", Fingerprint, "ManageConnectors"],
    ["Sign-in options", "/sign-in-options", Contact, "ManageSignInOptions"],
    ["Sessions and tokens", "/session-policy", Timer, "ManageSessionPolicy"],
    ["Act-as", "/act-as", VenetianMask, "ManageSessionPolicy"],
    ["Security", "/security", ShieldAlert, "ReadRiskSignals"],
  ),
  group(
    "Machines",
    ["API access", "/api-access", KeyRound, "ManageCredentials"],
    ["Service accounts", "/service-accounts", Bot, "ManageServiceAccounts"],
    ["SCIM provisioning", "/scim", DatabaseZap, "ManageCredentials"],
    ["Role sync", "/role-sync", RefreshCw, "ManageRoleSync"],
    ["Webhooks", "/webhooks", Webhook, "ManageWebhooks"],
  ),
  group(
    "Settings",
    ["General", "/settings", Settings2, "ManageTenantConfig"],
    ["Branding", "/branding", Palette, "ManageTenantConfig"],
    ["Domain", "/domain", Globe, "ManageDomains"],
    ["Notifications", "/notifications", Bell, "ManageNotificationSettings"],
    ["Documents", "/documents", FileText, "ManageTenantConfig"],
  ),
  group(
    "Records",
    ["Audit log", "/audit", ScrollText, "ReadAuditLog"],
    ["Data export", "/data-export", Download, "ManageDataExport"],
    ["Storage", "/storage", HardDrive, "ManageMigration"],
  ),
];

export const platformAreas: AreaGroup[] = [
  group(
    "Platform",
    ["Organizations", "/tenants", Building2, "CreateTenants"],
    ["Administrators", "/administrators", UserCog, "ManagePlatformAdministrators"],
    ["API access", "/api-access", KeyRound, "ManagePlatformCredentials"],
    ["Policies", "/settings", Settings2, "ManagePlatformSettings"],
    ["Messages", "/messages", Mail, "ManagePlatformSettings"],
    ["System", "/system", Server, "ManagePlatformSettings"],
    ["Audit log", "/audit", ScrollText, "ReadPlatformAuditLog"],
  ),
];
