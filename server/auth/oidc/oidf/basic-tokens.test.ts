import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createParties, ISSUER, responseModes, type Parties } from "@/server/testing/relying-party";
import { databaseKinds } from "@/server/testing/stores";

/*
 * Modules of the plans "Basic" and "Form Post Basic" of the OpenID Foundation about tokens, claims and codes. Each title starts with
 * the name of the module. docs/openid-conformance.md lists all modules.
 */

/** Claims of an ID token that need no request (Core §2, RP-Initiated Logout), and `tid`, which names the organization. */
const ALWAYS = [
  "acr",
  "amr",
  "at_hash",
  "aud",
  "auth_time",
  "exp",
  "iat",
  "iss",
  "nonce",
  "sid",
  "sub",
  "tid",
];

describe.each(databaseKinds)("conformance: tokens and claims, on %s", (kind) => {
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
    const newcomer = () => parties.party(mode);
    /** Creates a client with a browser in which the user is signed in. */
    const party = () => parties.party(mode, parties.first, cookies);
    /** Returns userinfo for these scopes. */
    const infoOf = async (scope: string) => (await party().signIn({ scope })).info;

    it("oidcc-server: issues tokens whose ID token has only the expected claims", async () => {
      const { claims } = await newcomer().signIn();
      expect(Object.keys(claims).filter((name) => !ALWAYS.includes(name))).toEqual([]);
    });

    it("oidcc-server-client-secret-post: accepts the secret in the form", async () => {
      expect(parties.metadata["token_endpoint_auth_methods_supported"]).toContain("client_secret_post");
      const at = party();
      const tokens = await at.tokensOf(await at.finish(await at.authorize()), {}, "post");
      expect(tokens.claims.aud).toBe(at.app.clientId);
    });

    it("oidcc-response-type-missing: returns the error to the app", async () => {
      const at = party();
      const error = at.errorOf(await at.authorize({ response_type: "" }));
      expect(["invalid_request", "unsupported_response_type"]).toContain(error);
    });

    it("oidcc-idtoken-signature: signs with RS256 by default, and names the key", async () => {
      const { header } = await party().signIn();
      expect(header.alg).toBe("RS256");
      expect(parties.jwks.keys.map(({ kid }) => kid)).toContain(header.kid);
    });

    it("oidcc-userinfo-get: answers with the claims of the user", async () => {
      const at = party();
      const { claims, ...tokens } = await at.signIn();
      expect(await at.userinfo(tokens.accessToken)).toMatchObject({ sub: claims.sub });
    });

    it("oidcc-userinfo-post-header: accepts a POST with the token in the header", async () => {
      const at = party();
      const { claims, ...tokens } = await at.signIn();
      const info = await at.userinfo(tokens.accessToken, {
        method: "POST",
        headers: { authorization: `Bearer ${tokens.accessToken}` },
      });
      expect(info["sub"]).toBe(claims.sub);
    });

    it("oidcc-userinfo-post-body: accepts a POST with the token in the form", async () => {
      const at = party();
      const { claims, ...tokens } = await at.signIn();
      const body = new URLSearchParams({ access_token: tokens.accessToken });
      const info = await at.userinfo("", { method: "POST", headers: {}, body });
      expect(info["sub"]).toBe(claims.sub);
    });

    it("oidcc-ensure-request-without-nonce-succeeds-for-code-flow: needs no nonce", async () => {
      const { claims } = await party().signIn({ nonce: "" });
      expect(claims).not.toHaveProperty("nonce");
    });

    it("oidcc-scope-profile: userinfo contains the profile", async () => {
      expect(await infoOf("openid profile")).toEqual({
        sub: expect.any(String) as string,
        tid: expect.any(Number) as number,
        name: "a name",
        given_name: "a givenName",
        family_name: "a familyName",
        updated_at: expect.any(Number) as number,
      });
    });

    it("oidcc-scope-email: userinfo contains the address, and no profile", async () => {
      const info = await infoOf("openid email");
      expect(info).toMatchObject({ email: parties.first.person.email, email_verified: true });
      expect(info).not.toHaveProperty("name");
    });

    it("oidcc-scope-phone: userinfo contains the number", async () => {
      const info = await infoOf("openid phone");
      expect(info).toMatchObject({ phone_number: "+4930123456", phone_number_verified: false });
    });

    it("oidcc-scope-address: ignores a scope that discovery does not contain", async () => {
      expect(parties.metadata["scopes_supported"]).not.toContain("address");
      expect(await infoOf("openid address")).not.toHaveProperty("address");
    });

    it("oidcc-scope-all: gives the claims of all scopes that discovery contains", async () => {
      expect(await infoOf("openid email phone address profile")).toMatchObject({
        name: "a name",
        email: parties.first.person.email,
        phone_number: "+4930123456",
      });
    });

    it("oidcc-alternate-happy-flow: no order of scopes and parameters matters", async () => {
      const at = party();
      const sent = Object.entries(at.parameters({ scope: "email openid" })).toReversed();
      const { info } = await at.tokensOf(await at.finish(await at.open(Object.fromEntries(sent))));
      expect(info["email"]).toBe(parties.first.person.email);
    });

    it("oidcc-claims-essential: a request with the claims parameter succeeds, and the parameter is ignored", async () => {
      expect(parties.metadata["claims_parameter_supported"]).toBe(false);
      const { info } = await party().signIn({
        claims: JSON.stringify({ userinfo: { name: { essential: true } } }),
      });
      expect(info).not.toHaveProperty("name");
    });

    it("oidcc-codereuse: refuses the second use of a code at once", async () => {
      const at = newcomer();
      const { code } = await at.signIn();
      const { status, body } = await at.redeem(code);
      expect({ status, error: body["error"] }).toEqual({ status: 400, error: "invalid_grant" });
      expect(body["error_description"] ?? "").toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/);
    });

    it("oidcc-codereuse-30seconds: refuses the second use later, and revokes the access token", async () => {
      const at = newcomer();
      const tokens = await at.signIn();
      passTime(30);
      const { status, body } = await at.redeem(tokens.code);
      expect({ status, error: body["error"] }).toEqual({ status: 400, error: "invalid_grant" });
      const headers = { authorization: `Bearer ${tokens.accessToken}` };
      expect((await parties.send(new Request(`${ISSUER}/userinfo`, { headers }))).status).toBe(401);
    });

    it("oidcc-refresh-token: gives new tokens to its own app only", async () => {
      const asked = { scope: "openid offline_access", prompt: "consent" };
      const [one, two] = [newcomer(), parties.party(mode, parties.second)];
      const refreshed = [];
      for (const at of [one, two]) {
        const first = await at.signIn(asked);
        passTime(1);
        const refresh: Record<string, string> = {
          grant_type: "refresh_token",
          refresh_token: first.refreshToken,
        };
        // The suite sends the scope for the first app only.
        if (at === one) refresh["scope"] = "openid offline_access";
        const answer = await at.tokenRequest(refresh);
        const next = await at.checkTokens(answer, first.claims["nonce"] as string);
        expect(next.accessToken).not.toBe(first.accessToken);
        expect(next.refreshToken).toMatch(/^[\x20-\x7e]{22,}$/);
        // Core §12.2: the same user, audience and time of the sign-in, and a new time of issue.
        const { iss, sub, aud, auth_time } = first.claims;
        expect(next.claims).toMatchObject({ iss, sub, aud, auth_time });
        expect(next.claims.iat).toBeGreaterThan(first.claims.iat!);
        expect((await at.userinfo(next.accessToken))["sub"]).toBe(sub);
        refreshed.push(next.refreshToken);
        vi.useRealTimers();
      }
      const { status, body } = await one.tokenRequest({
        grant_type: "refresh_token",
        refresh_token: refreshed[1]!,
        scope: "openid offline_access",
      });
      expect({ status, error: body["error"] }).toEqual({ status: 400, error: "invalid_grant" });
    });
  });

  it("oidcc-idtoken-unsigned: no ID token is without a signature", () => {
    expect(parties.metadata["id_token_signing_alg_values_supported"]).not.toContain("none");
  });
});
