/**
 * Capabilities of a management credential (management.md §5). The console describes each in
 * `app/(console)/_frame/credentials/capability-words.ts`, which the compiler requires.
 */
export const tenantCapabilityNames = [
  "ManageUsers",
  "ManageRoles",
  "RegisterApps",
  "ManageConnectors",
  "ManageTenantAdmins",
  "ManageInvitations",
  "ManageServiceAccounts",
  "ReadAuditLog",
  "ReadSessions",
  "ManageSessions",
  "ManageSessionPolicy",
  "ReadRiskSignals",
  "ManageRiskSignals",
  "ManageConnectedApps",
  "ManageMfaResets",
  "ManageSignInOptions",
  "ManageRelationshipTags",
  "ManageAccessRules",
  "ManageRoleSync",
  "ManageTenantConfig",
  "ManageCustomFields",
  "ManageDomains",
  "ManageDataExport",
  "ManageMigration",
  "ManageWebhooks",
  "ManageNotificationSettings",
] as const;

/** Capabilities of a platform credential (platform-and-scim.md §5). */
export const platformCapabilityNames = ["CreateTenants", "SearchTenants", "ManageTenants"] as const;

/**
 * Scopes of an app's own tokens (client_credentials) at this server. They are not capabilities of the
 * management interface: no operation requires them.
 */
export const appScopeNames = ["documents:render"] as const;

/** Capabilities of people in the console. No credential can have them. */
export type ConsoleCapability =
  /** API access: management credentials. */
  | "ManageCredentials"
  /** One's own account. */
  | "ManageOwnAccount"
  /** The sign-in connectors that an app may have. */
  | "ManageConnectorApprovals"
  /** The organization's overview. */
  | "ReadOverview"
  /** API access of the platform. */
  | "ManagePlatformCredentials"
  | "ManagePlatformSettings"
  | "ManagePlatformAdministrators"
  | "ReadPlatformAuditLog";

export type AppScope = (typeof appScopeNames)[number];
export type TenantCapability = (typeof tenantCapabilityNames)[number];
export type PlatformCapability = (typeof platformCapabilityNames)[number];
export type Capability = TenantCapability | PlatformCapability | ConsoleCapability | AppScope;

const ownerOnly: TenantCapability[] = ["ManageTenantAdmins", "ManageDataExport", "ManageMigration"];

/** Capabilities that an owner and an administrator of a tenant have in the console. */
export const administratorCapabilities: Record<"owner" | "admin", ReadonlySet<Capability>> = {
  owner: new Set<Capability>([
    ...tenantCapabilityNames,
    "ManageConnectorApprovals",
    "ManageCredentials",
    "ManageOwnAccount",
    "ReadOverview",
  ]),
  admin: new Set<Capability>([
    ...tenantCapabilityNames.filter((name) => !ownerOnly.includes(name)),
    "ManageCredentials",
    "ManageOwnAccount",
    "ReadOverview",
  ]),
};

/** Capabilities that a platform administrator has in the console. */
export const platformAdministratorCapabilities: ReadonlySet<Capability> = new Set<Capability>([
  ...platformCapabilityNames,
  "ManagePlatformCredentials",
  "ManagePlatformSettings",
  "ManagePlatformAdministrators",
  "ReadPlatformAuditLog",
  "ManageOwnAccount",
]);
