import * as accessExplanationExplain from "@/server/domain/access-explanation/explain";
import * as accessRules from "@/server/domain/access-rules/access-rules";
import * as accessRulesOfPerson from "@/server/domain/access-rules/of-person";
import * as accessRulesPreview from "@/server/domain/access-rules/preview";
import * as accessRulesTagPreview from "@/server/domain/access-rules/tag-preview";
import * as account from "@/server/domain/account/account";
import * as actAsRequests from "@/server/domain/act-as/requests";
import * as actAsSettings from "@/server/domain/act-as/settings";
import * as administrators from "@/server/domain/administrators/administrators";
import * as apisApiApps from "@/server/domain/apis/api-apps";
import * as apisApiRoles from "@/server/domain/apis/api-roles";
import * as apis from "@/server/domain/apis/apis";
import * as apisScopes from "@/server/domain/apis/scopes";
import * as appClaims from "@/server/domain/app-claims/claims";
import * as appsAccessLists from "@/server/domain/apps/access-lists";
import * as appsAppAccess from "@/server/domain/apps/app-access";
import * as apps from "@/server/domain/apps/apps";
import * as appsClientAuthentication from "@/server/domain/apps/client-authentication";
import * as appsConnectedApps from "@/server/domain/apps/connected-apps";
import * as appsConsole from "@/server/domain/apps/console";
import * as appsMachine from "@/server/domain/apps/machine";
import * as appsOrigins from "@/server/domain/apps/origins";
import * as appsRemoval from "@/server/domain/apps/removal";
import * as appsSecrets from "@/server/domain/apps/secrets";
import * as auditPage from "@/server/domain/audit/audit-page";
import * as audit from "@/server/domain/audit/audit";
import * as auditExport from "@/server/domain/audit/export";
import * as auditFind from "@/server/domain/audit/find";
import * as auditRetention from "@/server/domain/audit/retention";
import * as auditVerify from "@/server/domain/audit/verify";
import * as bulkJobs from "@/server/domain/bulk-jobs/bulk-jobs";
import * as connectors from "@/server/domain/connectors/connectors";
import * as connectorsRequests from "@/server/domain/connectors/requests";
import * as credentials from "@/server/domain/credentials/credentials";
import * as credentialsUsage from "@/server/domain/credentials/usage";
import * as customFields from "@/server/domain/custom-fields/custom-fields";
import * as dataExport from "@/server/domain/data-export/data-export";
import * as devices from "@/server/domain/devices/devices";
import * as documentsAssets from "@/server/domain/documents/assets";
import * as documentsTemplates from "@/server/domain/documents/templates";
import * as documentsVersions from "@/server/domain/documents/versions";
import * as domains from "@/server/domain/domains/domains";
import * as federationIdentities from "@/server/domain/federation/identities";
import * as federationProviderKeys from "@/server/domain/federation/provider-keys";
import * as federationProviders from "@/server/domain/federation/providers";
import * as invitations from "@/server/domain/invitations/invitations";
import * as invitationsSettings from "@/server/domain/invitations/settings";
import * as messagesSettings from "@/server/domain/messages/settings";
import * as mfaResets from "@/server/domain/mfa-resets/mfa-resets";
import * as notifications from "@/server/domain/notifications/notifications";
import * as notificationsOwnChoice from "@/server/domain/notifications/own-choice";
import * as overview from "@/server/domain/overview/overview";
import * as overviewSignInHistory from "@/server/domain/overview/sign-in-history";
import * as policies from "@/server/domain/policies/policies";
import * as provisioningLog from "@/server/domain/provisioning/log";
import * as recoveryEmailVerification from "@/server/domain/recovery/email-verification";
import * as riskAlerts from "@/server/domain/risk/alerts";
import * as riskDeviceTrust from "@/server/domain/risk/device-trust";
import * as riskHealth from "@/server/domain/risk/health";
import * as riskPolicy from "@/server/domain/risk/risk-policy";
import * as risk from "@/server/domain/risk/risk";
import * as riskSessionIntelligence from "@/server/domain/risk/session-intelligence";
import * as riskSignIns from "@/server/domain/risk/sign-ins";
import * as roleSyncSources from "@/server/domain/role-sync/sources";
import * as rolesAppRoles from "@/server/domain/roles/app-roles";
import * as rolesConsole from "@/server/domain/roles/console";
import * as rolesGrants from "@/server/domain/roles/grants";
import * as roles from "@/server/domain/roles/roles";
import * as savedViews from "@/server/domain/saved-views/saved-views";
import * as scimTokensGovernance from "@/server/domain/scim-tokens/governance";
import * as scimTokens from "@/server/domain/scim-tokens/scim-tokens";
import * as scimTokensUsage from "@/server/domain/scim-tokens/usage";
import * as serviceAccountsAccess from "@/server/domain/service-accounts/access";
import * as serviceAccounts from "@/server/domain/service-accounts/service-accounts";
import * as sessionsConsole from "@/server/domain/sessions/console";
import * as sessions from "@/server/domain/sessions/sessions";
import * as signInOptionsLockoutCheck from "@/server/domain/sign-in-options/lockout-check";
import * as signInOptions from "@/server/domain/sign-in-options/sign-in-options";
import * as storage from "@/server/domain/storage/storage";
import * as tagsTagged from "@/server/domain/tags/tagged";
import * as tags from "@/server/domain/tags/tags";
import * as tenantConfig from "@/server/domain/tenant-config/tenant-config";
import * as userImportsImports from "@/server/domain/user-imports/imports";
import * as userImportsPreview from "@/server/domain/user-imports/preview";
import * as usersBulk from "@/server/domain/users/bulk";
import * as usersConsole from "@/server/domain/users/console";
import * as usersLocks from "@/server/domain/users/locks";
import * as users from "@/server/domain/users/users";
import * as webhooksDeliveries from "@/server/domain/webhooks/deliveries";
import * as webhooksDeliveryHistory from "@/server/domain/webhooks/delivery-history";
import * as webhooksSecrets from "@/server/domain/webhooks/secrets";
import * as webhooks from "@/server/domain/webhooks/webhooks";
import * as platformAdministrators from "@/server/platform/administrators";
import * as platformAudit from "@/server/platform/audit";
import * as platformCredentialUsage from "@/server/platform/credential-usage";
import * as platformCredentials from "@/server/platform/credentials";
import * as platformFactors from "@/server/platform/factors";
import * as platformMessages from "@/server/platform/messages";
import * as platformPasskeys from "@/server/platform/passkeys";
import * as platformSettings from "@/server/platform/settings";
import * as platformSigningKeys from "@/server/platform/signing-keys";
import * as platformSystem from "@/server/platform/system";
import * as platformTenants from "@/server/platform/tenants";
import type { Operation } from "@/server/kernel/operation/operation";

