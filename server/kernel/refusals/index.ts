import { accessRuleRefusals } from "./access-rules";
import { accountRefusals } from "./accounts";
import { actAsRefusals } from "./act-as";
import { administratorRefusals } from "./administrators";
import { alertRefusals } from "./alerts";
import { approvalRequestRefusals } from "./approval-requests";
import { appRefusals } from "./apps";
import { auditRefusals } from "./audit";
import { bulkJobRefusals } from "./bulk-jobs";
import { connectorRefusals } from "./connectors";
import { credentialRefusals } from "./credentials";
import { customFieldRefusals } from "./custom-fields";
import type { PublishedRefusal } from "./define";
import { deviceRefusals } from "./devices";
import { documentRefusals } from "./documents";
import { domainRefusals } from "./domains";
import { factorRefusals } from "./factors";
import { identityProviderRefusals } from "./identity-providers";
import { invitationRefusals } from "./invitations";
import { mfaResetRefusals } from "./mfa-resets";
import { notificationRefusals } from "./notifications";
import { oneTimeTokenRefusals } from "./one-time-tokens";
import { ownAccountRefusals } from "./own-account";
import { provisioningRefusals } from "./provisioning";
import { recoveryRefusals } from "./recovery";
import { roleSyncRefusals } from "./role-sync";
import { roleRefusals } from "./roles";
import { savedViewRefusals } from "./saved-views";
import { scimTokenRefusals } from "./scim-tokens";
import { serviceAccountRefusals } from "./service-accounts";
import { sessionRefusals } from "./sessions";
import { signInOptionRefusals } from "./sign-in-options";
import { tagRefusals } from "./tags";
import { userImportRefusals } from "./user-imports";
import { userRefusals } from "./users";
import { webhookRefusals } from "./webhooks";

/** All refusals by code. docs/refusals.md and the translations derive from them. */
export const refusals: ReadonlyMap<string, PublishedRefusal> = new Map(
  [
    accessRuleRefusals,
    accountRefusals,
    actAsRefusals,
    administratorRefusals,
    alertRefusals,
    appRefusals,
    approvalRequestRefusals,
    auditRefusals,
    bulkJobRefusals,
    connectorRefusals,
    credentialRefusals,
    customFieldRefusals,
    deviceRefusals,
    documentRefusals,
    domainRefusals,
    factorRefusals,
    identityProviderRefusals,
    invitationRefusals,
    mfaResetRefusals,
    notificationRefusals,
    oneTimeTokenRefusals,
    ownAccountRefusals,
    provisioningRefusals,
    recoveryRefusals,
    roleRefusals,
    roleSyncRefusals,
    savedViewRefusals,
    scimTokenRefusals,
    serviceAccountRefusals,
    sessionRefusals,
    signInOptionRefusals,
    tagRefusals,
    userImportRefusals,
    userRefusals,
    webhookRefusals,
  ]
    .flatMap((area) => Object.values<PublishedRefusal>(area))
    .map((refusal) => [refusal.code, refusal]),
);
