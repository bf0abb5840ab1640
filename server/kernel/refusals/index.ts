import { accessRuleRefusals } from "./access-rules";
import { accountRefusals } from "./accounts";
import { actAsRefusals } from "./act-as";
import { administratorRefusals } from "./administrators";
import { alertRefusals } from "./alerts";
import { approvalRequestRefusals } from "./approval-requests";
import { apiRefusals } from "./apis";
import { appRefusals } from "./apps";
import { auditRefusals } from "./audit";
import { authorizationRefusals } from "./authorization";
import { bulkJobRefusals } from "./bulk-jobs";
import { connectorRefusals } from "./connectors";
import { credentialRefusals } from "./credentials";
import { customFieldRefusals } from "./custom-fields";
import type { PublishedRefusal } from "./define";
import { deviceRefusals } from "./devices";
import { documentRefusals } from "./documents";
import { domainRefusals } from "./domains";
import { factorRefusals } from "./factors";
import { fieldRefusals } from "./field";
import { fileRefusals } from "./files";
import { identityProviderRefusals } from "./identity-providers";
import { invitationRefusals } from "./invitations";
import { messageRefusals } from "./messages";
import { mfaResetRefusals } from "./mfa-resets";
import { notificationRefusals } from "./notifications";
import { oneTimeTokenRefusals } from "./one-time-tokens";
import { ownAccountRefusals } from "./own-account";
import { passwordRefusals } from "./passwords";
import { pdfRefusals } from "./pdf";
import { platformAdministratorRefusals } from "./platform-administrators";
import { provisioningRefusals } from "./provisioning";
import { recoveryRefusals } from "./recovery";
import { requestRefusals } from "./requests";
import { roleSyncRefusals } from "./role-sync";
import { roleRefusals } from "./roles";
import { savedViewRefusals } from "./saved-views";
import { scimRefusals } from "./scim";
import { scimTokenRefusals } from "./scim-tokens";
import { serviceAccountRefusals } from "./service-accounts";
import { sessionRefusals } from "./sessions";
import { signInOptionRefusals } from "./sign-in-options";
import { signingKeyRefusals } from "./signing-keys";
import { tagRefusals } from "./tags";
import { tenantRefusals } from "./tenants";
import { userImportRefusals } from "./user-imports";
import { userRefusals } from "./users";
import { webhookRefusals } from "./webhooks";

const areas: readonly Readonly<Record<string, PublishedRefusal>>[] = [
  accessRuleRefusals,
  accountRefusals,
  actAsRefusals,
  administratorRefusals,
  alertRefusals,
  apiRefusals,
  appRefusals,
  approvalRequestRefusals,
  auditRefusals,
  authorizationRefusals,
  bulkJobRefusals,
  connectorRefusals,
  credentialRefusals,
  customFieldRefusals,
  deviceRefusals,
  documentRefusals,
  domainRefusals,
  factorRefusals,
  fieldRefusals,
  fileRefusals,
  identityProviderRefusals,
  invitationRefusals,
  messageRefusals,
  mfaResetRefusals,
  notificationRefusals,
  oneTimeTokenRefusals,
  ownAccountRefusals,
  passwordRefusals,
  pdfRefusals,
  platformAdministratorRefusals,
  provisioningRefusals,
  recoveryRefusals,
  requestRefusals,
  roleRefusals,
  roleSyncRefusals,
  savedViewRefusals,
  scimRefusals,
  scimTokenRefusals,
  serviceAccountRefusals,
  sessionRefusals,
  signInOptionRefusals,
  signingKeyRefusals,
  tagRefusals,
  tenantRefusals,
  userImportRefusals,
  userRefusals,
  webhookRefusals,
];

/** All refusals by code. docs/refusals.md and the translations derive from them. */
export const refusals: ReadonlyMap<string, PublishedRefusal> = new Map(
  areas.flatMap((area) => Object.values(area)).map((refusal) => [refusal.code, refusal]),
);
