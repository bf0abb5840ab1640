import {
  getPoweredBy,
  getTenantConfig,
  setPoweredBy,
  updateTenantConfig,
} from "@/server/domain/tenant-config/tenant-config";
import { GET, group, PATCH } from "../endpoint";

export const tenantConfigEndpoints = group("Tenant configuration", "/api/v1", {
  getTenantConfig: GET("/tenant-config", getTenantConfig),
  updateTenantConfig: PATCH("/tenant-config", updateTenantConfig),
  getPoweredBy: GET("/tenant-config/powered-by", getPoweredBy),
  setPoweredBy: PATCH("/tenant-config/powered-by", setPoweredBy),
});
