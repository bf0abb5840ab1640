/**
 * Capabilities of a management credential (management.md §5). The console has a description for each capability in
 * `app/(console)/_frame/credentials/capability-words.ts`. The compiler reports a missing description.
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
 * Scopes that an app can request for its own tokens (client_credentials) at this server. Scopes are not capabilities of the
 * management interface: no operation requires a scope.
 */
export const appScopeNames = ["documents:render"] as const;

/** Capabilities of people in the console. No credential can have them. */
export type ConsoleCapability =
  /** Management of the credentials for API access. */
  | "ManageCredentials"
  /** Changes to the caller's own account. */
  | "ManageOwnAccount"
  /** Approval of the sign-in connectors that an app may use. */
  | "ManageConnectorApprovals"
  /** The overview page of an organization. */
  | "ReadOverview"
  /** Management of the credentials for API access to the platform. */
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