/**
 * Every module whose operations callers reach over REST or in the console, by area. The heading is the area's in the API reference, in
 * this order. An operation of another module has no callers there.
 */
export const areas = [
  { heading: "Users", modules: [users, usersLocks, usersConsole, usersBulk] },
  { heading: "User sessions", modules: [sessions, sessionsConsole] },
  { heading: "Roles", modules: [roles, rolesGrants, rolesAppRoles, rolesConsole] },
  {
    heading: "Apps",
    modules: [
      apps,
      appsRemoval,
      appsOrigins,
      appsClientAuthentication,
      appsSecrets,
      appsAccessLists,
      appsConsole,
      appsMachine,
    ],
  },
  { heading: "App access", modules: [appsAppAccess] },
  { heading: "APIs", modules: [apis, apisScopes, apisApiApps, apisApiRoles] },
  { heading: "Claims", modules: [appClaims] },
  { heading: "Connectors", modules: [connectors, connectorsRequests] },
  { heading: "Tenant administrators", modules: [administrators] },
  { heading: "Invitations", modules: [invitations, invitationsSettings] },
  { heading: "Service accounts", modules: [serviceAccounts, serviceAccountsAccess] },
  { heading: "Audit log", modules: [audit, auditExport, auditPage, auditFind, auditVerify, auditRetention] },
  { heading: "Session, token and act-as settings", modules: [policies, actAsSettings, actAsRequests] },
  {
    heading: "Risk signals",
    modules: [
      risk,
      riskHealth,
      riskSessionIntelligence,
      riskAlerts,
      riskDeviceTrust,
      riskSignIns,
      riskPolicy,
    ],
  },
  { heading: "Connected apps", modules: [appsConnectedApps] },
  { heading: "MFA resets", modules: [mfaResets] },
  { heading: "Sign-in options", modules: [signInOptions, signInOptionsLockoutCheck] },
  {
    heading: "Access rules",
    modules: [accessRules, accessRulesPreview, accessRulesOfPerson, accessRulesTagPreview],
  },
  { heading: "Registered devices", modules: [devices] },
  { heading: "Relationship tags", modules: [tags, tagsTagged] },
  { heading: "Role sync sources", modules: [roleSyncSources] },
  { heading: "Tenant configuration", modules: [tenantConfig] },
  { heading: "Custom fields", modules: [customFields] },
  { heading: "Custom domain", modules: [domains] },
  { heading: "Data export", modules: [dataExport] },
  { heading: "Migration status", modules: [storage] },
  { heading: "Webhooks", modules: [webhooks, webhooksSecrets, webhooksDeliveries, webhooksDeliveryHistory] },
  { heading: "Notification settings", modules: [notifications, notificationsOwnChoice] },
  { heading: "Tenants (platform)", modules: [platformTenants] },
  {
    heading: null,
    modules: [
      recoveryEmailVerification,
      account,
      savedViews,
      credentials,
      credentialsUsage,
      overview,
      overviewSignInHistory,
      platformAdministrators,
      platformFactors,
      platformPasskeys,
      platformCredentials,
      platformCredentialUsage,
      platformSettings,
      platformSigningKeys,
      platformSystem,
      platformMessages,
      platformAudit,
      bulkJobs,
      userImportsImports,
      userImportsPreview,
      accessExplanationExplain,
      federationProviders,
      federationProviderKeys,
      federationIdentities,
      messagesSettings,
      scimTokens,
      scimTokensUsage,
      scimTokensGovernance,
      provisioningLog,
      documentsTemplates,
      documentsVersions,
      documentsAssets,
    ],
  },
] as const;

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "scope" in value && "run" in value;

/** Returns the operations that modules export. */
export const operationsOf = (modules: readonly object[]): Operation[] =>
  modules.flatMap((module) => Object.values(module).filter(isOperation));

/** Every operation with a place. */
export const operations = operationsOf(areas.flatMap(({ modules }): readonly object[] => modules));
