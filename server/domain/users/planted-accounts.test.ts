import { describe, expect, it } from "vitest";
import { addAdministrator } from "@/server/domain/administrators/administrators";
import { createInvitation } from "@/server/domain/invitations/invitations";
import { joinByInvitation } from "@/server/domain/invitations/join";
import { keepToken } from "@/server/domain/one-time-tokens/tokens";
import { PASSWORD_RESET, requestPasswordReset, resetPassword } from "@/server/domain/recovery/password-reset";
import { changeProvisioned } from "@/server/domain/provisioning/people";
import { updateUser } from "@/server/domain/users/users";
import { aUser } from "@/server/testing/factories";
import { refusal, tenantActor } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { administratorScene, provider, provisioned } from "@/server/testing/administrator-scene";

describe.each(databaseKinds)("the protection of administrators on %s", (kind) => {
  const { test, another, refused, someone, messagesOf, get } = administratorScene(kind);

  it("attack: a provider changes the address of a user who has not signed in yet, and who becomes an administrator", async () => {
    const t = another();
    const { id: userId } = await aUser(test, t);
    await test.run(provider(t), changeProvisioned, provisioned(userId, { email: "mine@evil.example" }));
    await test.run(t, addAdministrator, { userId, role: "admin" });
    expect(await get(t, userId)).toMatchObject({ email: "mine@evil.example", emailVerifiedAt: null });
    const visitor = { ...tenantActor(t, { capabilities: [] }), channel: "account" as const };
    await test.run(visitor, requestPasswordReset, { email: "mine@evil.example" });
    expect(await messagesOf(t)).not.toContainEqual(expect.objectContaining({ template: "password_reset" }));
  });

  it("attack: a link for a new password is sent before its user becomes an administrator, and is used afterwards", async () => {
    const t = another();
    const { id: userId } = await someone(t, null);
    const token = "mailed beforehand";
    const expiresAt = new Date(test.clock.now.getTime() + 60_000);
    await test.write(t, (tx) =>
      keepToken(
        tx,
        { userId, purpose: PASSWORD_RESET, token, expiresAt, data: { email: "mine@evil.example" } },
        test.clock.now,
      ),
    );
    await test.run(t, addAdministrator, { userId, role: "admin" });
    const visitor = { ...tenantActor(t, { capabilities: [] }), channel: "account" as const };
    await refused(visitor, resetPassword, { token, password: "a long and uncommon one" }).toMatchObject(
      refusal(400, "token"),
    );
  });

  it("does not keep a provider's statement about the number of a user who becomes an administrator", async () => {
    const t = another();
    const { id: userId } = await someone(t, null);
    const phone = "+49 170 7654321";
    const attributes = { phoneNumbers: [{ value: phone, type: "mobile" }] };
    await test.run(provider(t), changeProvisioned, provisioned(userId, { phone, attributes }));
    expect((await get(t, userId))!.phoneVerifiedAt).not.toBeNull();
    await test.run(t, addAdministrator, { userId, role: "admin" });
    expect(await get(t, userId)).toMatchObject({ phone, phoneVerifiedAt: null });
  });

  it("keeps a provider's statement about the address of a new administrator if nobody has used the account", async () => {
    const t = another();
    const { id: userId } = await aUser(test, t);
    await test.run(t, addAdministrator, { userId, role: "admin" });
    expect((await get(t, userId))!.emailVerifiedAt).not.toBeNull();
  });

  it.each(["a password", "a sign-in", "a factor", "a passkey", "a linked identity", "a session"])(
    "attack: a user prepares an account with %s and has it promoted under another person's address",
    async (way) => {
      const t = another();
      const { id: userId } = await aUser(test, t, {
        ...(way === "a password" && { passwordHash: "planted" }),
        ...(way === "a sign-in" && { lastSignInAt: test.clock.now }),
      });
      const expiresAt = new Date(+test.clock.now + 3_600_000);
      await test.write(t, async (tx) => {
        if (way === "a factor") await tx.factors.insert({ userId, kind: "totp", data: {} });
        if (way === "a passkey")
          await tx.factors.insert({ userId, kind: "webauthn", data: {}, externalKey: `planted${t}` });
        if (way === "a session") await tx.sessions.insert({ userId, expiresAt });
        if (way !== "a linked identity") return;
        const provider = await tx.identityProviders.insert({
          kind: "oidc",
          name: "IdP",
          settings: {},
        });
        await tx.identities.insert({ userId, providerId: provider.id, subject: "planted" });
      });
      const { email } = (await get(t, userId))!;
      const pending = { userId, purpose: PASSWORD_RESET, token: `planted-${t}`, expiresAt, data: { email } };
      await test.write(t, (tx) => keepToken(tx, pending, test.clock.now));
      expect(await test.run(t, addAdministrator, { userId, role: "owner" })).toEqual({
        userId,
        role: "owner",
      });
      expect(await get(t, userId)).toMatchObject({
        passwordHash: null,
        emailVerifiedAt: test.clock.now,
        untrustedSince: null,
      });
      const left = await test.write(t, async (tx) => [
        ...(await tx.factors.list({})),
        ...(await tx.identities.list({})),
        ...(await tx.sessions.list({})).filter(({ revokedAt }) => revokedAt === null),
      ]);
      expect(left).toEqual([]);
      const visitor = { ...tenantActor(t, { capabilities: [] }), channel: "account" as const };
      const password = "a long and uncommon one";
      await refused(visitor, resetPassword, { token: pending.token, password }).toMatchObject(
        refusal(400, "token"),
      );
      // The mailbox brings the first password.
      await test.run(visitor, requestPasswordReset, { email: email! });
      const mails = await messagesOf(t);
      expect(mails.map(({ template }) => template)).toEqual(["administrator_made", "password_reset"]);
    },
  );

  it.each(["a provider vouched for", "another administrator changed"])(
    "attack: %s the address of a used account, and the appointment mails it a password",
    async (way) => {
      const t = another();
      const email = "mine@evil.example";
      const { id: userId } = await aUser(test, t, { email, passwordHash: "planted" });
      const vouched = {
        emailVerifiedAt: test.clock.now,
        emailVouchedBy: "saml",
        untrustedSince: test.clock.now,
      };
      if (way === "a provider vouched for")
        await test.write(t, (tx) => tx.users.update(userId, vouched as never));
      else {
        await test.run(t, updateUser, { userId, email: "other@acme.example" });
        await test.run(t, updateUser, { userId, email });
      }
      await test.run(t, addAdministrator, { userId, role: "owner" });
      expect(await get(t, userId)).toMatchObject({ passwordHash: null, emailVerifiedAt: null });
      const visitor = { ...tenantActor(t, { capabilities: [] }), channel: "account" as const };
      await test.run(visitor, requestPasswordReset, { email });
      expect(await messagesOf(t)).not.toContainEqual(expect.objectContaining({ template: "password_reset" }));
    },
  );

  it("attack: an earlier user of the account left a passkey that its administrator did not add", async () => {
    const t = another();
    const now = test.clock.now;
    const person = await aUser(test, t, { emailVerifiedAt: now, passwordHash: "x" });
    await test.write(t, (tx) =>
      tx.factors.insert({
        userId: person.id,
        kind: "webauthn",
        data: {},
        externalKey: `left${t}`,
        verifiedAt: now,
      }),
    );
    await test.run(t, addAdministrator, { userId: person.id, role: "admin" });
    const told = await test.write(t, (tx) => tx.messages.list({}));
    expect(told).toMatchObject([
      {
        recipient: person.email,
        template: "administrator_made",
        data: { password: true, factors: ["webauthn"] },
      },
    ]);
  });

  it("attack: an inviter joins under another person's address by the token, and this administrator becomes an owner", async () => {
    const t = another();
    const off = test.ports.channels;
    Object.assign(test.ports, { channels: { email: true, sms: false } });
    try {
      const boss = { email: "boss@acme.example", name: "Boss" };
      const { token } = await test.run(t, createInvitation, { ...boss, userKind: "tenant_admin" });
      const visitor = { ...tenantActor(t, { capabilities: [] }), channel: "account" as const };
      const { userId } = await test.run(visitor, joinByInvitation, {
        token,
        name: boss.name,
        password: "a long and uncommon one",
      });
      const toOwner = { userId, role: "owner" };
      await refused(t, addAdministrator, toOwner).toMatchObject(refusal(400, "userId"));
      await test.write(t, (tx) => tx.users.update(userId, { emailVerifiedAt: test.clock.now }));
      expect(await test.run(t, addAdministrator, toOwner)).toEqual(toOwner);
    } finally {
      Object.assign(test.ports, { channels: off });
    }
  });

  it("changes the role of an administrator whose address is not proved if the server sends no mail", async () => {
    const t = another();
    const { id: userId } = await someone(t, "admin");
    await test.write(t, (tx) => tx.users.update(userId, { passwordHash: "x", emailVerifiedAt: null }));
    expect(await test.run(t, addAdministrator, { userId, role: "owner" })).toEqual({ userId, role: "owner" });
  });

  it.each(["users.update", "SCIM"])(
    "attack: a link that went to the old address is used after the person's address was changed by %s and back",
    async (way) => {
      const t = another();
      const { id: userId } = await aUser(test, t, {
        email: "old@moves.example",
        emailVerifiedAt: test.clock.now,
      });
      const token = `reset-${t}`;
      const expiresAt = new Date(+test.clock.now + 600_000);
      const data = { email: "old@moves.example" };
      await test.write(t, (tx) =>
        keepToken(tx, { userId, purpose: PASSWORD_RESET, token, expiresAt, data }, test.clock.now),
      );
      for (const email of ["new@moves.example", "old@moves.example"])
        await (way === "SCIM"
          ? test.run(provider(t), changeProvisioned, provisioned(userId, { email, userName: email }))
          : test.run(t, updateUser, { userId, email }));
      expect((await get(t, userId))!.emailVerifiedAt).toBeNull();
      const visitor = { ...tenantActor(t, { capabilities: [] }), channel: "account" as const };
      await refused(visitor, resetPassword, { token, password: "a long and uncommon one" }).toMatchObject(
        refusal(400, "token"),
      );
    },
  );
});
