import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byField, userFieldNames } from "@/server/kernel/user-fields";
import { aUser } from "@/server/testing/factories";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { resolveIdentity } from "./resolve";

describe.each(databaseKinds)("the link of an identity by its address, on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  /** Links an identity to a user by e-mail address. The user's row changes between the search by address and the lock. */
  async function linked(t: number, change: { email?: string; emailVerifiedAt?: Date }) {
    const email = `ann${t}@example.com`;
    const found = await aUser(test, t, { email });
    const identity = { subject: "s", email, emailVerified: true, namesAsserted: true };
    await test.write(t, (tx) => tx.users.update(found.id, change));
    const resolution = await test.write(t, async (tx) => {
      const provider = await tx.identityProviders.insert({
        name: "Directory",
        kind: "oidc",
        enabled: true,
        settings: { issuer: "https://idp.example", clientId: "us", linkByEmail: true },
      });
      const users = Object.assign(Object.create(tx.users) as typeof tx.users, {
        find: () => Promise.resolve(found),
      });
      const stale = Object.assign(Object.create(tx) as typeof tx, {});
      Object.defineProperty(stale, "users", { value: users });
      return resolveIdentity(
        stale,
        provider,
        { ...identity, ...byField(userFieldNames, () => null) },
        test.clock.now,
      );
    });
    return { resolution, user: await test.write(t, (tx) => tx.users.get(found.id)) };
  }

  it("keeps a proof by mail that was stored in the meantime", async () => {
    const { resolution, user } = await linked(1, { emailVerifiedAt: test.clock.now });
    expect(resolution).toMatchObject({ how: "linked" });
    expect(user).toMatchObject({ emailVerifiedAt: test.clock.now, emailVouchedBy: null });
  });

  it("refuses a user whose address was changed in the meantime", async () => {
    const { resolution, user } = await linked(2, { email: "moved@example.com" });
    expect(resolution).toMatchObject({ userId: null });
    expect(user).toMatchObject({ emailVerifiedAt: null, untrustedSince: null });
  });
});
