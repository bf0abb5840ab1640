import {
  changeOwnPlatformPassword,
  createPlatformAdministrator,
  listPlatformAdministrators,
  removePlatformAdministrator,
} from "@/server/platform/administrators";
import {
  findPlatformAuditEvents,
  getPlatformAuditEvent,
  listPlatformAuditEvents,
  listPlatformEventNames,
} from "@/server/platform/audit";
import { getPlatformCredentialUsage } from "@/server/platform/credential-usage";
import {
  createPlatformCredential,
  listPlatformCredentials,
  revokePlatformCredential,
  rotatePlatformCredential,
} from "@/server/platform/credentials";
import {
  addOwnPlatformTotp,
  beginOwnPlatformTotp,
  listOwnPlatformFactors,
  makeOwnPlatformRecoveryCodes,
  removeOwnPlatformFactor,
  resetPlatformAdministratorFactors,
} from "@/server/platform/factors";
import { getMessage, listMessages, retryMessage } from "@/server/platform/messages";
import { addOwnPlatformPasskey, beginOwnPlatformPasskey } from "@/server/platform/passkeys";
import { getPlatformSettings, updatePlatformSettings } from "@/server/platform/settings";
import { listSigningKeys, revokeSigningKey, rotateSigningKey } from "@/server/platform/signing-keys";
import { getSystemState } from "@/server/platform/system";
import { createTenant, getTenantDetail, listTenantsPage, setTenantStatus } from "@/server/platform/tenants";
import { read, router, write, writeOwn } from "../init";

export const platformRouter = router({
  administrators: router({
    list: read(listPlatformAdministrators),
    create: write(createPlatformAdministrator),
    remove: write(removePlatformAdministrator),
    resetFactors: write(resetPlatformAdministratorFactors),
  }),
  account: router({
    changePassword: writeOwn(changeOwnPlatformPassword),
    factors: read(listOwnPlatformFactors),
    beginApp: read(beginOwnPlatformTotp),
    addApp: writeOwn(addOwnPlatformTotp),
    beginPasskey: read(beginOwnPlatformPasskey),
    addPasskey: writeOwn(addOwnPlatformPasskey),
    removeFactor: writeOwn(removeOwnPlatformFactor),
    makeRecoveryCodes: writeOwn(makeOwnPlatformRecoveryCodes),
  }),
  tenants: router({
    page: read(listTenantsPage),
    detail: read(getTenantDetail),
    create: write(createTenant),
    setStatus: write(setTenantStatus),
  }),
  credentials: router({
    list: read(listPlatformCredentials),
    usage: read(getPlatformCredentialUsage),
    create: write(createPlatformCredential),
    rotate: write(rotatePlatformCredential),
    revoke: write(revokePlatformCredential),
  }),
  settings: router({ get: read(getPlatformSettings), update: write(updatePlatformSettings) }),
  signingKeys: router({
    list: read(listSigningKeys),
    rotate: write(rotateSigningKey),
    revoke: write(revokeSigningKey),
  }),
  system: router({ get: read(getSystemState) }),
  messages: router({ page: read(listMessages), get: read(getMessage), retry: write(retryMessage) }),
  audit: router({
    page: read(listPlatformAuditEvents),
    event: read(getPlatformAuditEvent),
    find: read(findPlatformAuditEvents),
    eventNames: read(listPlatformEventNames),
  }),
});
