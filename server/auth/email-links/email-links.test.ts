import { eq } from "drizzle-orm";
import { users } from "@/db/tenant/users";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashSecret, newOpaqueToken } from "@/server/kernel/client-id";
import { tenantActor } from "@/server/testing/operations";
import { consoleSignIn } from "@/server/testing/sign-in";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";

const NEW = "a new and long phrase";

interface Message {
  recipient: string;
  template: string;
  data_sealed: string;
}

describe.each(databaseKinds)("links in mails, on %s", (kind) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer(kind)), 120_000);
  afterAll(() => server.close());

  const emailLinks = () => server.container.auth.main.emailLinks;
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method: "POST",
      body: new URLSearchParams(form),
      redirect: "manual",
      headers,
    });
  /** Returns the query of the page to which the form leads back. */
  const answer = async (path: string, form: Record<string, string>) => {
    const response = await post(path, form);
    expect(response.status).toBe(303);
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    return Object.fromEntries(new URL(response.headers.get("location")!).searchParams);
  };
  /** Returns the newest message to this address, with its token. */
  const mail = async (to: string) => {
    await server.container.auth.settled();
    const [row] = await server.database.sql<Message[]>`
      select recipient, template, data_sealed from messages where recipient = ${to} and data_sealed is not null
      order by id desc limit 1`;
    if (!row) return null;
    const { url } = JSON.parse(server.container.ports.vault.decrypt(row.data_sealed)) as { url: string };
    return { template: row.template, url, token: new URL(url).searchParams.get("token")! };
  };
  const tenant = (index: 0 | 1 = 0) => server.seed.tenants[index];

  it("answers a forgotten password the same whether there is an account or not", async () => {
    const { slug } = tenant();
    const known = await post(`/recover/${slug}/ask`, { email: server.seed.fixtures.plainUser.email });
    const unknown = await post(`/recover/${slug}/ask`, { email: "nobody@acme.example" });
    expect(known.status).toBe(unknown.status);
    expect(known.headers.get("location")).toBe(unknown.headers.get("location"));
    expect(await mail("nobody@acme.example")).toBeNull();
    expect((await mail(server.seed.fixtures.plainUser.email))?.template).toBe("password_reset");
  });

  it("accepts a new address with the link of its mail, once", async () => {
    const { slug, tenantId } = tenant();
    const { userId, email } = server.seed.fixtures.plainUser;
    const store = server.container.stores.tenant(tenantId);
    const { id: sessionId } = await store.write((tx) =>
      tx.sessions.insert({ userId, expiresAt: new Date(Date.now() + 3_600_000) }),
    );
    const asked = "somewhere.else@acme.example";
    const actor = tenantActor(tenantId, { channel: "account", as: { userId, email, sessionId } });
    const form = new FormData();
    form.set("email", asked);
    expect(await server.container.auth.main.account.submit(actor, "email", form, "en")).toMatchObject({
      done: { what: "email-asked" },
    });
    const { token, url } = (await mail(asked))!;
    expect(url).toBe(`${server.url}/verify/${slug}?token=${token}`);
    expect(await emailLinks().verify(slug, token)).toMatchObject({ email: asked, isNew: true });
    // The form of the other kind of link refuses it.
    expect(await answer(`/verify/${slug}/confirm`, { token })).toEqual({ token, error: "expired" });
    expect(await answer(`/verify/${slug}/change`, { token })).toEqual({ done: "changed" });
    expect(await answer(`/verify/${slug}/change`, { token })).toEqual({ token, error: "expired" });
    expect(await emailLinks().verify(slug, token)).toMatchObject({ email: null, isNew: false });
    await store.write((tx) => tx.users.update(userId, { email }));
  });

  it("opens a link any number of times, and accepts it once", async () => {
    const { slug } = tenant();
    const { email } = server.seed.fixtures.plainUser;
    await answer(`/recover/${slug}/ask`, { email });
    const { token, url } = (await mail(email))!;
    expect(url).toBe(`${server.url}/recover/${slug}?token=${token}`);
    for (const _time of [1, 2, 3])
      expect(await emailLinks().recover(slug, token)).toMatchObject({ choose: true });
    expect(await emailLinks().recover(tenant(1).slug, token)).toMatchObject({ choose: false });
    expect(await emailLinks().recover("nosuchorganization", token)).toBeNull();

    expect(await answer(`/recover/${slug}/reset`, { token, password: "short" })).toEqual({
      token,
      error: "password",
    });
    expect(await answer(`/recover/${slug}/reset`, { token, password: NEW })).toEqual({ done: "user" });
    expect(await answer(`/recover/${slug}/reset`, { token, password: NEW })).toEqual({
      token,
      error: "expired",
    });
    expect(await emailLinks().recover(slug, token)).toMatchObject({ choose: false });
  });

  it("readmits an administrator to the console, with only the address", async () => {
    const { owner, slug } = tenant();
    const attempt = (password: string) =>
      consoleSignIn(server.container.auth, server.seed.baseUrl, {
        email: owner.email,
        password,
        ip: "192.0.2.9",
      });
    expect(await attempt(owner.password)).toMatchObject({ outcome: "signed_in" });
    expect(await answer("/recover/-/ask", { email: owner.email })).toEqual({ sent: "1" });
    const { token } = (await mail(owner.email))!;
    expect(await answer(`/recover/${slug}/reset`, { token, password: NEW })).toEqual({ done: "admin" });
    expect(await attempt(owner.password)).toMatchObject({ outcome: "refused" });
    expect(await attempt(NEW)).toMatchObject({ outcome: "signed_in" });
  });

  it("readmits a platform administrator, with a separate link", async () => {
    const { email, password } = server.seed.platform.admin;
    const attempt = (tried: string) =>
      consoleSignIn(server.container.auth, server.seed.baseUrl, { email, password: tried, ip: "192.0.2.9" });
    const before = await attempt(password);
    await answer("/recover/-/ask", { email });
    await answer("/recover/-/ask", { email });
    const { token, url } = (await mail(email))!;
    expect(url).toBe(`${server.url}/recover?token=${token}`);
    expect(await emailLinks().recoverPlatform(token)).toMatchObject({ choose: true });
    expect(await answer("/recover/-/reset", { token, password: "short" })).toEqual({
      token,
      error: "password",
    });
    const both = await Promise.all([1, 2].map(() => answer("/recover/-/reset", { token, password: NEW })));
    expect(both).toContainEqual({ done: "admin" });
    expect(both).toContainEqual({ token, error: "expired" });
    expect(await emailLinks().recoverPlatform(token)).toMatchObject({ choose: false });
    expect(await attempt(password)).toMatchObject({ outcome: "refused" });
    expect(await attempt(NEW)).toMatchObject({ outcome: "signed_in" });
    const session = "token" in before ? before.token : "";
    expect(await server.container.auth.consoleSessions.read(session)).toBeNull();
  });

  it("admits the invited person once", async () => {
    const { slug, credential } = tenant();
    const email = "guest@acme.example";
    const made = await server.call<{ token: string }>(credential, "POST", "/api/v1/invitations", {
      email,
      userKind: "tenant_admin",
    });
    const { token, template } = (await mail(email))!;
    expect(template).toBe("invitation");
    expect(token).toBe(made.body.token);
    expect((await emailLinks().join(slug, token))?.invitation).toMatchObject({ email, isMember: false });
    const accept = (more: Record<string, string>) => answer(`/join/${slug}/accept`, { token, ...more });
    expect(await accept({ name: "", password: NEW })).toEqual({ token, error: "name" });
    expect(await accept({ name: "Guest", password: "password1234" })).toEqual({ token, error: "password" });
    expect(await accept({ name: "Guest", password: NEW })).toEqual({ done: "admin" });
    expect(await accept({ name: "Guest", password: NEW })).toEqual({ token, error: "expired" });
    expect((await emailLinks().join(slug, token))?.invitation).toBeNull();
    const signIn = { email, password: NEW, ip: "192.0.2.9" };
    expect(await consoleSignIn(server.container.auth, server.seed.baseUrl, signIn)).toMatchObject({
      outcome: "signed_in",
    });
    const events = await server.database.sql<{ action: string; target: string }[]>`
      select action, target from audit_events where tenant_id = ${tenant().tenantId} order by id desc limit 2`;
    expect(events.map(({ action }) => action)).toContain("account.invitation_accepted");
  });

  /** Invites a user, accepts the invitation, and returns the stored state of the address. */
  async function joined(
    email: string,
    userKind: "end_user" | "tenant_admin",
    proofOf: (mailed: string) => string | undefined,
  ) {
    const { slug, credential, tenantId } = tenant();
    const made = await server.call<{ token: string }>(credential, "POST", "/api/v1/invitations", {
      email,
      userKind,
    });
    expect(Object.keys(made.body).sort(), "who invites is not shown what the mail alone carries").toEqual([
      "email",
      "token",
      "userKind",
    ]);
    const mailed = new URL((await mail(email))!.url).searchParams.get("proof")!;
    const proof = proofOf(mailed);
    const form = {
      token: made.body.token,
      name: "Guest",
      password: NEW,
      ...(proof !== undefined && { proof }),
    };
    const refused = await answer(`/join/${slug}/accept`, { ...form, password: "short" });
    expect(refused, "the proof is kept where the form is shown again").toEqual({
      token: form.token,
      error: "password",
      ...(proof !== undefined && { proof }),
    });
    expect(await answer(`/join/${slug}/accept`, form)).toHaveProperty("done");
    return () =>
      server.container.stores.tenant(tenantId).read(async (tx) => {
        const user = await tx.users.find(eq(users.email, email));
        return user!.emailVerifiedAt !== null;
      });
  }

  it("attack: an inviter accepts with the token shown to them, with an unread address", async () => {
    const { slug } = tenant();
    for (const userKind of ["end_user", "tenant_admin"] as const) {
      const email = `ceo.${userKind}@victimcorp.example`;
      const isVerified = await joined(email, userKind, () => undefined);
      expect(await isVerified()).toBe(false);
      await answer(`/recover/${slug}/ask`, { email });
      const sent = (await mail(email))!;
      if (userKind === "tenant_admin")
        expect(sent.template, "no link for a password goes to an administrator's unproved address").toBe(
          "email_verification",
        );
      else expect(sent.template).toBe("password_reset");
    }
  });

  it("attack: the proof of another invitation, or an invented one, verifies no address", async () => {
    let other = "";
    const own = await joined("own@attacker.example", "end_user", (mailed) => (other = mailed));
    expect(await own()).toBe(true);
    for (const [email, proof] of [
      ["first@victimcorp.example", other],
      ["second@victimcorp.example", "x".repeat(43)],
    ] as const)
      expect(await (await joined(email, "tenant_admin", () => proof))()).toBe(false);
  });

  it("verifies the address with the link of the invitation, or else with a second mail", async () => {
    for (const userKind of ["end_user", "tenant_admin"] as const)
      expect(await (await joined(`reads.${userKind}@acme.example`, userKind, (mailed) => mailed))()).toBe(
        true,
      );
    const email = "late.reader@acme.example";
    const isVerified = await joined(email, "tenant_admin", () => undefined);
    const { template, token } = (await mail(email))!;
    expect([template, await isVerified()]).toEqual(["email_verification", false]);
    expect(await answer(`/verify/${tenant().slug}/confirm`, { token })).toEqual({ done: "user" });
    expect(await isVerified()).toBe(true);
  });

  it("accepts forms only from its own pages", async () => {
    const { slug } = tenant();
    const evil = { origin: "https://evil.example" };
    for (const path of [`/recover/${slug}/ask`, "/recover/-/ask", `/join/${slug}/accept`])
      expect((await post(path, { email: "x@acme.example" }, evil)).status).toBe(403);
    expect(
      (await post(`/recover/${slug}/ask`, { email: "x@acme.example" }, { origin: server.url })).status,
    ).toBe(303);
    for (const path of [
      `/recover/${slug}/nothing`,
      "/recover/nosuch/ask",
      "/join/-/accept",
      "/verify/-/confirm",
    ])
      expect((await post(path, { token: "x" })).status).toBe(404);
  });

  it("redirects only to a sign-in of this site", async () => {
    const ask = (back: string) =>
      answer(`/recover/${tenant().slug}/ask`, { email: "nobody@acme.example", back });
    expect(await ask("abc_DEF-1")).toEqual({ sent: "1", back: "abc_DEF-1" });
    for (const back of ["//evil.example", "../..", "a".repeat(65), "a?b"])
      expect(await ask(back)).toEqual({ sent: "1" });
  });

  it("limits the mails to a mailbox, and does not reveal the limit", async () => {
    const { slug, owner } = tenant(1);
    const before = await count(owner.email);
    for (let time = 0; time < 7; time++)
      expect(await answer(`/recover/${slug}/ask`, { email: owner.email })).toEqual({ sent: "1" });
    expect((await count(owner.email)) - before).toBe(5);
    const tries = [];
    for (let time = 0; time < 70; time++)
      tries.push(await answer(`/verify/${slug}/confirm`, { token: "no" }));
    expect(tries.at(-1)).toEqual({ token: "no", error: "throttled" });
  });

  it("attack: many mails to one mailbox through all channels and spellings", async () => {
    const [acme, globex] = [tenant(0), tenant(1)];
    const email = "flooded@both.example";
    for (const { tenantId } of [acme, globex])
      await server.container.stores.tenant(tenantId).write(async (tx) => {
        const { id: userId } = await tx.users.insert({ email, name: "Flo", emailVerifiedAt: new Date() });
        await tx.administrators.insert({ userId, role: "admin" });
      });
    const ask = async (slug: string, typed: string) => {
      const request = new Request(`${server.url}/recover/${slug}/ask`, {
        method: "POST",
        body: new URLSearchParams({ email: typed }),
        headers: { origin: server.url },
      });
      const facts = { ip: "198.51.100.200", requestId: null };
      await emailLinks().submit(request, { kind: "recover", slug, step: "ask" }, facts);
      await server.container.auth.settled();
    };
    await ask("-", email);
    expect(await count(email), "each of both mails counts").toBe(2);
    for (const slug of ["-", acme.slug, globex.slug])
      for (const typed of [email, `${acme.slug}/${email}`, `${globex.slug}/${email}`, "FLOODED@both.example"])
        await ask(slug, typed);
    expect(await count(email)).toBe(5);
  });

  it("keeps nobody from their recovery mail whose quota strangers from many networks use up", async () => {
    const { slug, tenantId, owner } = tenant(1);
    const email = "victim@globex.example";
    const device = newOpaqueToken();
    const store = server.container.stores.tenant(tenantId);
    await store.write(async (tx) => {
      const { id: userId } = await tx.users.insert({ email, name: "Vic", emailVerifiedAt: new Date() });
      await tx.devices.insert({
        userId,
        label: "Firefox",
        tokenHash: hashSecret(device),
        status: "registered",
      });
    });
    const ask = async (ip: string, cookie = "") => {
      const request = new Request(`${server.url}/recover/${slug}/ask`, {
        method: "POST",
        body: new URLSearchParams({ email }),
        headers: { origin: server.url, cookie },
      });
      const place = { kind: "recover", slug, step: "ask" };
      const answered = await emailLinks().submit(request, place, { ip, requestId: null });
      expect(answered.headers.get("location")).toMatch(/sent=1/);
    };
    for (let network = 1; network <= 30; network++) {
      await ask(`198.51.100.${network}`);
      await server.container.auth.settled();
    }
    // Fifteen mails caused by strangers, and no more.
    expect(await count(email)).toBe(15);
    await ask("198.51.100.77", `castellan_device=${newOpaqueToken()}`);
    expect(await count(email)).toBe(15);
    await ask("203.0.113.5", `castellan_device=${device}`);
    expect(await count(email)).toBe(16);
    // A known browser has a limited quota, and is known only for its own user.
    for (let time = 0; time < 10; time++) await ask("203.0.113.5", `castellan_device=${device}`);
    expect(await count(email)).toBe(20);
    expect(await count(owner.email)).toBeLessThan(20);
  });

  const count = async (to: string) => {
    await server.container.auth.settled();
    const [row] = await server.database.sql<{ count: number }[]>`
      select count(*)::int as count from messages where recipient = ${to}`;
    return row!.count;
  };
});
