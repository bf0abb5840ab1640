import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tenantActor } from "@/server/testing/operations";
import { consoleSignIn } from "@/server/testing/sign-in";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";
import { mailLinks } from "@/server/testing/mail-links";

const NEW = "a new and long phrase";

describe.each(databaseKinds)("links in mails, on %s", (kind) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer(kind)), 120_000);
  afterAll(() => server.close());
  const { emailLinks, post, answer, mail, tenant } = mailLinks(() => server);

  it("answers a forgotten password the same for an address with and without an account", async () => {
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
    // A token of one kind of link is refused by the form of the other kind.
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
});
