import { endpointGroups } from "@/server/http/endpoints";
import type { TestServer } from "./server";

/** Method, path below /api/v1, and body. A text is sent as JSON. */
export type ExampleRequest = [method: string, path: string, body?: object | string];

/** Returns the platform credential for platform endpoints, else the credential of the first organization. */
export const credentialFor = ({ seed }: TestServer, path: string) =>
  path.startsWith("/tenants") ? seed.platform.credential : seed.tenants[0].credential;

/** The records that the requests name: created ones, by id, and seeded ones. */
type Things = Awaited<ReturnType<typeof thingsFor>>;
type Requests = Record<string, ExampleRequest>;

/**
 * Returns one request for each endpoint. The requests succeed in this order on a newly seeded server. First creates the records that
 * they need. A GET whose path has no parameter needs no request here.
 */
export async function requestsOfEachEndpoint(server: TestServer): Promise<Requests> {
  const things = await thingsFor(server);
  const requests: Requests = {
    // Before the requests that delete the role.
    ...apiRequests(things),
    ...userRequests(things),
    ...appRequests(things),
    ...sessionRequests(things),
    ...riskRequests(things),
    ...organizationRequests(things),
    ...webhookRequests(things),
    ...tenantRequests(server),
  };
  for (const { method, path, operation } of endpointGroups.flatMap(({ endpoints }) => endpoints))
    if (method === "GET" && !path.includes("{")) requests[operation.name] ??= [method, path];
  return requests;
}

/** Creates the records that the requests need. */
async function thingsFor(server: TestServer) {
  const [acme] = server.seed.tenants;
  const created = async (path: string, body: object) =>
    (await server.call<Record<string, number>>(acme.credential, "POST", path, body)).body;
  const user = (await created("/api/v1/users", { email: "ines.costa@acme.example" }))["userId"]!;
  const role = (await created("/api/v1/roles", { name: "Auditors" }))["roleId"]!;
  const account = (await created("/api/v1/service-accounts", { name: "Auditors" }))["userId"]!;
  const appId = server.seed.fixtures.serviceAccountWithApps.appIds[0]!;
  const app = (
    await created("/api/v1/apps", { name: "Auditors", redirectUris: ["https://app.example/callback"] })
  )["appId"]!;
  const { tagId: tag } = server.seed.fixtures.taggedUser;
  const { connectedApp: connected, connectorApp: portal } = server.seed.fixtures;
  const appRole = (await created(`/api/v1/apps/${appId}/roles`, { name: "Auditors" }))["roleId"]!;

  const seeded = server.seed.fixtures;
  const listed = async <T>(path: string) =>
    (await server.call<T>(acme.credential, "GET", `/api/v1${path}`)).body;
  const [{ sessionId }] = await listed<[{ sessionId: number }]>(`/users/${seeded.userWithSessions}/sessions`);
  const [{ secretId: appSecret }] = await listed<[{ secretId: number }]>(`/apps/${app}/secrets`);
  const api = (
    await created("/api/v1/apis", { name: "Audits", audience: "https://api.acme.example/audits" })
  )["apiId"]!;
  const apiScope = (
    await created(`/api/v1/apis/${api}/scopes`, { name: "audits:read", description: "See the audits" })
  )["scopeId"]!;
  await created("/api/v1/invitations", { email: "guest@partner.example" });
  const [{ invitationId: invitation }] = await listed<[{ invitationId: number }]>("/invitations");
  const { id: rule } = (await created("/api/v1/geo-rules", { scope: "org", type: "anonymizer" })) as {
    id: number;
  };
  const { devices } = await listed<{ devices: { deviceId: number; status: string }[] }>(
    `/users/${seeded.userWithDevices}/devices`,
  );
  const pending = devices.find(({ status }) => status === "pending")!.deviceId;
  const source = (
    await created("/api/v1/role-sync-sources", {
      name: "Auditors",
      connectorName: "DirectoryFeed",
    })
  )["sourceId"]!;
  const webhook = (await created("/api/v1/webhooks", { url: "https://192.0.32.8/hook", events: "*" }))[
    "webhookId"
  ]!;
  return {
    user,
    role,
    account,
    appId,
    app,
    api,
    apiScope,
    tag,
    connected,
    portal,
    appRole,
    appSecret,
    seeded,
    sessionId,
    invitation,
    rule,
    pending,
    source,
    webhook,
  };
}

