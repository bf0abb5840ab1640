import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { factors } from "@/db/tenant/sign-ins";
import { users } from "@/db/tenant/users";
import { keepToken } from "@/server/domain/one-time-tokens/tokens";
import { EMAIL_VERIFICATION } from "@/server/domain/recovery/email-verification";
import { databaseKinds } from "@/server/testing/stores";
import { vouchingScene, type VouchingScene } from "@/server/testing/vouching-scene";

interface Account {
  id: number;
  emailVerifiedAt: Date | null;
  emailVouchedBy: string | null;
  untrustedSince: Date | null;
  passwordHash: string | null;
}

/* Second factors that an attacker left in the account of a future owner (docs/rights.md, Becoming an administrator). */
describe.each(databaseKinds)("ways to sign in that were left in an account, over HTTP on %s", (kind) => {
  let scene: VouchingScene;
  beforeAll(async () => {
    scene = await vouchingScene(kind);
    // The identity provider of an ordinary administrator, with a certificate that this administrator controls.
    const { providerId, name, configuration } = scene.providers.saml;
    const settings = {
      ...configuration.settings,
      certificates: scene.evil.certificate,
      createPeople: true,
      attributes: { email: "email" },
    };
    const input = { providerId, name, configuration: { kind: "saml", settings } };
    expect(await scene.call("admin", "federation.update", input)).toMatchObject({ status: 200 });
  }, 120_000);
  afterAll(() => scene.close());

  const accountOf = async (email: string) => {
    const found = await scene.write<Account | undefined>((tx) => tx.users.find(eq(users.emailKey, email)));
    return found!;
  };
  const leavePasskey = (userId: number) =>
    scene.write((tx) =>
      tx.factors.insert({
        userId,
        kind: "webauthn",
        data: {},
        externalKey: `left-${userId}`,
        verifiedAt: new Date(),
      }),
    );
  const name = (userId: number) => scene.call("owner", "administrators.add", { userId, role: "owner" });
  /** Opens the link of a verification mail as the user. This step proves the user's address. */
  async function proveMailbox(userId: number, email: string) {
    const token = `proof-${userId}`;
    const expiresAt = new Date(Date.now() + 600_000);
    await scene.write((tx) =>
      keepToken(tx, { userId, purpose: EMAIL_VERIFICATION, token, expiresAt, data: { email } }, new Date()),
    );
    const answer = await fetch(`${scene.server.url}/verify/${scene.slug}/confirm`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: scene.server.url, "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ token }),
    });
    expect(answer.headers.get("location")).toContain("done=");
  }
  const left = (userId: number) =>
    scene.write<{ factors: number; live: number; told: unknown[] }>(async (tx) => ({
      factors: (await tx.factors.list({ where: eq(factors.userId, userId) })).length,
      live: (await tx.sessions.list()).filter((one) => one.userId === userId && one.revokedAt === null)
        .length,
      told: (await tx.messages.list())
        .filter(({ template }) => template === "administrator_made")
        .map(({ data }) => data),
    }));

  it("attack: an administrator's own provider vouches for an address, and a passkey is left in the account of a future owner", async () => {
    const email = "ceo@corp.example";
    expect(await scene.bySaml(scene.evil, "mallory", { email })).toBe(true);
    const made = await accountOf(email);
    expect(made).toMatchObject({ emailVouchedBy: "provider" });
    expect(made.untrustedSince).not.toBeNull();
    await leavePasskey(made.id);
    expect((await name(made.id)).status).toBe(200);
    // The statement of the provider brings no password to the address either.
    expect(await accountOf(email)).toMatchObject({
      passwordHash: null,
      emailVerifiedAt: null,
      emailVouchedBy: null,
    });
    expect(await left(made.id)).toMatchObject({ factors: 0, live: 0, told: [{ ended: true }] });
    expect(await scene.bySaml(scene.evil, "mallory", { email })).toBe(false);
  });

  it("attack: an attacker signs in through their own provider as a person who has proved the address, and leaves a passkey", async () => {
    const person = await scene.somebody("cfo");
    expect(await scene.bySaml(scene.evil, "mallory as cfo", { email: person.email })).toBe(true);
    await leavePasskey(person.id);
    expect((await name(person.id)).status).toBe(200);
    expect(await accountOf(person.email)).toMatchObject({ passwordHash: null });
    expect(await left(person.id)).toMatchObject({ factors: 0, live: 0 });
  });

  it("attack: an administrator moves an account with a passkey to another person's address, who proves it", async () => {
    const planted = await scene.somebody("mallory");
    await leavePasskey(planted.id);
    const email = "coo@corp.example";
    const moved = await scene.call("admin", "users.update", { userId: planted.id, email, name: "Carla" });
    expect(moved.status).toBe(200);
    await proveMailbox(planted.id, email);
    expect((await name(planted.id)).status).toBe(200);
    expect(await left(planted.id)).toMatchObject({ factors: 0, live: 0 });
  });

  it("attack: an attacker uses an account before its address is proved, and leaves a passkey", async () => {
    const early = await scene.somebody("early");
    await scene.write((tx) => tx.users.update(early.id, { emailVerifiedAt: null }));
    await leavePasskey(early.id);
    await proveMailbox(early.id, early.email);
    expect((await name(early.id)).status).toBe(200);
    expect(await left(early.id)).toMatchObject({ factors: 0 });
  });

  it("keeps password and factors of a user whose account no other person could have used", async () => {
    const person = await scene.somebody("cto");
    await leavePasskey(person.id);
    expect((await name(person.id)).status).toBe(200);
    expect((await accountOf(person.email)).passwordHash).not.toBeNull();
    expect(await left(person.id)).toMatchObject({ factors: 1 });
  });
});
