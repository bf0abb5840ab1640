import { createProvider } from "@/server/domain/federation/providers";
import type { FederatedIdentity } from "@/server/domain/federation/federated-identity";
import { admitOutsideIdentity } from "@/server/domain/federation/resolve";
import { textIn } from "@/server/kernel/texts/text";
import { byField, userFieldNames } from "@/server/kernel/user-fields";
import { tenantActor, type TestOperations } from "./operations";

/** Returns the configuration of a provider with OpenID Connect. */
export const oidcConfiguration = (more: object = {}) => ({
  kind: "oidc",
  settings: { issuer: "https://idp.example.org", clientId: "castellan", ...more },
});

const grace: FederatedIdentity = {
  ...byField(userFieldNames, () => null),
  subject: "g-1",
  email: "grace@example.org",
  emailVerified: true,
  namesAsserted: true,
  name: "Grace Hopper",
  givenName: "Grace",
  familyName: "Hopper",
  userName: "grace",
};

/** Creates identity providers and admits people by them. `test` returns the operations of the tests. */
export function providerScene(test: () => TestOperations) {
  let count = 0;
  return {
    provider: async (settings: object = {}, tenantId = 1) =>
      test().run(tenantId, createProvider, {
        name: `Provider ${++count}`,
        configuration: oidcConfiguration(settings),
        secret: "client secret",
      }),
    admit: async (providerId: number, identity: Partial<FederatedIdentity> = {}, tenantId = 1) => {
      const actor = tenantActor(tenantId, { capabilities: [], channel: "system" });
      const input = { providerId, identity: { ...grace, ...identity } };
      const { userId, refused } = await test().run(actor, admitOutsideIdentity, input);
      return { userId, refused: refused && textIn("en", refused) };
    },
  };
}
