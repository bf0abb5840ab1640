import { accessRuleEndpoints } from "./v1/access-rules";
import { administratorEndpoints } from "./v1/administrators";
import { apiEndpoints } from "./v1/apis";
import { appAccessEndpoints } from "./v1/app-access";
import { appEndpoints } from "./v1/apps";
import { auditEndpoints } from "./v1/audit";
import { connectedAppEndpoints } from "./v1/connected-apps";
import { connectorEndpoints } from "./v1/connectors";
import { customFieldEndpoints } from "./v1/custom-fields";
import { dataExportEndpoints } from "./v1/data-export";
import { deviceEndpoints } from "./v1/devices";
import { domainEndpoints } from "./v1/domains";
import { invitationEndpoints } from "./v1/invitations";
import { mfaResetEndpoints } from "./v1/mfa-resets";
import { migrationEndpoints } from "./v1/migration";
import { notificationEndpoints } from "./v1/notifications";
import { policyEndpoints } from "./v1/policies";
import { riskEndpoints } from "./v1/risk";
import { roleSyncEndpoints } from "./v1/role-sync";
import { roleEndpoints } from "./v1/roles";
import { serviceAccountEndpoints } from "./v1/service-accounts";
import { sessionEndpoints } from "./v1/sessions";
import { signInOptionEndpoints } from "./v1/sign-in-options";
import { tagEndpoints } from "./v1/tags";
import { tenantConfigEndpoints } from "./v1/tenant-config";
import { tenantEndpoints } from "./v1/tenants";
import { userEndpoints } from "./v1/users";
import { webhookEndpoints } from "./v1/webhooks";

/** Every endpoint of the REST interfaces, in the order of the document. */
export const endpointGroups = [
  userEndpoints,
  sessionEndpoints,
  roleEndpoints,
  appEndpoints,
  appAccessEndpoints,
  apiEndpoints,
  connectorEndpoints,
  administratorEndpoints,
  invitationEndpoints,
  serviceAccountEndpoints,
  auditEndpoints,
  policyEndpoints,
  riskEndpoints,
  connectedAppEndpoints,
  mfaResetEndpoints,
  signInOptionEndpoints,
  accessRuleEndpoints,
  deviceEndpoints,
  tagEndpoints,
  roleSyncEndpoints,
  tenantConfigEndpoints,
  customFieldEndpoints,
  domainEndpoints,
  dataExportEndpoints,
  migrationEndpoints,
  webhookEndpoints,
  notificationEndpoints,
  tenantEndpoints,
];
