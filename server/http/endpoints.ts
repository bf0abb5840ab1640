import { auditEndpoints } from "./v1/audit";
import { roleEndpoints } from "./v1/roles";
import { serviceAccountEndpoints } from "./v1/service-accounts";
import { tenantEndpoints } from "./v1/tenants";
import { userEndpoints } from "./v1/users";

/** Every endpoint of the REST interfaces. */
export const endpointGroups = [
  userEndpoints,
  roleEndpoints,
  serviceAccountEndpoints,
  auditEndpoints,
  tenantEndpoints,
];
