import { systemSubject, type PlatformActor, type TenantActor } from "@/server/kernel/actor";
import { administratorCapabilities, platformAdministratorCapabilities } from "@/server/kernel/capabilities";

const base = {
  channel: "system" as const,
  subject: systemSubject("Set-up"),
  request: { ip: null, requestId: null },
};

/** The seed, acting on the platform. */
export const platformSystem: PlatformActor = {
  ...base,
  scope: "platform",
  capabilities: platformAdministratorCapabilities,
};

/** The seed, acting in a tenant. */
export const tenantSystem = (tenantId: number): TenantActor => ({
  ...base,
  scope: "tenant",
  tenantId,
  capabilities: administratorCapabilities.owner,
});
