import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { identities } from "@/db/tenant/federation";
import { users } from "@/db/tenant/users";
import { createProvider, getProvider, updateProvider } from "@/server/domain/federation/providers";
import { claimOf, isExpired, federationScene, type FederationScene } from "@/server/testing/federation-scene";
import { scriptedOidc, type Claims, type ScriptedOidc } from "@/server/testing/scripted-oidc";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("the claims of an OpenID provider about a user, on %s", (kind) => {
  let scene: FederationScene;
  let idp: ScriptedOidc;
  let other: ScriptedOidc;
  let providerId: number;
  let otherId: number;
  beforeAll(async () => {
    [scene, idp, other] = await Promise.all([federationScene(kind), scriptedOidc(), scriptedOidc()]);
    const add = (name: string, { issuer, clientId }: ScriptedOidc) =>
      scene.test.run(1, createProvider, {
        name,
        configuration: { kind: "oidc", settings: { issuer, clientId, linkByEmail: true } },
      });
    ({ providerId } = await add("Said", idp));
    ({ providerId: otherId } = await add("Another", other));
    await scene.connector("Social");
  });
  afterAll(async () => {
    idp.close();
    other.close();
    await scene.test.close();
  });

  let count = 0;
  let victim: { id: number; email: string };
  beforeEach(async () => {
    const email = `victim-${(count += 1)}@example.org`;
    const { id } = await scene.test.write(1, (tx) => tx.users.insert({ email }));
    victim = { id, email };
  });
  const settings = (more: object) =>
    scene.test.run(1, getProvider, { providerId }).then(({ name }) =>
      scene.test.run(1, updateProvider, {
        providerId,
        name,
        configuration: {
          kind: "oidc",
          settings: { issuer: idp.issuer, clientId: idp.clientId, linkByEmail: true, ...more },
        },
      }),
    );

  const returned = (to: string, parameters: Record<string, string>) =>
    scene.get(`${to}?${new URLSearchParams(parameters).toString()}`);
  /** Signs in at the provider with these claims. Returns the account that opens. */
  async function opens(idToken: Claims, userinfo: Claims = {}, userinfoSub?: string): Promise<number | null> {
    Object.assign(idp.said, { idToken: { sub: `s-${count}`, ...idToken }, userinfo, userinfoSub });
    const { callback, ...back } = idp.authorize((await scene.begin(providerId))!);
    const { token } = claimOf(await returned(callback, back));
    return token === null ? null : ((await scene.claim(token))?.userId ?? null);
  }
  const reason = async () => (await scene.lastSignIn())?.explanation?.[0];

  it("links by an address that one source contains and vouches for", async () => {
    expect(await opens({ email: victim.email, email_verified: true })).toBe(victim.id);
  });

  it("links by an address that only userinfo contains and vouches for", async () => {
    expect(await opens({}, { email: victim.email, email_verified: true })).toBe(victim.id);
  });

  it("links if both sources contain one address and one of them vouches for it", async () => {
    expect(
      await opens({ email: victim.email.toUpperCase() }, { email: victim.email, email_verified: true }),
    ).toBe(victim.id);
  });

  it.each<[string, () => [Claims, Claims]]>([
    [
      "email_verified from the ID token with an address from userinfo (CVE-2026-14781)",
      () => [{ email_verified: true }, { email: victim.email }],
    ],
    [
      "email_verified from userinfo with an address from the ID token",
      () => [{ email: victim.email }, { email_verified: true }],
    ],
    [
      "an address from userinfo that the ID token contradicts",
      () => [{ email: victim.email }, { email: "mallory@example.org", email_verified: true }],
    ],
    [
      "an address from the ID token that userinfo contradicts",
      () => [
        { email: victim.email, email_verified: true },
        { email: "mallory@example.org", email_verified: true },
      ],
    ],
    [
      "an address that one source vouches for and the other does not",
      () => [
        { email: victim.email, email_verified: true },
        { email: victim.email, email_verified: false },
      ],
    ],
    ["an address without a word about it (nOAuth)", () => [{ email: victim.email }, {}]],
    ["email_verified that is no truth", () => [{ email: victim.email, email_verified: 1 }, {}]],
    ["email_verified in another spelling", () => [{ email: victim.email, verified_email: true }, {}]],
    [
      "an address in a list",
      () => [{ email: ["mallory@example.org", victim.email], email_verified: true }, {}],
    ],
  ])("does not link by %s", async (_what, said) => {
    expect(await opens(...said())).toBeNull();
    expect(await reason()).toMatch(/does not vouch|Nobody here has/);
    expect(await scene.test.write(1, (tx) => tx.identities.count(eq(identities.userId, victim.id)))).toBe(0);
  });

  it("does not link by another claim that is mapped to the address, for any value of email_verified", async () => {
    await settings({ attributes: { email: "preferred_username" } });
    expect(
      await opens({ preferred_username: victim.email, email: "mallory@example.org", email_verified: true }),
    ).toBeNull();
    expect(await reason()).toMatch(/does not vouch/);
    await settings({});
  });

  it("does not link by sources that disagree, even if its addresses count as proven", async () => {
    await settings({ trustEmail: true });
    expect(await opens({ email: victim.email }, { email: "mallory@example.org" })).toBeNull();
    expect(await opens({ email: victim.email })).toBe(victim.id);
    await settings({});
  });

  it("is refused if userinfo has another subject", async () => {
    expect(await opens({}, { email: victim.email, email_verified: true }, "somebody else")).toBeNull();
    expect(await reason()).toMatch(/not taken/);
  });

  it("links one subject: a second one of the same provider cannot use the first one's link or answer (CVE-2026-9087)", async () => {
    const said = { email: victim.email, email_verified: true };
    expect(await opens({ sub: "first", ...said })).toBe(victim.id);
    // No answer contains an address here. The second subject is therefore unknown. The first subject is found by its link.
    expect(await opens({ sub: "second" })).toBeNull();
    expect(await opens({ sub: "first" })).toBe(victim.id);
    const links = await scene.test.write(1, (tx) =>
      tx.identities.list({ where: eq(identities.userId, victim.id) }),
    );
    expect(links.map(({ subject, providerId: at }) => [subject, at])).toEqual([["first", providerId]]);
    // The same subject at another provider is another person.
    Object.assign(other.said, { idToken: { sub: "first" }, userinfo: {} });
    const { callback, ...back } = other.authorize((await scene.begin(otherId))!);
    const { token } = claimOf(await returned(callback, back));
    expect(await scene.claim(token)).toBeNull();
    expect(await scene.test.write(1, (tx) => tx.users.find(eq(users.id, victim.id)))).toBeDefined();
  });

  describe("is refused with another sign-in's", () => {
    const attempt = async (id = providerId, at = idp) => at.authorize((await scene.begin(id))!);
    beforeEach(() => Object.assign(idp.said, { idToken: { sub: `s-${count}` }, userinfo: {} }));

    it("code (PKCE, nonce; CVE-2023-27490)", async () => {
      const [mine, theirs] = [await attempt(), await attempt()];
      const answer = await returned(mine.callback, { state: mine.state, code: theirs.code, iss: mine.iss });
      expect(claimOf(answer)).toMatchObject({ error: "outside", token: null });
    });

    it("nonce, by a provider without PKCE", async () => {
      const mine = await attempt();
      idp.said.idToken = { sub: "x", nonce: "another attempt's" };
      const answer = await returned(mine.callback, { state: mine.state, code: mine.code, iss: mine.iss });
      expect(claimOf(answer)).toMatchObject({ error: "outside", token: null });
      expect(await reason()).toMatch(/nonce/);
    });

    it("state, or without one", async () => {
      const { callback, ...mine } = await attempt();
      expect(isExpired(await returned(callback, { ...mine, state: "another" }))).toBe(true);
      expect(isExpired(await returned(callback, { code: mine.code, iss: mine.iss }))).toBe(true);
      expect(isExpired(await returned(callback, { ...mine, state: "" }))).toBe(true);
    });

    it("issuer, or without one if the provider announces it (RFC 9207)", async () => {
      const one = await attempt();
      const answer = await returned(one.callback, { state: one.state, code: one.code, iss: other.issuer });
      expect(claimOf(answer)).toMatchObject({ error: "outside", token: null });
      const two = await attempt();
      const silent = await returned(two.callback, { state: two.state, code: two.code });
      expect(claimOf(silent)).toMatchObject({ error: "outside", token: null });
    });

    it("provider: a code or a state of A at B's callback", async () => {
      const mine = await attempt();
      const theirs = await attempt(otherId, other);
      expect(mine.callback).not.toBe(theirs.callback);
      // Sends A's whole answer to B. No sign-in waits for it there.
      const { callback: _mine, ...back } = mine;
      expect(isExpired(await returned(theirs.callback, back))).toBe(true);
      // Sends A's code with B's state. B has not issued the code.
      const mixed = await returned(theirs.callback, {
        state: theirs.state,
        code: mine.code,
        iss: theirs.iss,
      });
      expect(claimOf(mixed)).toMatchObject({ error: "outside", token: null });
    });
  });
});
