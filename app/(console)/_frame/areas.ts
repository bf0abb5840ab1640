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
  Waypoints,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import type { Capability } from "@/server/kernel/capabilities";
import type { AreaId, AreaGroupId } from "./area-words";

interface Area {
  id: AreaId;
  /** Path of the area, relative to the path of the workspace. */
  path: string;
  icon: LucideIcon;
  /** Capability that the administrator needs to see the area. */
  capability: Capability;
}

interface AreaGroup {
  id: AreaGroupId;
  areas: Area[];
}

const group = (
  id: AreaGroupId,
  ...areas: [id: AreaId, path: string, icon: LucideIcon, capability: Capability][]
): AreaGroup => ({
  id,
  areas: areas.map(([id, path, icon, capability]) => ({ id, path, icon, capability })),
});

/** Areas of an organization, in the order of the sidebar. */
export const tenantAreas: AreaGroup[] = [
  group(
    "organization",
    ["overview", "", House, "ReadOverview"],
    ["approvals", "/approvals", Inbox, "ReadOverview"],
  ),
  group(
    "people",
    ["users", "/users", Users, "ManageUsers"],
    ["administrators", "/administrators", UserCog, "ManageTenantAdmins"],
    ["invitations", "/invitations", MailPlus, "ManageInvitations"],
    ["tags", "/tags", Tags, "ManageRelationshipTags"],
    ["customFields", "/custom-fields", TextCursorInput, "ManageCustomFields"],
  ),
  group(
    "access",
    ["roles", "/roles", ShieldCheck, "ManageRoles"],
    ["apps", "/apps", LayoutGrid, "RegisterApps"],
    ["apis", "/apis", Waypoints, "RegisterApps"],
    ["governance", "/governance", Scale, "ManageRoles"],
    ["accessRules", "/access-rules", MapPinned, "ManageAccessRules"],
    ["devices", "/devices", MonitorSmartphone, "ManageAccessRules"],
  ),
  group(
    "signIn",
    ["signInMethods", "/sign-in-methods", Fingerprint, "ManageConnectors"],
    ["signInOptions", "/sign-in-options", Contact, "ManageSignInOptions"],
    ["sessionPolicy", "/session-policy", Timer, "ManageSessionPolicy"],
    ["actAs", "/act-as", VenetianMask, "ManageSessionPolicy"],
    ["security", "/security", ShieldAlert, "ReadRiskSignals"],
  ),
  group(
    "machines",
    ["apiAccess", "/api-access", KeyRound, "ManageCredentials"],
    ["serviceAccounts", "/service-accounts", Bot, "ManageServiceAccounts"],
    ["scim", "/scim", DatabaseZap, "ManageCredentials"],
    ["roleSync", "/role-sync", RefreshCw, "ManageRoleSync"],
    ["webhooks", "/webhooks", Webhook, "ManageWebhooks"],
  ),
  group(
    "settings",
    ["general", "/settings", Settings2, "ManageTenantConfig"],
    ["branding", "/branding", Palette, "ManageTenantConfig"],
    ["domain", "/domain", Globe, "ManageDomains"],
    ["notifications", "/notifications", Bell, "ManageNotificationSettings"],
    ["documents", "/documents", FileText, "ManageTenantConfig"],
  ),
  group(
    "records",
    ["auditLog", "/audit", ScrollText, "ReadAuditLog"],
    ["dataExport", "/data-export", Download, "ManageDataExport"],
    ["storage", "/storage", HardDrive, "ManageMigration"],
  ),
];

export const platformAreas: AreaGroup[] = [
  group(
    "platform",
    ["organizations", "/tenants", Building2, "CreateTenants"],
    ["administrators", "/administrators", UserCog, "ManagePlatformAdministrators"],
    ["apiAccess", "/api-access", KeyRound, "ManagePlatformCredentials"],
    ["policies", "/settings", Settings2, "ManagePlatformSettings"],
    ["messages", "/messages", Mail, "ManagePlatformSettings"],
    ["system", "/system", Server, "ManagePlatformSettings"],
    ["auditLog", "/audit", ScrollText, "ReadPlatformAuditLog"],
  ),
];
