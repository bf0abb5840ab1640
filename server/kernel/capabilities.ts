/** Capabilities of a management credential, with the texts that the console shows (management.md §5). */
export const tenantCapabilities = {
  ManageUsers: "Create, change, suspend, lock and unlock users",
  ManageRoles: "Roles, app roles and who holds them",
  RegisterApps: "Apps, who may open them, and their secrets",
  ManageConnectors: "Sign-in connectors of each app",
  ManageTenantAdmins: "Who administers the organization",
  ManageInvitations: "Invitations",
  ManageServiceAccounts: "Service accounts",
  ReadAuditLog: "Read the audit log",
  ReadSessions: "See users' sessions",
  ManageSessions: "End users' sessions",
  ManageSessionPolicy: "Session, token and act-as settings",
  ReadRiskSignals: "See risk, alerts and trusted devices",
  ManageRiskSignals: "Acknowledge alerts, stop trusting devices",
  ManageConnectedApps: "Apps that users have authorized",
  ManageMfaResets: "Decide on MFA reset requests",
  ManageSignInOptions: "Passkeys, device flow, cross-device magic link",
  ManageRelationshipTags: "Tags and their policies",
  ManageAccessRules: "Country restriction, access rules, devices",
  ManageRoleSync: "Role sync sources",
  ManageTenantConfig: "Name, branding, powered-by",
  ManageCustomFields: "Custom field definitions",
  ManageDomains: "Custom domain",
  ManageDataExport: "Export the organization's data",
  ManageMigration: "Read the storage migration status",
  ManageWebhooks: "Webhook endpoints",
  ManageNotificationSettings: "Notification channels",
} as const;

/** Capabilities of a platform credential (platform-and-scim.md §5). */
export const platformCapabilities = {
  CreateTenants: "Create an organization, look one up by id or slug",
  SearchTenants: "Search organizations by slug or id",
  ManageTenants: "Suspend or reactivate an organization",
} as const;

/** Capabilities of people in the console. No credential can have them. */
export const consoleCapabilities = {
  ManageCredentials: "API access: management credentials",
  ManageOwnAccount: "One's own account",
  ManageConnectorApprovals: "Which sign-in connectors an app may have",
  ReadOverview: "The organization's overview",
  ManagePlatformCredentials: "Platform API access",
  ManagePlatformSettings: "Platform settings",
  ManagePlatformAdministrators: "Who runs the platform",
  ReadPlatformAuditLog: "The platform's audit log",
} as const;

/**
 * Scopes of an app's own tokens (client_credentials) at this server. They are not capabilities of the
 * management interface: no operation requires them.
 */
export const appScopes = {
  "documents:render": "Render documents to PDF",
} as const;

export type AppScope = keyof typeof appScopes;
export type TenantCapability = keyof typeof tenantCapabilities;
export type PlatformCapability = keyof typeof platformCapabilities;
export type ConsoleCapability = keyof typeof consoleCapabilities;
export type Capability = TenantCapability | PlatformCapability | ConsoleCapability | AppScope;

const namesOf = <T extends object>(of: T) => Object.keys(of) as [keyof T & string, ...(keyof T & string)[]];

export const tenantCapabilityNames = namesOf(tenantCapabilities);
export const platformCapabilityNames = namesOf(platformCapabilities);
export const appScopeNames = namesOf(appScopes);

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
