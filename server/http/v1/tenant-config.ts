import { group } from "../endpoint";

export const tenantConfigEndpoints = group("Tenant configuration", "/api/v1", {});
