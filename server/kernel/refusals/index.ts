import { accessRuleRefusals } from "./access-rules";
import { accountRefusals } from "./accounts";
import { actAsRefusals } from "./act-as";
import { alertRefusals } from "./alerts";
import { appRefusals } from "./apps";
import { approvalRequestRefusals } from "./approval-requests";
import { auditRefusals } from "./audit";
import { connectorRefusals } from "./connectors";
import type { PublishedRefusal } from "./define";
import { deviceRefusals } from "./devices";
import { documentRefusals } from "./documents";
import { domainRefusals } from "./domains";
import { factorRefusals } from "./factors";
import { identityProviderRefusals } from "./identity-providers";
import { mfaResetRefusals } from "./mfa-resets";
import { notificationRefusals } from "./notifications";
import { oneTimeTokenRefusals } from "./one-time-tokens";
import { recoveryRefusals } from "./recovery";
import { roleSyncRefusals } from "./role-sync";
import { roleRefusals } from "./roles";
import { sessionRefusals } from "./sessions";
import { signInOptionRefusals } from "./sign-in-options";
import { tagRefusals } from "./tags";
import { userRefusals } from "./users";
import { webhookRefusals } from "./webhooks";

/** All refusals by code. docs/refusals.md and the translations derive from them. */
export const refusals: ReadonlyMap<string, PublishedRefusal> = new Map(
  [
    accessRuleRefusals,
    accountRefusals,
    actAsRefusals,
    alertRefusals,
    appRefusals,
    approvalRequestRefusals,
    auditRefusals,
    connectorRefusals,
    deviceRefusals,
    documentRefusals,
    domainRefusals,
    factorRefusals,
    identityProviderRefusals,
    mfaResetRefusals,
    notificationRefusals,
    oneTimeTokenRefusals,
    recoveryRefusals,
    roleRefusals,
    roleSyncRefusals,
    sessionRefusals,
    signInOptionRefusals,
    tagRefusals,
    userRefusals,
    webhookRefusals,
  ]
    .flatMap((area) => Object.values<PublishedRefusal>(area))
    .map((refusal) => [refusal.code, refusal]),
);
