import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { credentialFor, requestsOfEachEndpoint } from "@/server/testing/requests";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { endpointGroups } from "./endpoints";

/*
 * How many SQL statements each endpoint sends, the bearer check (1) and the opening and closing of its transaction (2)
 * included. A change that makes one query per row, or looks something up twice, shows here first.
 */
const expected: Record<string, number> = {
  listUsers: 4,
  createUser: 6,
  getUser: 4,
  updateUser: 7,
  suspendUser: 10,
  reactivateUser: 7,
  lockUser: 7,
  unlockUser: 7,
  listRoles: 4,
  getRole: 4,
  createRole: 6,
  updateRole: 7,
  deleteRole: 7,
  listRoleMembers: 5,
  grantRole: 8,
  revokeRole: 8,
  listAppRoles: 5,
  createAppRole: 7,
  updateAppRole: 7,
  deleteAppRole: 7,
  listApps: 4,
  createApp: 6,
  getApp: 4,
  updateApp: 7,
  deleteApp: 8,
  rotateAppSecret: 7,
  getAppAccess: 7,
  setAppRestricted: 11,
  grantAppToUser: 11,
  revokeAppFromUser: 12,
  grantAppToTag: 11,
  revokeAppFromTag: 12,
  excludeFromApp: 12,
  releaseExclusion: 11,
  listAppConnectors: 5,
  setAppConnector: 8,
  listConnectedApps: 4,
  listUserConnectedApps: 5,
  withdrawConnectedApp: 8,
  acknowledgeAlert: 7,
  addAdministrator: 11,
  approveDevice: 8,
  approveMfaReset: 12,
  createAccessRule: 7,
  createInvitation: 13,
  createSource: 6,
  createTag: 6,
  createWebhook: 6,
  deleteAccessRule: 7,
  deleteCustomField: 8,
  deleteDevice: 10,
  deleteSource: 8,
  deleteWebhook: 7,
  denyDevice: 9,
  denyMfaReset: 11,
  // Two for each table's page: a transaction of its own.
  exportData: 121,
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
  removeAdministrator: 11,
  revokeInvitation: 7,
  revokeSession: 9,
  revokeSessions: 10,
  saveCustomField: 8,
  setCustomDomain: 9,
  setGeoRestriction: 10,
  setPoweredBy: 10,
  setSourceEnabled: 7,
  setTagPolicy: 7,
  stopTrustingDevice: 7,
  updateActAsSettings: 10,
  updateNotificationSettings: 10,
  updateSessionPolicy: 10,
  updateSignInOptions: 10,
  updateTenantConfig: 8,
  updateTokenPolicy: 10,
  updateWebhook: 7,
  verifyCustomDomain: 9,
  listServiceAccounts: 4,
  createServiceAccount: 6,
  suspendServiceAccount: 7,
  removeServiceAccount: 9,
  listAuditEvents: 6,
  exportAuditEvents: 10,
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

  it("states the number of each endpoint", async () => {
    const requests = await requestsOfEachEndpoint(server);
    const names = endpointGroups.flatMap(({ endpoints }) => endpoints.map(({ name }) => name));
    expect(Object.keys(requests).sort(), "a request for every endpoint").toEqual([...names].sort());

    const counted: Record<string, number> = {};
    for (const [name, [method, path, body]] of Object.entries(requests)) {
      const credential = credentialFor(server, path);
      await server.token(credential);
      // Let what runs beside requests (last use of a credential, the outbox) come to rest first; its use is counted every 5 s.
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
              /^insert/.test(statement)),
        );
      counted[name] = own.length;
    }
    expect(counted).toEqual(expected);
  }, 60_000);
});
