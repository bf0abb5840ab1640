import {
  getPoweredBy,
  getTenantConfig,
  setPoweredBy,
  updateTenantConfig,
} from "@/server/domain/tenant-config/tenant-config";
import { GET, group, PATCH } from "../endpoint";

export const tenantConfigEndpoints = group("Tenant configuration", "/api/v1", [
  GET("/tenant-config", getTenantConfig),
  PATCH("/tenant-config", updateTenantConfig),
  GET("/tenant-config/powered-by", getPoweredBy),
  PATCH("/tenant-config/powered-by", setPoweredBy),
]);
