import type { TenantActor } from "@/server/kernel/operation/actor";
import type { TenantCapability } from "@/server/kernel/capabilities";
import { credentialRefusals } from "@/server/kernel/refusals/credentials";

/** Returns the first of these capabilities that the actor lacks. Returns undefined if the actor has all of them. */
const lacking = (actor: TenantActor, names: readonly string[]) =>
  names.find((name) => !actor.capabilities.has(name as TenantCapability));

/** Throws (400) if the actor lacks one of the capabilities to be granted. */
export function requireHeld(actor: TenantActor, names: readonly string[]) {
  const capability = lacking(actor, names);
  if (capability !== undefined) throw credentialRefusals.capability_not_held({ capability });
}

/** Throws (403) if the actor lacks one of the credential's capabilities. */
export function refuseBeyond(actor: TenantActor, names: readonly string[]) {
  const capability = lacking(actor, names);
  if (capability !== undefined) throw credentialRefusals.exceeds_caller({ capability });
}