/** Requests about users and roles. */
const userRequests = ({ user, role }: Things): Requests => ({
  listUsers: ["GET", "/users?limit=50"],
  createUser: ["POST", "/users", { email: "jonas.weber@acme.example" }],
  getUser: ["GET", `/users/${user}`],
  updateUser: ["PATCH", `/users/${user}`, { name: "Auditors" }],
  lockUser: ["POST", `/users/${user}/lock`, { durationMinutes: 5 }],
  unlockUser: ["POST", `/users/${user}/unlock`],
  suspendUser: ["DELETE", `/users/${user}`],
  reactivateUser: ["POST", `/users/${user}/reactivate`],
  listRoles: ["GET", "/roles"],
  getRole: ["GET", `/roles/${role}`],
  createRole: ["POST", "/roles", { name: "Reviewers" }],
  updateRole: ["PATCH", `/roles/${role}`, { name: "Chief auditors" }],
  grantRole: ["POST", `/users/${user}/roles`, { roleId: role }],
  listRoleMembers: ["GET", `/roles/${role}/members`],
  revokeRole: ["DELETE", `/users/${user}/roles/${role}`],
  deleteRole: ["DELETE", `/roles/${role}`],
});

/** Requests about APIs. */
const apiRequests = ({ api, apiScope, appId, role }: Things): Requests => ({
  listApis: ["GET", "/apis"],
  createApi: ["POST", "/apis", { name: "Orders", audience: "https://api.acme.example/orders" }],
  getApi: ["GET", `/apis/${api}`],
  updateApi: ["PATCH", `/apis/${api}`, { lifetimeSeconds: 900, enforceRoles: true }],
  getApiClaims: ["GET", `/apis/${api}/claims`],
  setApiClaims: [
    "PUT",
    `/apis/${api}/claims`,
    { claims: [{ claim: "mail", source: { kind: "user", field: "email" }, condition: null }] },
  ],
  rotateApiSecret: ["POST", `/apis/${api}/secret/rotate`],
  listApiScopes: ["GET", `/apis/${api}/scopes`],
  createApiScope: ["POST", `/apis/${api}/scopes`, { name: "audits:close", description: "Close an audit" }],
  updateApiScope: ["PATCH", `/apis/${api}/scopes/${apiScope}`, { description: "See all audits" }],
  setApiApp: [
    "PUT",
    `/apis/${api}/apps/${appId}`,
    { forUsers: true, forItself: true, ownScopes: ["audits:read"] },
  ],
  listApiApps: ["GET", `/apis/${api}/apps`],
  setApiRole: ["PUT", `/apis/${api}/roles/${role}`, { scopes: ["audits:read"] }],
  listApiRoles: ["GET", `/apis/${api}/roles`],
  removeApiApp: ["DELETE", `/apis/${api}/apps/${appId}`],
  deleteApiScope: ["DELETE", `/apis/${api}/scopes/${apiScope}`],
  deleteApi: ["DELETE", `/apis/${api}`],
});

/** Requests about apps and access to them. */
const appRequests = ({ user, appId, app, tag, portal, appRole, appSecret }: Things): Requests => ({
  listAppRoles: ["GET", `/apps/${appId}/roles`],
  createAppRole: ["POST", `/apps/${appId}/roles`, { name: "Reviewers" }],
  updateAppRole: ["PATCH", `/apps/${appId}/roles/${appRole}`, { name: "Chief auditors" }],
  deleteAppRole: ["DELETE", `/apps/${appId}/roles/${appRole}`],
  listApps: ["GET", "/apps"],
  createApp: ["POST", "/apps", { name: "Reviewers", redirectUris: ["https://app.example/callback"] }],
  getApp: ["GET", `/apps/${app}`],
  updateApp: ["PATCH", `/apps/${app}`, { name: "Chief auditors" }],
  getAppOrigins: ["GET", `/apps/${app}/allowed-origins`],
  setAppOrigins: ["PUT", `/apps/${app}/allowed-origins`, { allowedOrigins: ["https://spa.example"] }],
  getAppClaims: ["GET", `/apps/${app}/claims`],
  setAppClaims: [
    "PUT",
    `/apps/${app}/claims`,
    {
      claims: [
        {
          claim: "groups",
          source: { kind: "roles", of: "both" },
          condition: 'session.acr == "2fa"',
          in: ["id_token", "userinfo"],
        },
      ],
    },
  ],
  listAppSecrets: ["GET", `/apps/${app}/secrets`],
  addAppSecret: ["POST", `/apps/${app}/secrets`, { expiresInDays: 90 }],
  removeAppSecret: ["DELETE", `/apps/${app}/secrets/${appSecret}`],
  getAppAuthentication: ["GET", `/apps/${app}/authentication`],
  setAppAuthentication: ["PUT", `/apps/${app}/authentication`, { method: "client_secret" }],
  rotateAppSecret: ["POST", `/apps/${app}/secret/rotate`],
  getAppAccess: ["GET", `/apps/${app}/access`],
  setAppRestricted: ["PUT", `/apps/${app}/access`, { restricted: true }],
  grantAppToUser: ["POST", `/apps/${app}/access/users/${user}`],
  revokeAppFromUser: ["DELETE", `/apps/${app}/access/users/${user}`],
  grantAppToTag: ["POST", `/apps/${app}/access/tags/${tag}`],
  revokeAppFromTag: ["DELETE", `/apps/${app}/access/tags/${tag}`],
  excludeFromApp: ["POST", `/apps/${app}/access/exclusions/${user}`],
  releaseExclusion: ["DELETE", `/apps/${app}/access/exclusions/${user}`],
  listAppConnectors: ["GET", `/apps/${app}/connectors`],
  setAppConnector: ["PATCH", `/apps/${portal.appId}/connectors`, { name: portal.approved, enabled: true }],
  deleteApp: ["DELETE", `/apps/${app}`],
});

