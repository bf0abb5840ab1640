import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAdministrator } from "@/server/domain/administrators/administrators";
import { createCredential } from "@/server/domain/credentials/credentials";
import { createInvitation } from "@/server/domain/invitations/invitations";
import { aUser } from "@/server/testing/factories";
import { refusal, tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { approveMfaReset, denyMfaReset, listExplainedMfaResets } from "./mfa-resets";

describe.each(databaseKinds)("decisions on MFA resets in the console, on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  /** Creates an owner with a session, and requests of the owner and of another user. */
  async function setting({
    methods = ["password", "totp"],
    secondByTrust = false,
    minutes = 1,
  }: { methods?: string[]; secondByTrust?: boolean; minutes?: number } = {}) {
    const t = ++tenant;
    const { id: userId } = await aUser(test, t, {
      email: "owner@acme.example",
      emailVerifiedAt: test.clock.now,
    });
    const { id: other } = await aUser(test, t, { email: "mia@acme.example" });
    await test.run(t, addAdministrator, { userId, role: "owner" });
    const expiresAt = new Date(+test.clock.now + 3_600_000);
    const createdAt = new Date(+test.clock.now - minutes * 60_000);
    const made = await test.write(t, async (tx) => ({
      session: await tx.sessions.insert({ userId, methods, secondByTrust, createdAt, expiresAt }),
      own: await tx.mfaResetRequests.insert({ userId, expiresAt }),
      theirs: await tx.mfaResetRequests.insert({ userId: other, expiresAt }),
    }));
    const sessionId = made.session.id;
    const owner = tenantActor(t, { as: { userId, email: "owner@acme.example", sessionId } });
    return { t, owner, other, own: made.own.id, theirs: made.theirs.id };
  }

  it.each([
    ["approves", approveMfaReset],
    ["denies", denyMfaReset],
  ])(
    "attack: an owner %s the own reset, in a session with a second factor or shortened by trust",
    async (_verb, decide) => {
      for (const session of [{}, { methods: ["password"], secondByTrust: true }]) {
        const { owner, own } = await setting(session);
        await expect(test.run(owner, decide, { requestId: own })).rejects.toMatchObject(refusal(403));
        const listed = await test.run(owner, listExplainedMfaResets, {});
        expect(listed.find(({ requestId }) => requestId === own)).toMatchObject({
          mayDecide: false,
          status: "pending",
        });
      }
    },
  );

  it.each([
    ["a trusted browser shortened", { methods: ["password"], secondByTrust: true }],
    ["has the password alone", { methods: ["password"] }],
    ["is sixteen minutes old", { minutes: 16 }],
  ])("attack: a session that %s decides on the reset of another user", async (_which, session) => {
    const { owner, theirs } = await setting(session);
    for (const decide of [approveMfaReset, denyMfaReset])
      await expect(test.run(owner, decide, { requestId: theirs })).rejects.toMatchObject(refusal(403));
  });

  it.each([[["password", "totp"]], [["webauthn"]]])(
    "decides after a recent sign-in by %j",
    async (methods) => {
      const { owner, theirs } = await setting({ methods });
      expect(await test.run(owner, approveMfaReset, { requestId: theirs })).toMatchObject({
        status: "approved",
      });
    },
  );

  it("leaves the owner's own request to a credential with ManageTenantAdmins", async () => {
    const { t, own } = await setting();
    expect(await test.run(t, approveMfaReset, { requestId: own })).toMatchObject({ status: "approved" });
  });

  it("attack: an owner's session that a trusted browser shortened appoints the account or program that decides", async () => {
    const { owner, other } = await setting({ methods: ["password"], secondByTrust: true });
    const capabilities = ["ManageMfaResets", "ManageTenantAdmins"] as const;
    for (const attempt of [
      () => test.run(owner, addAdministrator, { userId: other, role: "owner" }),
      () => test.run(owner, createInvitation, { email: "x@acme.example", userKind: "tenant_admin" }),
      () => test.run(owner, createCredential, { name: "x", capabilities: [...capabilities] }),
    ])
      await expect(attempt()).rejects.toMatchObject(refusal(403));
    const recent = await setting();
    expect(
      await test.run(recent.owner, createCredential, { name: "x", capabilities: [...capabilities] }),
    ).toMatchObject({ name: "x" });
  });
});
