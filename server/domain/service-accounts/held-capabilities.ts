import type { TenantActor } from "@/server/kernel/operation/actor";
import type { TenantCapability } from "@/server/kernel/capabilities";
import { defineRefusals } from "@/server/kernel/texts/define";

const credentialRefusals = defineRefusals("credential", {
  /** The caller grants a capability that the caller lacks. */
  capability_not_held: {
    status: 400,
    text: "capabilities: you do not have {capability} yourself, so you cannot give it.",
    field: "capabilities",
  },
  /** The caller changes a credential that has more capabilities than the caller. */
  exceeds_caller: {
    status: 403,
    text: "This credential has {capability}, which you do not have yourself.",
  },
});

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
