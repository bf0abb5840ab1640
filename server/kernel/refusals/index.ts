import { accountRefusals } from "./accounts";
import { administratorRefusals } from "./administrators";
import { appRefusals } from "./apps";
import { auditRefusals } from "./audit";
import { authorizationRefusals } from "./authorization";
import { bulkJobRefusals } from "./bulk-jobs";
import { credentialRefusals } from "./credentials";
import { customFieldRefusals } from "./custom-fields";
import type { PublishedRefusal } from "./define";
import { deviceRefusals } from "./devices";
import { factorRefusals } from "./factors";
import { fileRefusals } from "./files";
import { invitationRefusals } from "./invitations";
import { messageRefusals } from "./messages";
import { oneTimeTokenRefusals } from "./one-time-tokens";
import { passwordRefusals } from "./passwords";
import { pdfRefusals } from "./pdf";
import { platformAdministratorRefusals } from "./platform-administrators";
import { provisioningRefusals } from "./provisioning";
import { requestRefusals } from "./requests";
import { roleRefusals } from "./roles";
import { savedViewRefusals } from "./saved-views";
import { scimTokenRefusals } from "./scim-tokens";
import { serviceAccountRefusals } from "./service-accounts";
import { sessionRefusals } from "./sessions";
import { tagRefusals } from "./tags";
import { tenantRefusals } from "./tenants";
import { userImportRefusals } from "./user-imports";
import { userRefusals } from "./users";

/** All refusals by code. docs/refusals.md and the translations derive from them. */
export const refusals: ReadonlyMap<string, PublishedRefusal> = new Map(
  [
    accountRefusals,
    administratorRefusals,
    appRefusals,
    auditRefusals,
    authorizationRefusals,
    bulkJobRefusals,
    credentialRefusals,
    customFieldRefusals,
    deviceRefusals,
    factorRefusals,
    fileRefusals,
    invitationRefusals,
    messageRefusals,
    oneTimeTokenRefusals,
    passwordRefusals,
    pdfRefusals,
    platformAdministratorRefusals,
    provisioningRefusals,
    requestRefusals,
    roleRefusals,
    savedViewRefusals,
    scimTokenRefusals,
    serviceAccountRefusals,
    sessionRefusals,
    tagRefusals,
    tenantRefusals,
    userImportRefusals,
    userRefusals,
  ]
    .flatMap((area) => Object.values<PublishedRefusal>(area))
    .map((refusal) => [refusal.code, refusal]),
);
