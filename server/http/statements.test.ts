import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { credentialFor, requestsOfEachEndpoint } from "@/server/testing/requests";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { endpointGroups } from "./endpoints";

/*
 * Number of SQL statements of each endpoint, including the bearer check (1) and the start and end of its
 * transaction (2). Shows a change that adds a query per row or a duplicate look-up.
 */
const expected: Record<string, number> = {
  listUsers: 4,
  createUser: 5,
  getUser: 4,
  updateUser: 6,
  suspendUser: 9,
  reactivateUser: 6,
  lockUser: 6,
  unlockUser: 6,
  listRoles: 4,
  getRole: 4,
  createRole: 5,
  updateRole: 6,
  deleteRole: 6,
  listRoleMembers: 5,
  grantRole: 7,
  revokeRole: 7,
  listAppRoles: 5,
  createAppRole: 6,
  updateAppRole: 6,
  deleteAppRole: 6,
  listApps: 4,
  createApp: 5,
  getApp: 4,
  updateApp: 6,
  deleteApp: 7,
  rotateAppSecret: 6,
  getAppAccess: 7,
  setAppRestricted: 10,
  grantAppToUser: 10,
  revokeAppFromUser: 11,
  grantAppToTag: 10,
  revokeAppFromTag: 11,
  excludeFromApp: 11,
  releaseExclusion: 10,
  listAppConnectors: 5,
  setAppConnector: 7,
  listConnectedApps: 4,
  listUserConnectedApps: 5,
  withdrawConnectedApp: 7,
  acknowledgeAlert: 6,
  addAdministrator: 13,
  approveDevice: 7,
  approveMfaReset: 12,
  createAccessRule: 6,
  createInvitation: 12,
  createSource: 5,
  createTag: 5,
  createWebhook: 6,
  deleteAccessRule: 6,
  deleteCustomField: 7,
  deleteDevice: 9,
  deleteSource: 7,
  deleteWebhook: 6,
  denyDevice: 8,
  denyMfaReset: 10,
  // Two for each table's page, because each page has its own transaction.
  exportData: 120,
  getActAsSettings: 4,
  getCredentialHealth: 4,
  getCustomDomain: 5,
  getGeoRestriction: 4,
  getMigrationStatus: 4,
  getNotificationSettings: 4,
  getPoweredBy: 4,
  getRiskEvents: 6,
  getSessionIntelligence: 6,
  getSessionPolicy: 4,
  getSignInOptions: 4,
  getTenantConfig: 4,
  getTokenPolicy: 4,
  getUserRisk: 5,
  listAccessRules: 4,
  listAdministrators: 4,
  listCustomFields: 4,
  listDeliveries: 5,
  listDevices: 5,
  listEventTypes: 3,
  listInvitations: 4,
  listMfaResets: 4,
  listSecurityAlerts: 4,
  listSessions: 5,
  listSources: 4,
  listTags: 4,
  listTrustedDevices: 4,
  listWebhooks: 4,
  previewDataExport: 6,
  removeAdministrator: 10,
  revokeInvitation: 6,
  revokeSession: 8,
  revokeSessions: 9,
  saveCustomField: 7,
  setCustomDomain: 8,
  setGeoRestriction: 9,
  setPoweredBy: 9,
  setSourceEnabled: 6,
  setTagPolicy: 6,
  stopTrustingDevice: 6,
  updateActAsSettings: 9,
  updateNotificationSettings: 9,
  updateSessionPolicy: 9,
  updateSignInOptions: 9,
  updateTenantConfig: 7,
  updateTokenPolicy: 9,
  updateWebhook: 6,
  verifyCustomDomain: 9,
  listServiceAccounts: 4,
  createServiceAccount: 5,
  suspendServiceAccount: 6,
  removeServiceAccount: 8,
  listAuditEvents: 6,
  exportAuditEvents: 9,
  createTenant: 11,
  findTenantBySlug: 4,
  searchTenants: 6,
  getTenant: 4,
  setTenantStatus: 6,
};

describe.each(databaseKinds)("statements on %s", (kind) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer(kind)), 120_000);
  afterAll(() => server.close());

  it("sends the expected number for each endpoint", async () => {
    const requests = await requestsOfEachEndpoint(server);
    const names = endpointGroups.flatMap(({ endpoints }) => endpoints.map(({ operation }) => operation.name));
    expect(Object.keys(requests).sort(), "a request for every endpoint").toEqual([...names].sort());

    const counted: Record<string, number> = {};
    for (const [name, [method, path, body]] of Object.entries(requests)) {
      const credential = credentialFor(server, path);
      await server.token(credential);
      // Waits for background work (last use of a credential, counted every 5 s, and the outbox).
      await new Promise((resolve) => setTimeout(resolve, 20));
      server.database.takeStatements();
      const answer = await server.call(credential, method, `/api/v1${path}`, body);
      expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
      const own = server.database
        .takeStatements()
        .filter(
          (statement) =>
            !/credential_usage/.test(statement) &&
            (!/outbox_events|last_used_at|platform_settings|'powered-by'|pg_catalog/.test(statement) ||
              /^(insert|with event as)/.test(statement)),
        );
      counted[name] = own.length;
    }
    expect(counted).toEqual(expected);
  }, 60_000);
});