/** Requests about sessions, administrators, invitations and policies. */
const sessionRequests = ({ user, seeded, sessionId, invitation }: Things): Requests => ({
  listConnectedApps: ["GET", "/connected-apps"],
  listSessions: ["GET", `/users/${seeded.userWithSessions}/sessions`],
  revokeSession: ["DELETE", `/users/${seeded.userWithSessions}/sessions/${sessionId}`],
  revokeSessions: ["DELETE", `/users/${seeded.userWithSessions}/sessions`],
  listAdministrators: ["GET", "/admins"],
  addAdministrator: ["POST", "/admins", { userId: user }],
  removeAdministrator: ["DELETE", `/admins/${user}`],
  listInvitations: ["GET", "/invitations"],
  createInvitation: ["POST", "/invitations", { email: "noor.haddad@acme.example" }],
  revokeInvitation: ["DELETE", `/invitations/${invitation}`],
  getSessionPolicy: ["GET", "/session-policy"],
  updateSessionPolicy: ["PATCH", "/session-policy", { defaultDurationHours: 9 }],
  getTokenPolicy: ["GET", "/token-policy"],
  updateTokenPolicy: ["PATCH", "/token-policy", { accessTokenLifetimeSeconds: 900 }],
  getActAsSettings: ["GET", "/act-as-settings"],
  updateActAsSettings: ["PATCH", "/act-as-settings", { enabled: true }],
  getSignInOptions: ["GET", "/signin-options"],
  updateSignInOptions: ["PATCH", "/signin-options", { webAuthnEnabled: false }],
});

/** Requests about risk, second factors, access rules and devices. */
const riskRequests = ({ user, seeded, rule, pending }: Things): Requests => ({
  getUserRisk: ["GET", `/users/${seeded.userWithRisk}/risk`],
  getRiskEvents: ["GET", "/risk-events"],
  getCredentialHealth: ["GET", "/credential-health"],
  getSessionIntelligence: ["GET", "/session-intelligence"],
  listSecurityAlerts: ["GET", "/security-alerts"],
  acknowledgeAlert: ["POST", `/security-alerts/${seeded.securityAlertIds[0]!}/acknowledge`],
  listTrustedDevices: ["GET", "/device-trust"],
  stopTrustingDevice: ["DELETE", `/device-trust/${seeded.trustedDeviceSessionId}`],
  listMfaResets: ["GET", "/mfa-resets"],
  approveMfaReset: ["POST", `/mfa-resets/${seeded.mfaResetRequestIds[0]!}/approve`],
  denyMfaReset: ["POST", `/mfa-resets/${seeded.mfaResetRequestIds[1]!}/deny`],
  getGeoRestriction: ["GET", "/geo-restriction"],
  setGeoRestriction: ["PUT", "/geo-restriction", { mode: "deny", countries: ["KP"] }],
  listAccessRules: ["GET", "/geo-rules"],
  createAccessRule: ["POST", "/geo-rules", { scope: "user", userId: user, type: "anonymizer" }],
  deleteAccessRule: ["DELETE", `/geo-rules/${rule}`],
  listDevices: ["GET", `/users/${seeded.userWithDevices}/devices`],
  approveDevice: ["POST", `/users/${seeded.userWithDevices}/devices/${pending}/approve`],
  denyDevice: ["POST", `/users/${seeded.userWithDevices}/devices/${pending}/deny`],
  deleteDevice: ["DELETE", `/users/${seeded.userWithDevices}/devices/${pending}`],
});

