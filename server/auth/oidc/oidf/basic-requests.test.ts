import { createHash, randomBytes } from "node:crypto";
import { UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createParties, NEEDS_PAGE, responseModes, type Parties } from "@/server/testing/relying-party";
import { databaseKinds } from "@/server/testing/stores";

/*
 * Modules of the plans "Basic" and "Form Post Basic" of the OpenID Foundation about the authorization request. Each title starts with
 * the name of the module. docs/openid-conformance.md lists all modules.
 */

describe.each(databaseKinds)("conformance: authorization requests, on %s", (kind) => {
  let parties: Parties;
  let cookies: string;
  beforeAll(async () => {
    parties = await createParties(kind);
    cookies = await parties.session();
  });
  afterAll(() => parties.close());
  afterEach(() => void vi.useRealTimers());
  const passTime = (seconds: number) =>
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1_000 });

  describe.each(responseModes)("response mode %s", (mode) => {
    /** Creates a client with a browser that begins without a session. */
    const party = () => parties.party(mode);
    /** Creates a client with a browser in which the user is signed in. */
    const known = () => parties.party(mode, parties.first, cookies);

    it.each([
      ["oidcc-display-page", { display: "page" }],
      ["oidcc-display-popup", { display: "popup" }],
      ["oidcc-login-hint", { login_hint: "buffy@castellan.test" }],
      ["oidcc-ui-locales", { ui_locales: "se" }],
    ])("%s: the sign-in succeeds with the parameter", async (_module, parameter) => {
      const { claims } = await party().signIn(parameter);
      expect(claims.sub).toBe(String(parties.first.person.userId));
    });

    it.each([
      ["oidcc-ensure-request-with-unknown-parameter-succeeds", { extra: "foobar" }],
      ["oidcc-claims-locales", { claims_locales: "se" }],
    ])("%s: the request succeeds with the parameter", async (_module, parameter) => {
      const { claims } = await known().signIn(parameter);
      expect(claims.sub).toBe(String(parties.first.person.userId));
    });

    it("oidcc-ensure-request-with-acr-values-succeeds: the ID token contains a requested value", async () => {
      const values = parties.metadata["acr_values_supported"] as string[];
      const { claims } = await known().signIn({ acr_values: values.join(" ") });
      expect(values).toContain(claims["acr"]);
    });

    it("oidcc-prompt-login: asks for a second sign-in, with a later time", async () => {
      const at = party();
      const first = await at.signIn();
      passTime(1.1);
      const page = await at.authorize({ prompt: "login" });
      expect(page.interaction).not.toBeNull();
      const { claims } = await at.tokensOf(await at.finish(page));
      expect(claims["auth_time"]).toBeGreaterThan(first.claims["auth_time"] as number);
    });

    it("oidcc-prompt-none-not-logged-in: returns the error, with a state of 128 characters", async () => {
      const at = party();
      const page = await at.authorize({ prompt: "none", state: "aB3-".repeat(32) });
      expect(NEEDS_PAGE).toContain(at.errorOf(page));
    });

    it.each([
      ["oidcc-prompt-none-logged-in", () => ({ prompt: "none" })],
      ["oidcc-id-token-hint", (idToken: string) => ({ prompt: "none", id_token_hint: idToken })],
    ])("%s: signs the user in without a page", async (_module, parameters) => {
      const at = party();
      const first = await at.signIn();
      passTime(1.1);
      const page = await at.authorize(parameters(first.idToken));
      expect(page.interaction).toBeNull();
      const { sub, auth_time } = (await at.tokensOf(page)).claims;
      expect({ sub, auth_time }).toEqual({ sub: first.claims.sub, auth_time: first.claims["auth_time"] });
    });

    it("oidcc-max-age-1: asks for a second sign-in after two seconds, with its time", async () => {
      const at = party();
      const first = await at.signIn();
      passTime(2);
      const page = await at.authorize({ max_age: "1" });
      expect(page.interaction).not.toBeNull();
      const { claims } = await at.tokensOf(await at.finish(page));
      expect(claims["auth_time"]).toBeGreaterThan(first.claims["auth_time"] as number);
    });

    it("oidcc-max-age-10000: asks for no second sign-in, and states the time of the first", async () => {
      const at = party();
      const first = await at.signIn({ max_age: "15000" });
      expect(first.claims["auth_time"]).toEqual(expect.any(Number));
      passTime(1.1);
      const page = await at.authorize({ max_age: "10000" });
      expect(page.interaction).toBeNull();
      const { sub, auth_time } = (await at.tokensOf(page)).claims;
      expect({ sub, auth_time }).toEqual({ sub: first.claims.sub, auth_time: first.claims["auth_time"] });
    });

    it("oidcc-ensure-registered-redirect-uri: shows an error, and redirects nowhere", async () => {
      const at = party();
      const page = await at.authorize({ redirect_uri: `${at.app.redirectUri}/aB3dE5fG7h` });
      expect(page).toMatchObject({ interaction: null, answer: null, redirect: null });
      expect(page.response.status).toBe(400);
      expect(page.html).toContain("redirect_uri");
    });

    it("oidcc-ensure-post-request-succeeds: accepts the request as a form", async () => {
      const at = known();
      const { claims } = await at.tokensOf(await at.authorizeByPost());
      expect(claims.sub).toBe(String(parties.first.person.userId));
    });

    it("oidcc-ensure-request-with-valid-pkce-succeeds: checks the verifier", async () => {
      const at = known();
      const verifier = randomBytes(32).toString("base64url");
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      const asked = { code_challenge: challenge, code_challenge_method: "S256" };
      await at.tokensOf(await at.authorize(asked), { code_verifier: verifier });
      const again = await at.redeem(at.codeOf(await at.authorize(asked)));
      expect(again).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    });

    it("oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported: refuses request_uri", async () => {
      expect(parties.metadata["request_uri_parameter_supported"]).toBe(false);
      const at = party();
      const page = await at.authorize({ request_uri: "https://shop.example/request.jwt#a" });
      expect(at.errorOf(page)).toBe("request_uri_not_supported");
    });

    it("oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported: refuses it", async () => {
      expect(parties.metadata["request_object_signing_alg_values_supported"]).not.toContain("none");
      const at = party();
      const sent = at.parameters();
      const page = await at.open({ ...sent, request: new UnsecuredJWT(sent).encode() });
      expect(at.errorOf(page)).toBe("invalid_request_object");
    });

    it("oidcc-ensure-request-object-with-redirect-uri: an unsigned request object changes no redirect URI", async () => {
      const at = party();
      const request = new UnsecuredJWT(at.parameters()).encode();
      const page = await at.authorize({ request, redirect_uri: `${at.app.redirectUri}/aB3dE5fG7h` });
      expect(page).toMatchObject({ interaction: null, answer: null, redirect: null });
      expect(page.response.status).toBe(400);
    });
  });
});
