import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessions } from "@/db/tenant/sessions";
import { BASE_URL } from "@/server/testing/authentication";
import { createScene, PASSWORD, type Scene } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";
import { readResult } from "./requests";

const facts = { ip: "192.0.2.1", requestId: "r" };

describe.each(databaseKinds)("a visit of the account page on %s", (kind) => {
  let scene: Scene;
  let world: Scene["world"];
  let auth: Scene["auth"];
  beforeAll(async () => {
    scene = await createScene(kind);
    ({ world, auth } = scene);
  });
  afterAll(() => scene.close());

  /** Creates a user at an account page, with a browser that can sign in. */
  async function visitor() {
    const { tenantId, slug, person, appId } = await scene.addTenant();
    const browser = scene.browser();
    const page = `${BASE_URL}/account/${slug}`;
    const app = { clientId: `t${tenantId}_account`, redirectUri: page };
    const cookie = () => browser.cookieHeader(`/account/${slug}`);
    const visit = (at = slug) => auth.main.account.visit(at, cookie(), facts, "security");
    const signIn = async () => {
      const visitor = await visit();
      if (visitor.state !== "signed_out") throw new Error("not signed out");
      const asked = await browser.follow(await browser.open(visitor.signIn), app);
      return (await browser.follow(await browser.submit(asked.at, "sign-in", person), app)).at;
    };
    const { userId, email } = person;
    return { tenantId, slug, userId, email, appId, page, app, browser, cookie, visit, signIn };
  }

  it("admits a signed-in user, without a code or a token and without consent", async () => {
    const { tenantId, userId, email, page, visit, signIn } = await visitor();
    expect(await visit()).toMatchObject({ state: "signed_out" });
    const back = new URL(await signIn());
    expect(back.origin + back.pathname).toBe(page);
    expect(Object.fromEntries(back.searchParams)).toEqual({ state: "security", iss: BASE_URL });
    expect(await visit()).toMatchObject({
      state: "here",
      person: { userId, email },
      actor: { tenantId, channel: "account", subject: { kind: "user", userId } },
    });
  });

  it("admits to the user's own organization only, and reports an unknown organization", async () => {
    const one = await visitor();
    const other = await visitor();
    await one.signIn();
    expect(await one.visit(other.slug)).toMatchObject({ state: "signed_out" });
    for (const slug of ["nobody", "..", "Nobody!", "x".repeat(200)])
      expect(await one.visit(slug)).toEqual({ state: "unknown" });
    await world.database.sql`update tenants set status = 'suspended' where id = ${one.tenantId}`;
    expect(await one.visit()).toEqual({ state: "unknown" });
  });

  it.each([
    ["the session was ended", { revokedAt: new Date() }, {}],
    ["the session has run out", { expiresAt: new Date(0) }, {}],
    ["the person is suspended", {}, { status: "suspended" as const }],
    ["the person is locked", {}, { lockedIndefinitely: true }],
  ])("is refused when %s", async (_what, ofSession, ofPerson) => {
    const { tenantId, userId, visit, signIn } = await visitor();
    await signIn();
    await world.inTenant(tenantId, async (tx) => {
      if (Object.keys(ofSession).length > 0)
        await tx.sessions.updateWhere(eq(sessions.userId, userId), ofSession);
      await tx.users.update(userId, ofPerson);
    });
    expect(await visit()).toMatchObject({ state: "signed_out" });
  });

  it("attack: acting as a person for one app neither shows nor changes their account page", async () => {
    const { tenantId, slug, userId, appId, app, browser, cookie, visit, signIn } = await visitor();
    await signIn();
    const requesterId = await world.administrator(tenantId, `owner@${slug}.example`, PASSWORD);
    const requestId = await world.inTenant(tenantId, async (tx) => {
      const session = (await tx.sessions.find(eq(sessions.userId, userId)))!;
      await tx.sessions.update(session.id, { actorUserId: requesterId });
      const request = await tx.actAsRequests.insert({
        requesterId,
        userId,
        appId,
        reason: "Ticket 4711",
        minutes: 30,
        status: "active",
        expiresAt: session.expiresAt,
        sessionId: session.id,
      });
      return request.id;
    });
    const refusal = expect.stringContaining(`client_id=t${tenantId}_account`) as string;
    const visited = await visit();
    expect(visited).toEqual({ state: "acting_elsewhere", tenantId, refusal });
    const { at } = await browser.follow(await browser.open((visited as { refusal: string }).refusal), app);
    const { pathname } = new URL(at);
    const shown = await auth.main.interactions.describe(
      pathname.split("/")[2]!,
      browser.cookieHeader(pathname),
      { ip: facts.ip, userAgent: null },
    );
    expect(shown).toMatchObject({ prompt: "access", acting: { why: "elsewhere" } });
    const asked = new Request(`${BASE_URL}/account/${slug}/data/download`, {
      method: "POST",
      headers: { cookie: cookie(), origin: BASE_URL },
    });
    const file = await auth.main.account.download(asked, slug, facts);
    expect([file.status, file.headers.get("location")]).toEqual([303, refusal]);
    // A permission without an app is for the account page.
    await world.inTenant(tenantId, (tx) => tx.actAsRequests.update(requestId, { appId: null }));
    expect(await visit()).toMatchObject({ state: "here" });
  });

  /** Sends a form of the security page. Returns the answer for a browser without scripts, and for a script. */
  async function sendForm(
    { slug, page, cookie }: Awaited<ReturnType<typeof visitor>>,
    fields: Record<string, string>,
  ) {
    const send = (accept: string) =>
      auth.main.account.answerForm(
        new Request(`${page}/security`, {
          method: "POST",
          headers: { accept, cookie: cookie(), origin: BASE_URL },
          body: new URLSearchParams(fields),
        }),
        { slug, page: "security" },
        facts,
      );
    return { plain: await send("text/html"), scripted: await send("application/json") };
  }

  it("answers a refused form with its field and the typed values, and with no secret", async () => {
    const here = await visitor();
    await here.signIn();
    const { plain, scripted } = await sendForm(here, {
      "account.form": "password",
      "account.at": "password",
      username: here.email,
      currentPassword: "not this one",
      newPassword: "a long and new phrase",
    });
    const result = {
      done: null,
      error: "Is not your password.",
      field: "currentPassword",
      typed: { username: here.email },
    };
    expect(readResult(plain.headers)).toEqual({ ...result, at: "password" });
    expect(await scripted.json()).toEqual(result);
  });

  it("answers an unknown form with 404, and redirects the form of a visitor who is signed out", async () => {
    const here = await visitor();
    const form = { "account.form": "notifications" };
    const signedOut = await sendForm(here, form);
    const signIn = expect.stringMatching(/^\/authorize\?.*state=security/) as string;
    expect([signedOut.plain.status, signedOut.plain.headers.get("location")]).toEqual([303, signIn]);
    expect(await signedOut.scripted.json()).toEqual({ location: signIn });
    await here.signIn();
    for (const name of ["", "toString", "__proto__"]) {
      const { plain, scripted } = await sendForm(here, { "account.form": name });
      expect([plain.status, scripted.status]).toEqual([404, 404]);
    }
  });

  it("gives the page's client no code, no other redirect URI and no token", async () => {
    const { tenantId, page } = await visitor();
    const asked = async (parameters: Record<string, string>) => {
      const query = new URLSearchParams({
        client_id: `t${tenantId}_account`,
        response_type: "none",
        scope: "openid",
        redirect_uri: page,
        ...parameters,
      });
      return auth.main.oidc(new Request(`${BASE_URL}/authorize?${query.toString()}`), facts);
    };
    expect((await asked({})).headers.get("location")).toMatch(/\/interaction\//);
    expect((await asked({ response_type: "code" })).headers.get("location") ?? "").not.toMatch(
      /\/interaction\//,
    );
    expect((await asked({ redirect_uri: "https://evil.example" })).headers.get("location")).toBeNull();
    const token = await auth.main.oidc(
      new Request(`${BASE_URL}/token`, {
        method: "POST",
        body: new URLSearchParams({ client_id: `t${tenantId}_account`, grant_type: "client_credentials" }),
      }),
      facts,
    );
    expect(token.status).toBe(400);
    expect((await asked({ client_id: "platform_account" })).headers.get("location")).toBeNull();
  });
});
