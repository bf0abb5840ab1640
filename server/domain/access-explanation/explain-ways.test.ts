import { describe, expect, it } from "vitest";
import { anApp, aUser } from "@/server/testing/factories";
import { operationsOn } from "@/server/testing/operations-on";
import { databaseKinds } from "@/server/testing/stores";
import { approveConnector, setAppConnector } from "../connectors/connectors";
import { updateSignInOptions } from "../sign-in-options/sign-in-options";
import { explainAccess } from "./explain";

describe.each(databaseKinds)("the explanation of sign-in methods for an app, on %s", (kind) => {
  const { test, another } = operationsOn(kind);

  it("considers the methods that the user has and the app offers", async () => {
    const t = another();
    const [app, user] = [
      await anApp(test, t, { redirectUri: "https://shop.example/cb" }),
      await aUser(test, t, { email: null, phone: "+49301234567" }),
    ];
    const pair = { appId: app.id, userId: user.id };
    const ways = async (input: object = {}) => {
      const { verdict, facts } = await test.run(t, explainAccess, { ...pair, ...input });
      const userFacts = facts.filter(
        ({ about, text }) => about === "user" && !text.startsWith("The account"),
      );
      return [verdict, ...userFacts.map(({ text }) => text)];
    };
    const become = (values: object) => test.write(t, (tx) => tx.users.update(user.id, values));
    expect(await ways()).toEqual(["refused", expect.stringContaining("no way to sign in") as string]);
    expect(await ways({ method: "password" })).toEqual([
      "refused",
      "They cannot prove who they are in this way.",
    ]);
    await become({ passwordHash: "plain:x" });
    expect(await ways()).toEqual(["allowed", "They have a password."]);
    await become({ passwordHash: null });
    await test.write(t, (tx) =>
      tx.factors.insert({ userId: user.id, kind: "webauthn", verifiedAt: test.clock.now }),
    );
    expect(await ways()).toEqual(["allowed", "They have a passkey."]);
    await test.run(t, updateSignInOptions, { webAuthnEnabled: false });
    expect((await ways())[0]).toBe("refused");
    expect(await ways({ method: "webauthn" })).toEqual([
      "refused",
      "The app does not offer this way to sign in now.",
    ]);

    // A method counts only if the installation can send the messages of the method. A code by text message also requires a
    // verified phone number.
    for (const name of ["EmailOtp", "SmsOtp", "Saml"]) {
      await test.run(t, approveConnector, { appId: app.id, name, approved: true });
      await test.run(t, setAppConnector, { appId: app.id, name, enabled: true });
    }
    await become({ phoneVerifiedAt: test.clock.now });
    expect((await ways())[0]).toBe("refused");
    const { channels } = test.ports;
    test.ports.channels = { email: true, sms: true };
    try {
      expect(await ways()).toEqual(["allowed", "A code can be sent to their phone."]);
      await become({ phoneVerifiedAt: null });
      expect((await ways())[0]).toBe("refused");
      await become({ email: "ann@example.com" });
      expect(await ways()).toEqual(["allowed", "A code can be sent to their mailbox."]);
      await become({ email: null });
    } finally {
      test.ports.channels = channels;
    }

    const provider = await test.write(t, (tx) =>
      tx.identityProviders.insert({ kind: "saml", name: "Campus", settings: {} }),
    );
    expect(await ways()).toEqual(["depends", expect.stringContaining("shows only then") as string]);
    await test.write(t, (tx) =>
      tx.identities.insert({ userId: user.id, providerId: provider.id, subject: "ann" }),
    );
    expect(await ways()).toEqual(["allowed", "They are linked to a SAML provider that the app offers."]);
  });
});