/** Requests about tags, role sync, branding, custom fields, domains and exports. */
const organizationRequests = ({ tag, source }: Things): Requests => ({
  listTags: ["GET", "/relationship-tags"],
  createTag: ["POST", "/relationship-tags", { name: "Auditors" }],
  setTagPolicy: ["PATCH", `/relationship-tags/${tag}/policy`, { policyKey: "requireMfa", value: true }],
  listSources: ["GET", "/role-sync-sources"],
  createSource: ["POST", "/role-sync-sources", { name: "Reviewers", connectorName: "DirectoryFeed" }],
  setSourceEnabled: ["PATCH", `/role-sync-sources/${source}/enabled`, "false"],
  deleteSource: ["DELETE", `/role-sync-sources/${source}`],
  getTenantConfig: ["GET", "/tenant-config"],
  updateTenantConfig: ["PATCH", "/tenant-config", { tagline: "Tools for makers" }],
  getPoweredBy: ["GET", "/tenant-config/powered-by"],
  setPoweredBy: [
    "PATCH",
    "/tenant-config/powered-by",
    { email: true, error: true, consent: true, account: true, apiHeader: true, webhook: false },
  ],
  listCustomFields: ["GET", "/custom-fields"],
  saveCustomField: ["POST", "/custom-fields", { fieldName: "costCentre", displayLabel: "Cost centre" }],
  deleteCustomField: ["DELETE", "/custom-fields/costCentre"],
  getCustomDomain: ["GET", "/domains"],
  setCustomDomain: ["POST", "/domains", { domain: "login.acme.example" }],
  verifyCustomDomain: ["POST", "/domains/verify"],
  previewDataExport: ["GET", "/data-export/preview"],
  exportData: ["GET", "/data-export"],
  getMigrationStatus: ["GET", "/migration-status"],
});

/** Requests about webhooks, notifications, service accounts and the audit log. */
const webhookRequests = ({ account, connected, webhook }: Things): Requests => ({
  listWebhooks: ["GET", "/webhooks"],
  createWebhook: ["POST", "/webhooks", { url: "https://192.0.32.9/hook", events: "*" }],
  listEventTypes: ["GET", "/webhooks/event-types"],
  updateWebhook: ["PATCH", `/webhooks/${webhook}`, { events: "user.*" }],
  listDeliveries: ["GET", `/webhooks/${webhook}/deliveries`],
  rotateWebhookSecret: ["POST", `/webhooks/${webhook}/secret/rotate`],
  removeOldWebhookSecret: ["DELETE", `/webhooks/${webhook}/secrets/old`],
  deleteWebhook: ["DELETE", `/webhooks/${webhook}`],
  getNotificationSettings: ["GET", "/notification-settings"],
  updateNotificationSettings: ["PATCH", "/notification-settings", { allowUserOverride: false }],
  listUserConnectedApps: ["GET", `/users/${connected.userId}/connected-apps`],
  withdrawConnectedApp: ["DELETE", `/users/${connected.userId}/connected-apps/${connected.appId}`],
  listServiceAccounts: ["GET", "/service-accounts"],
  createServiceAccount: ["POST", "/service-accounts", { name: "Reviewers" }],
  suspendServiceAccount: ["POST", `/service-accounts/${account}/suspend`],
  removeServiceAccount: ["DELETE", `/service-accounts/${account}`],
  listAuditEvents: ["GET", "/audit-events?action=management_api."],
  exportAuditEvents: ["GET", "/audit-events/export"],
});

/** Requests of the platform. */
function tenantRequests({ seed }: TestServer): Requests {
  const [acme] = seed.tenants;
  return {
    createTenant: [
      "POST",
      "/tenants",
      {
        tenantName: "Initech",
        adminEmail: "owner@initech.example",
        password: "a long and uncommon one",
        app: { name: "Intranet", redirectUris: ["https://app.example/callback"] },
      },
    ],
    findTenantBySlug: ["GET", "/tenants?slug=acme"],
    searchTenants: ["GET", "/tenants/search?q=acme"],
    getTenant: ["GET", `/tenants/${acme.tenantId}`],
    setTenantStatus: ["PATCH", `/tenants/${seed.tenants[1].tenantId}`, { status: "suspended" }],
  };
}
