import {
  createTenant,
  findTenantBySlug,
  getTenant,
  searchTenants,
  setTenantStatus,
  listTenantsPage,
  getTenantDetail,
} from "@/server/platform/tenants";
import { GET, group, PATCH, POST } from "../endpoint";

export const tenantEndpoints = group("Tenants (platform)", "/api/v1", [
  POST("/tenants", createTenant, { status: 201 }),
  GET("/tenants", findTenantBySlug, { inConsole: listTenantsPage }),
  GET("/tenants/search", searchTenants, { inConsole: listTenantsPage }),
  GET("/tenants/{tenantId}", getTenant, { inConsole: getTenantDetail }),
  PATCH("/tenants/{tenantId}", setTenantStatus),
]);
