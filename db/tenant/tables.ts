import { accessRules } from "./access-rules";
import { actAsRequests } from "./act-as";
import { apiApps, apiMachineScopes, apiRoleScopes, apis, apiScopes } from "./apis";
import {
  appAuthorizations,
  appConnectors,
  appExclusions,
  appGuests,
  appTags,
  logoutNotices,
} from "./app-access";
import { apps, appSecrets } from "./apps";
import { bulkJobPeople, bulkJobs } from "./bulk-jobs";
import { connectorRequests } from "./connector-requests";
import { credentials, credentialUsage, scimTokens, scimTokenUsage } from "./credentials";
import { customFields, customFieldValues } from "./custom-fields";
import {
  identities,
  identityProviderKeys,
  identityProviders,
  outsideAttempts,
  usedAssertions,
} from "./federation";
import { documentAssets, documentTemplates, documentVersions } from "./documents";
import { invitations } from "./invitations";
import { auditEvents, auditSealedEvents, auditSeals, idempotencyKeys, outboxEvents } from "./journal";
import { messages, notificationChoices, oneTimeTokens } from "./messages";
import { provisioningLog } from "./provisioning";
import { roleSyncRuns, roleSyncSources } from "./role-sync";
import { roleGrants, roles } from "./roles";
import { savedViews } from "./saved-views";
import { devices, sessions } from "./sessions";
import { customDomains, tenantSettings } from "./settings";
import { signInFlows } from "./sign-in-flows";
import { factors, mfaResetRequests, securityAlerts, signIns } from "./sign-ins";
import {
  concurrentSessions,
  credentialCounts,
  sessionChanges,
  signInCounts,
  uncountedSummaries,
} from "./summaries";
import { tags, userTags } from "./tags";
import { userImportRows, userImports } from "./user-imports";
import { administrators, tenantProfiles, users } from "./users";
import { webhookDeliveries, webhooks, webhookTries } from "./webhooks";

/** Tenant-owned tables for operations. The store has the same functions for each. */
export const tenantTables = {
  users,
  administrators,
  tenantProfiles,
  tenantSettings,
  customDomains,
  customFields,
  customFieldValues,
  sessions,
  devices,
  signIns,
  signInFlows,
  factors,
  mfaResetRequests,
  securityAlerts,
  actAsRequests,
  tags,
  userTags,
  roles,
  roleGrants,
  roleSyncSources,
  roleSyncRuns,
  apps,
  appSecrets,
  apis,
  apiScopes,
  apiApps,
  apiMachineScopes,
  apiRoleScopes,
  appGuests,
  appTags,
  appExclusions,
  appConnectors,
  connectorRequests,
  appAuthorizations,
  logoutNotices,
  accessRules,
  invitations,
  credentials,
  credentialUsage,
  scimTokens,
  scimTokenUsage,
  provisioningLog,
  webhooks,
  webhookDeliveries,
  webhookTries,
  messages,
  oneTimeTokens,
  notificationChoices,
  savedViews,
  identityProviders,
  identityProviderKeys,
  identities,
  outsideAttempts,
  usedAssertions,
  documentTemplates,
  documentVersions,
  documentAssets,
  userImports,
  userImportRows,
  bulkJobs,
  bulkJobPeople,
};

/** Tenant-owned tables that only `execute` and its workers write. Operations cannot change them. */
export const journalTables = { auditEvents, auditSeals, auditSealedEvents, outboxEvents, idempotencyKeys };

/** Tenant-owned tables that only triggers and a worker write. Operations read them. */
export const summaryTables = {
  signInCounts,
  credentialCounts,
  concurrentSessions,
  sessionChanges,
  uncountedSummaries,
};
