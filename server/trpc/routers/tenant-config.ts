import {
  getPoweredBy,
  getTenantConfig,
  setPoweredBy,
  updateTenantConfig,
} from "@/server/domain/tenant-config/tenant-config";
import { read, router, write } from "../init";

export const tenantConfigRouter = router({
  get: read(getTenantConfig),
  update: write(updateTenantConfig),
  poweredBy: read(getPoweredBy),
  setPoweredBy: write(setPoweredBy),
});
