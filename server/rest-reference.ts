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
 * Corresponding procedures of the console for endpoints whose own operation no procedure mounts. Pages read
 * more at once, sorted, searched and joined, and link to downloads.
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
  // The selection of events contains the catalogue.
  listEventTypes: "webhooks.list",
  listDeliveries: "webhooks.deliveries",
  findTenantBySlug: "platform.tenants.page",
  searchTenants: "platform.tenants.page",
  getTenant: "platform.tenants.detail",
};

/**
 * Returns every endpoint with the corresponding procedures of the console: mounts of its operation, or the
 * ones in `toldBy`.
 */
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
