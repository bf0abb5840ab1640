import { listPlatformAuditEvents } from "@/server/platform/audit";
import {
  createPlatformCredential,
  listPlatformCredentials,
  revokePlatformCredential,
  rotatePlatformCredential,
} from "@/server/platform/credentials";
import { getPlatformSettings, updatePlatformSettings } from "@/server/platform/settings";
import { createTenant, getTenantDetail, listTenantsPage, setTenantStatus } from "@/server/platform/tenants";
import { read, router, write } from "../init";

export const platformRouter = router({
  tenants: router({
    page: read(listTenantsPage),
    detail: read(getTenantDetail),
    create: write(createTenant),
    setStatus: write(setTenantStatus),
  }),
  credentials: router({
    list: read(listPlatformCredentials),
    create: write(createPlatformCredential),
    rotate: write(rotatePlatformCredential),
    revoke: write(revokePlatformCredential),
  }),
  settings: router({ get: read(getPlatformSettings), update: write(updatePlatformSettings) }),
  audit: router({ page: read(listPlatformAuditEvents) }),
});
