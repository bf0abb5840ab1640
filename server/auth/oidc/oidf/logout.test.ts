import { createLocalJWKSet, jwtVerify, SignJWT } from "jose";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sealAuditEvents } from "@/server/domain/audit/worker/seals";
import { startDispatcher } from "@/server/outbox/dispatcher";
import { noticeEndedSessions, startLogouts } from "@/server/outbox/logouts";
import {
  createParties,
  ISSUER,
  LOGGED_OUT_URI,
  NEEDS_PAGE,
  type Parties,
  type RelyingParty,
} from "@/server/testing/relying-party";
import { databaseKinds } from "@/server/testing/stores";

/*
 * Modules of the plans "RP-Initiated Logout" and "Back-Channel Logout" of the OpenID Foundation. Each title starts with the name of
 * the module. config.test.ts has those about discovery. docs/openid-conformance.md lists all modules.
 */

/** A value of 128 characters, which must return unchanged. */
const STATE = "aB3-".repeat(32);

describe.each(databaseKinds)("conformance: sign-out, on %s", (kind) => {
  let parties: Parties;
  beforeAll(async () => void (parties = await createParties(kind)));
  afterAll(() => parties.close());

  /** Signs in and returns the client with the ID token as its hint. */
  async function signedIn() {
    const at = parties.party();
    const tokens = await at.signIn();
    return {
      at,
      ...tokens,
      all: { id_token_hint: tokens.idToken, post_logout_redirect_uri: LOGGED_OUT_URI, state: STATE },
    };
  }

  async function open({ browser }: RelyingParty, parameters: Record<string, string>) {
    const response = await browser.open(`/end_session?${new URLSearchParams(parameters)}`);
    // Before the confirmation, no page leads to the app.
    expect(response.headers.get("location")).toBeNull();
    const html = await response.text();
    expect(html).not.toContain(LOGGED_OUT_URI);
    return { status: response.status, html };
  }

  /** Confirms the sign-out and returns the address to which the browser is redirected. */
  async function confirm({ browser }: RelyingParty, { html }: { html: string }) {
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)![1]!;
    const body = new URLSearchParams({ xsrf, logout: "yes" });
    const { headers } = await browser.open("/end_session/confirm", { method: "POST", body });
    return headers.get("location")!;
  }

  const expectSignedOut = async (at: RelyingParty) =>
    expect(NEEDS_PAGE).toContain(at.errorOf(await at.authorize({ prompt: "none" })));
  const expectSignedIn = async (at: RelyingParty) =>
    expect(at.codeOf(await at.authorize({ prompt: "none" }))).toBeDefined();

  it("oidcc-rp-initiated-logout: returns to the app with the state, and the session has ended", async () => {
    const { at, all } = await signedIn();
    expect(await confirm(at, await open(at, all))).toBe(`${LOGGED_OUT_URI}?state=${STATE}`);
    await expectSignedOut(at);
  });

  it("oidcc-rp-initiated-logout-no-state: returns to the app without a state", async () => {
    const { at, all } = await signedIn();
    const { state: _state, ...parameters } = all;
    expect(await confirm(at, await open(at, parameters))).toBe(LOGGED_OUT_URI);
    await expectSignedOut(at);
  });

  it.each([
    ["oidcc-rp-initiated-logout-bad-post-logout-redirect-uri", "https://shop.example/bye/aB3dE5fG7h"],
    ["oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri", `${LOGGED_OUT_URI}?foo=bar`],
  ])("%s: shows an error, and ends no session", async (_module, uri) => {
    const { at, all } = await signedIn();
    const { browser } = at;
    const sent = new URLSearchParams({ ...all, post_logout_redirect_uri: uri });
    const response = await browser.open(`/end_session?${sent}`);
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
    expect(await response.text()).toContain("post_logout_redirect_uri");
    await expectSignedIn(at);
  });

  it.each([
    [
      "oidcc-rp-initiated-logout-modified-id-token-hint",
      (_at: RelyingParty, idToken: string) =>
        `${Buffer.from('{"alg":"none"}').toString("base64url")}.${idToken.split(".")[1]!}.`,
    ],
    [
      "oidcc-rp-initiated-logout-bad-id-token-hint",
      ({ app }: RelyingParty) =>
        new SignJWT({ nonce: "flibble" })
          .setProtectedHeader({ alg: "HS256" })
          .setIssuer(app.clientId)
          .setAudience(ISSUER)
          .setSubject("SubjectID")
          .setIssuedAt()
          .setExpirationTime("5m")
          .sign(Buffer.from(app.clientSecret!)),
    ],
  ])("%s: shows an error, and ends no session", async (_module, forge) => {
    const { at, idToken, all } = await signedIn();
    const { status } = await open(at, { ...all, id_token_hint: await forge(at, idToken) });
    expect([400, 401]).toContain(status);
    await expectSignedIn(at);
  });

  it("oidcc-rp-initiated-logout-no-id-token-hint: asks the user, and does not return to the app", async () => {
    const { at, all } = await signedIn();
    const { id_token_hint: _hint, ...parameters } = all;
    const page = await open(at, parameters);
    expect(page.status).toBe(200);
    await expectSignedIn(at);
    expect(await confirm(at, await open(at, parameters))).not.toContain(LOGGED_OUT_URI);
    await expectSignedOut(at);
  });

  it.each<[string, (hint: string) => Record<string, string>]>([
    ["oidcc-rp-initiated-logout-no-params", () => ({})],
    ["oidcc-rp-initiated-logout-only-state", () => ({ state: STATE })],
    [
      "oidcc-rp-initiated-logout-no-post-logout-redirect-uri",
      (id_token_hint) => ({ id_token_hint, state: STATE }),
    ],
  ])("%s: signs the user out, and shows it", async (_module, parameters) => {
    const { at, idToken } = await signedIn();
    const to = await confirm(at, await open(at, parameters(idToken)));
    expect(new URL(to).origin).toBe(ISSUER);
    expect(await (await at.browser.open(to)).text()).toContain("You are signed out");
    await expectSignedOut(at);
  });

  it("oidcc-backchannel-rp-initiated-logout: sends a logout token, and returns to the app", async () => {
    const { database } = parties.scene.world;
    const uri = "https://shop.example/backchannel_logout";
    await database.sql`update apps set backchannel_logout_uri = ${uri} where id = ${parties.first.appId}`;
    const posted: { address: string; form: URLSearchParams }[] = [];
    const log = pino({ level: "silent" });
    const dispatcher = startDispatcher(database, [sealAuditEvents, noticeEndedSessions], log);
    const logouts = startLogouts({
      database,
      log,
      idleMs: 20,
      sweepMs: 100,
      token: parties.auth.logoutToken,
      post: (address, _by, form) => {
        posted.push({ address, form });
        return Promise.resolve({ ok: true, status: 200, problem: null });
      },
    });
    try {
      const { at, claims, all } = await signedIn();
      expect(await confirm(at, await open(at, all))).toBe(`${LOGGED_OUT_URI}?state=${STATE}`);
      await expect.poll(() => posted.length, { interval: 20 }).toBe(1);
      const [{ address, form }] = posted as [(typeof posted)[0]];
      expect(address).toBe(uri);
      expect([...form.keys()]).toEqual(["logout_token"]);
      const { payload } = await jwtVerify(form.get("logout_token")!, createLocalJWKSet(parties.jwks), {
        issuer: ISSUER,
        audience: at.app.clientId,
        requiredClaims: ["iat", "jti"],
      });
      expect(claims["sid"]).toEqual(expect.any(String));
      expect(payload).toMatchObject({ sub: claims.sub, sid: claims["sid"] });
      expect(payload["events"]).toEqual({ "http://schemas.openid.net/event/backchannel-logout": {} });
      expect(payload).not.toHaveProperty("nonce");
      await expectSignedOut(at);
    } finally {
      await dispatcher.stop();
      await logouts.stop();
    }
  });
});
