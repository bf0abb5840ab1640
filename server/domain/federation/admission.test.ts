import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { users } from "@/db/tenant/users";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { listIdentitiesOfUser, unlinkIdentity } from "./identities";
import { deleteProvider, getProvider, setProviderEnabled, updateProvider } from "./providers";
import { oidcConfiguration as oidc, providerScene } from "@/server/testing/provider-scene";

describe.each(databaseKinds)("identity providers on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => {
    test = await testOperations(kind);
  });
  afterAll(() => test.close());
  const { provider, admit } = providerScene(() => test);

  const personOf = (email: string, more: object = {}) =>
    test.write(1, (tx) => tx.users.insert({ email, ...more }));

  describe("a person whom a provider vouches for", () => {
    let providerId: number;
    beforeEach(async () => {
      ({ providerId } = await provider());
    });
    const allow = async (settings: object) => {
      const { name } = await test.run(1, getProvider, { providerId });
      await test.run(1, updateProvider, { providerId, name, configuration: oidc(settings) });
    };

    it("is refused with a reason if linking and creation are off", async () => {
      expect(await admit(providerId, { email: "new@example.org" })).toEqual({
        userId: null,
        refused: expect.stringMatching(/^Nobody here has the address new@example.org/) as string,
      });
      await personOf("known@example.org");
      expect(await admit(providerId, { email: "known@example.org" })).toMatchObject({
        refused: expect.stringMatching(/may not link people/) as string,
      });
    });

    it("becomes a user with the provider's attributes and the tags of a sign-up", async () => {
      await allow({ createPeople: true });
      const tag = await test.write(1, (tx) =>
        tx.tags.insert({ name: `Default ${providerId}`, isDefaultForSignup: true }),
      );
      const identity = { subject: "j", email: `jit${providerId}@example.org`, userName: `jit${providerId}` };
      const { userId } = await admit(providerId, identity);
      const user = await test.write(1, (tx) => tx.users.get(userId!));
      expect(user).toMatchObject({
        name: "Grace Hopper",
        familyName: "Hopper",
        passwordHash: null,
        email: identity.email,
      });
      expect(user!.emailVerifiedAt).toEqual(test.clock.now);
      expect(await test.write(1, (tx) => tx.userTags.list())).toContainEqual(
        expect.objectContaining({ userId, tagId: tag.id }) as object,
      );
      expect((await test.events(1)).at(-1)).toMatchObject({
        action: "system.user_created",
        target: `user:${userId}`,
        related: `identity_provider:${providerId}`,
      });
      // The next sign-in uses the existing link and records no event.
      const events = (await test.events(1)).length;
      expect(await admit(providerId, identity)).toEqual({ userId, refused: null });
      expect(await test.events(1)).toHaveLength(events);
      await test.write(1, (tx) => tx.tags.remove(tag.id));
    });

    it("is linked to the user with the verified address if the provider is trusted for it", async () => {
      await allow({ linkByEmail: true });
      const { id } = await personOf(`Ada.${providerId}@Example.org`);
      const email = `ada.${providerId}@example.org`;
      expect(await admit(providerId, { subject: "a", email, emailVerified: false })).toMatchObject({
        userId: null,
        refused: expect.stringMatching(/does not vouch for the address/) as string,
      });
      expect(await admit(providerId, { subject: "a", email })).toEqual({ userId: id, refused: null });
      // Later sign-ins find the user by the provider's subject. The address does not matter.
      expect(await admit(providerId, { subject: "a", email: null })).toMatchObject({ userId: id });
      const [linked] = await test.run(1, listIdentitiesOfUser, { userId: id });
      expect(linked).toMatchObject({ subject: "a", providerId, kind: "oidc" });
      await test.run(1, unlinkIdentity, { userId: id, identityId: linked!.identityId });
      expect(await test.run(1, listIdentitiesOfUser, { userId: id })).toEqual([]);
    });

    it("is never linked to an administrator by address", async () => {
      await allow({ linkByEmail: true });
      const { id } = await personOf(`owner${providerId}@example.org`);
      await test.write(1, (tx) => tx.administrators.insertIfAbsent({ userId: id, role: "owner" }));
      expect(await admit(providerId, { email: `owner${providerId}@example.org` })).toMatchObject({
        userId: null,
        refused: expect.stringMatching(/^Administrators/) as string,
      });
    });

    it.each([{ passwordHash: "plain:x" }, { lastSignInAt: new Date() }])(
      "is not linked to an account whose user entered the address without proving it",
      async (used) => {
        await allow({ linkByEmail: true });
        const email = `squat${providerId}@example.org`;
        const { id } = await personOf(email, used);
        expect(await admit(providerId, { subject: "v", email })).toMatchObject({
          userId: null,
          refused: expect.stringMatching(/has not proven/) as string,
        });
        await test.write(1, (tx) => tx.users.update(id, { emailVerifiedAt: new Date() }));
        expect(await admit(providerId, { subject: "v", email })).toMatchObject({ userId: id });
      },
    );

    it.each([
      ["suspended", { status: "suspended" }],
      ["locked", { lockedIndefinitely: true }],
      ["locked", { lockedUntil: new Date("2100-01-01") }],
    ])("is refused while %s, linked or not", async (word, state) => {
      await allow({ linkByEmail: true });
      const email = `state${providerId}@example.org`;
      const { id } = await personOf(email, state);
      expect(await admit(providerId, { subject: "s", email })).toMatchObject({
        refused: expect.stringContaining(word) as string,
      });
      await test.write(1, (tx) => tx.identities.insert({ userId: id, providerId, subject: "s" }));
      expect(await admit(providerId, { subject: "s", email })).toMatchObject({
        refused: expect.stringContaining(word) as string,
      });
    });

    it("is never linked to a service account", async () => {
      const account = await test.write(1, (tx) =>
        tx.users.insert({ kind: "service_account", name: "Robot" }),
      );
      await test.write(1, (tx) => tx.identities.insert({ userId: account.id, providerId, subject: "r" }));
      expect(await admit(providerId, { subject: "r" })).toMatchObject({ userId: null });
    });

    it("is refused after the provider is disabled, and is unlinked when it is deleted", async () => {
      await allow({ createPeople: true });
      const { userId } = await admit(providerId, {
        subject: "x",
        email: `x${providerId}@example.org`,
        userName: null,
      });
      await test.run(1, setProviderEnabled, { providerId, enabled: false });
      expect(await admit(providerId, { subject: "x" })).toMatchObject({
        refused: expect.stringMatching(/switched off/) as string,
      });
      expect(await test.run(1, deleteProvider, { providerId })).toMatchObject({ unlinked: 1 });
      expect(await test.write(1, (tx) => tx.users.find(eq(users.id, userId!)))).toBeDefined();
    });
  });
});
