import type { PlatformActor, TenantActor } from "./actor";

/** A credential of a tenant or of the platform, or a SCIM token. */
export type UsedCredential =
  | { of: "credential"; tenantId: number; clientId: string }
  | { of: "platform"; clientId: string }
  | { of: "scim"; tenantId: number; tokenId: number };

/** A request with a credential, and the HTTP status of the answer. */
export type CredentialUse = UsedCredential & { status: number };

/** Returns the credential whose usage count includes a request of this actor. Null for a person. */
export function useOf({ subject, ...actor }: TenantActor | PlatformActor): UsedCredential | null {
  if (subject.kind === "credential")
    return actor.scope === "tenant"
      ? { of: "credential", tenantId: actor.tenantId, clientId: subject.clientId }
      : { of: "platform", clientId: subject.clientId };
  return subject.kind === "scim_client" && actor.scope === "tenant"
    ? { of: "scim", tenantId: actor.tenantId, tokenId: subject.tokenId }
    : null;
}
