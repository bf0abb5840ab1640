import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byField, userFieldNames } from "@/server/kernel/user-fields";
import { tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { createProvider } from "./providers";
import { admitOutsideIdentity } from "./resolve";
import { outsideObjection, signInTexts } from "./vouching";

describe.each(databaseKinds)("a user of an identity provider on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  it("cannot sign in to a linked administrator's account, with or without other factors", async () => {
    const { providerId } = await test.run(1, createProvider, {
      name: "Vouching",
      configuration: { kind: "oidc", settings: { issuer: "https://idp.example.org", clientId: "c" } },
    });
    const identity = {
      subject: "linked",
      email: null,
      emailVerified: false,
      ...byField(userFieldNames, () => null),
    };
    const admit = () =>
      test.run(tenantActor(1, { capabilities: [], channel: "system" }), admitOutsideIdentity, {
        providerId,
        identity,
      });
    const { id } = await test.write(1, (tx) => tx.users.insert({ email: "linked@example.org" }));
    await test.write(1, (tx) => tx.identities.insert({ userId: id, providerId, subject: "linked" }));
    expect(await admit()).toMatchObject({ userId: id });
    const objection = (methods: string[]) => test.write(1, (tx) => outsideObjection(tx, id, methods));
    expect(await objection(["Saml", "totp"])).toBeNull();
    await test.write(1, (tx) => tx.administrators.insert({ userId: id, role: "admin" }));
    expect(await admit()).toMatchObject({
      userId: null,
      refused: signInTexts.administrator_kept(),
    });
    for (const outside of ["Ldap", "Saml", "Social"])
      expect(await objection([outside, "totp"])).toEqual(signInTexts.administrator_kept());
    expect(await objection(["password", "totp"])).toBeNull();
  });
});
