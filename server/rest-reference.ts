import type { RestReference } from "@/components/shell/rest-reference";
import { endpointGroups } from "./http/endpoints";
import type { Operation } from "./kernel/operation";
import { appRouter } from "./trpc/root";

/** The console's procedures by the operation that they run. */
function proceduresByOperation() {
  const names = new Map<Operation, string[]>();
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { meta?: { operation?: Operation } } }
  >;
  for (const [name, { _def }] of Object.entries(procedures)) {
    const operation = _def.meta?.operation;
    if (operation) names.set(operation, [...(names.get(operation) ?? []), name]);
  }
  return names;
}

/**
 * What tells the same in the console where no procedure runs the endpoint's own operation: pages ask for more at once, sorted,
 * searched and joined, and link to downloads.
 */
const toldBy: Record<string, string> = {
  listUsers: "users.page",
  getUser: "users.profile",
  listSessions: "sessions.rows",
  listRoleMembers: "roles.members",
  getApp: "apps.detail",
  getAppAccess: "apps.access.lists",
  listAppConnectors: "connectors.list",
  listAuditEvents: "audit.page",
  exportAuditEvents: "audit.page",
  listSecurityAlerts: "risk.alerts",
  listConnectedApps: "apps.people",
  listMfaResets: "mfaResets.list",
  getSignInOptions: "policies.signInOptions",
  listAccessRules: "accessRules.list",
  listSources: "roleSync.list",
  exportData: "dataExport.preview",
  listWebhooks: "webhooks.list",
  // The picker of events has the catalogue at hand.
  listEventTypes: "webhooks.list",
  listDeliveries: "webhooks.deliveries",
  findTenantBySlug: "platform.tenants.page",
  searchTenants: "platform.tenants.page",
  getTenant: "platform.tenants.detail",
};

/** Every endpoint with the console's procedures that do the same: mounts of its operation, or what tells the same. */
export function restReference(baseUrl: string): RestReference {
  const procedures = proceduresByOperation();
  return {
    baseUrl,
    groups: endpointGroups.map(({ tag, prefix, endpoints }) => ({
      tag,
      endpoints: endpoints.map(({ name, method, path, operation, rawBody }) => ({
        ...{ name, method, rawBody, path: prefix + path, summary: operation.summary },
        procedures: procedures.get(operation) ?? [toldBy[name]].filter((told) => told !== undefined),
      })),
    })),
  };
}
