import {
  createTenant,
  findTenantBySlug,
  getTenant,
  searchTenants,
  setTenantStatus,
} from "@/server/platform/tenants";
import { GET, group, PATCH, POST } from "../endpoint";

export const tenantEndpoints = group("Tenants (platform)", "/api/v1", {
  createTenant: POST("/tenants", createTenant, { status: 201 }),
  findTenantBySlug: GET("/tenants", findTenantBySlug),
  searchTenants: GET("/tenants/search", searchTenants),
  getTenant: GET("/tenants/{tenantId}", getTenant),
  setTenantStatus: PATCH("/tenants/{tenantId}", setTenantStatus),
});
