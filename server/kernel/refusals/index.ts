import { accountRefusals } from "./accounts";
import { appRefusals } from "./apps";
import { auditRefusals } from "./audit";
import { authorizationRefusals } from "./authorization";
import { credentialRefusals } from "./credentials";
import type { PublishedRefusal } from "./define";
import { factorRefusals } from "./factors";
import { fileRefusals } from "./files";
import { messageRefusals } from "./messages";
import { oneTimeTokenRefusals } from "./one-time-tokens";
import { passwordRefusals } from "./passwords";
import { pdfRefusals } from "./pdf";
import { platformAdministratorRefusals } from "./platform-administrators";
import { requestRefusals } from "./requests";
import { roleRefusals } from "./roles";
import { tenantRefusals } from "./tenants";
import { userRefusals } from "./users";

/** All refusals by code. docs/refusals.md and the translations derive from them. */
export const refusals: ReadonlyMap<string, PublishedRefusal> = new Map(
  [
    accountRefusals,
    appRefusals,
    auditRefusals,
    authorizationRefusals,
    credentialRefusals,
    factorRefusals,
    fileRefusals,
    messageRefusals,
    oneTimeTokenRefusals,
    passwordRefusals,
    pdfRefusals,
    platformAdministratorRefusals,
    requestRefusals,
    roleRefusals,
    tenantRefusals,
    userRefusals,
  ]
    .flatMap((area) => Object.values<PublishedRefusal>(area))
    .map((refusal) => [refusal.code, refusal]),
);
