import { router } from "./init";
import { accessRulesRouter } from "./routers/access-rules";
import { accountRouter } from "./routers/account";
import { actAsRouter } from "./routers/act-as";
import { administratorsRouter } from "./routers/administrators";
import { apisRouter } from "./routers/apis";
import { appsRouter } from "./routers/apps";
import { auditRouter } from "./routers/audit";
import { connectedAppsRouter } from "./routers/connected-apps";
import { connectorsRouter } from "./routers/connectors";
import { credentialsRouter } from "./routers/credentials";
import { customFieldsRouter } from "./routers/custom-fields";
import { dataExportRouter } from "./routers/data-export";
import { devicesRouter } from "./routers/devices";
import { documentsRouter } from "./routers/documents";
import { domainsRouter } from "./routers/domains";
import { federationRouter } from "./routers/federation";
import { invitationsRouter } from "./routers/invitations";
import { mfaResetsRouter } from "./routers/mfa-resets";
import { notificationsRouter } from "./routers/notifications";
import { overviewRouter } from "./routers/overview";
import { platformRouter } from "./routers/platform";
import { policiesRouter } from "./routers/policies";
import { riskRouter } from "./routers/risk";
import { roleSyncRouter } from "./routers/role-sync";
import { rolesRouter } from "./routers/roles";
import { savedViewsRouter } from "./routers/saved-views";
import { scimRouter } from "./routers/scim";
import { serviceAccountsRouter } from "./routers/service-accounts";
import { sessionsRouter } from "./routers/sessions";
import { storageRouter } from "./routers/storage";
import { tagsRouter } from "./routers/tags";
import { tenantConfigRouter } from "./routers/tenant-config";
import { userImportsRouter } from "./routers/user-imports";
import { usersBulkRouter } from "./routers/users-bulk";
import { usersRouter } from "./routers/users";
import { webhooksRouter } from "./routers/webhooks";

export const appRouter = router({
  account: accountRouter,
  savedViews: savedViewsRouter,
  audit: auditRouter,
  credentials: credentialsRouter,
  overview: overviewRouter,
  platform: platformRouter,
  roles: rolesRouter,
  serviceAccounts: serviceAccountsRouter,
  users: usersRouter,
  usersBulk: usersBulkRouter,
  userImports: userImportsRouter,
  apps: appsRouter,
  apis: apisRouter,
  connectors: connectorsRouter,
  federation: federationRouter,
  connectedApps: connectedAppsRouter,
  administrators: administratorsRouter,
  invitations: invitationsRouter,
  sessions: sessionsRouter,
  policies: policiesRouter,
  actAs: actAsRouter,
  accessRules: accessRulesRouter,
  devices: devicesRouter,
  tags: tagsRouter,
  risk: riskRouter,
  mfaResets: mfaResetsRouter,
  roleSync: roleSyncRouter,
  tenantConfig: tenantConfigRouter,
  customFields: customFieldsRouter,
  domains: domainsRouter,
  dataExport: dataExportRouter,
  storage: storageRouter,
  webhooks: webhooksRouter,
  notifications: notificationsRouter,
  scim: scimRouter,
  documents: documentsRouter,
});

export type AppRouter = typeof appRouter;
