import { createHash, randomBytes } from "node:crypto";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from "jose";
import { expect } from "vitest";
import { createBrowser, type AppAccess } from "@/server/seed/browser";
import { byField, userFieldNames } from "@/server/kernel/user-fields";
import type { Database } from "@/server/store/database";
import { createScene, dispatch, REDIRECT_URI } from "./scene";

/*
 * A relying party that sends the requests of the conformance suite of the OpenID Foundation and checks each answer as the suite does.
 * It implements the checks by the specifications. docs/openid-conformance.md lists the modules of the suite.
 */

/** Base URL of the provider. The suite accepts only https. */
export const ISSUER = "https://castellan.test";

export const LOGGED_OUT_URI = "https://shop.example/bye";

/** Values of `response_mode` of the plans; `query` is the default and is not sent. */
export const responseModes = ["query", "form_post"] as const;
type Mode = (typeof responseModes)[number];

/** Errors for requests with `prompt=none` that need a page (Core §3.1.2.6). */
export const NEEDS_PAGE = [
  "interaction_required",
  "login_required",
  "account_selection_required",
  "consent_required",
];

/** Place where the browser arrived after an authorization request. */
interface Page {
  sent: Record<string, string>;
  response: Response;
  /** Content of the page; empty if the browser was redirected to the app or to a page of the sign-in. */
  html: string;
  /** Address of the page of the sign-in; null if there is none. */
  interaction: string | null;
  /** Answer to the app, in the requested mode; null if there is none. */
  answer: URLSearchParams | null;
  /** Query of a redirect to the app, in any mode; null if there is none. */
  redirect: URLSearchParams | null;
}

export type Parties = Awaited<ReturnType<typeof createParties>>;
export type RelyingParty = ReturnType<Parties["party"]>;

const unescape = (html: string) =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

/** Returns the answer in a page that posts it to the app (OAuth 2.0 Form Post Response Mode §2); null for another page. */
function postedAnswer(html: string, policy: string | null) {
  const action = /<form method="post" action="([^"]+)">/.exec(html)?.[1];
  if (action === undefined || !unescape(action).startsWith(REDIRECT_URI)) return null;
  // The address itself carries no part of the answer.
  expect(unescape(action)).toBe(REDIRECT_URI);
  // The browser runs the script that submits the form, and may send the form to the app.
  const script = /<script>([^<]+)<\/script>/.exec(html)![1]!;
  expect(policy).toContain(`script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  expect(policy).not.toContain("form-action");
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"\/>/g)];
  return new URLSearchParams(fields.map(([, name, value]) => [name!, unescape(value!)]));
}

/**
 * Starts a provider with one organization, one user with all profile fields, and two confidential apps that do not require PKCE,
 * because the requests of the suite have none.
 */
export async function createParties(kind: Database["kind"]) {
  const scene = await createScene(kind);
  const auth = await scene.world.instance(ISSUER);
  const send = (request: Request) => dispatch(auth, request);
  const first = await scene.addTenant({ requirePkce: false });
  const second = await scene.addApp(first.tenantId, { requirePkce: false, name: "Second" });
  const { person, tenantId } = first;
  await scene.world.inTenant(tenantId, (tx) =>
    tx.users.update(person.userId, {
      ...byField(userFieldNames, (name) => `a ${name}`),
      phone: "+4930123456",
    }),
  );
  await scene.world.database.sql`
    update apps set post_logout_redirect_uris = ${JSON.stringify([LOGGED_OUT_URI])}::text::jsonb
    where tenant_id = ${tenantId}`;
  const json = async <T>(path: string) => (await (await send(new Request(ISSUER + path))).json()) as T;
  const metadata = await json<Record<string, unknown>>("/.well-known/openid-configuration");
  const jwks = await json<JSONWebKeySet>("/jwks");

  /** Creates a client of the provider with a browser of its own, which has these cookies. */
  function party(mode: Mode = "query", { app }: { app: AppAccess } = first, cookies = "") {
    const browser = createBrowser(ISSUER, send, cookies);

    /** Returns where the browser arrived: the app with an answer, a page of the sign-in, or another page. */
    async function arrive(start: Response, sent: Record<string, string>): Promise<Page> {
      const { at, response } = await browser.follow(start, app);
      const interaction = at !== "" && new URL(at).pathname.startsWith("/interaction/") ? at : null;
      const html = at === "" ? await response.text() : "";
      const asQuery = at !== "" && interaction === null ? new URL(at).searchParams : null;
      const answer =
        mode === "query" ? asQuery : postedAnswer(html, response.headers.get("content-security-policy"));
      return { sent, response, html, interaction, answer, redirect: asQuery };
    }

    /** Returns the parameters of an authorization request. An empty value removes a parameter. */
    function parameters(changed: Record<string, string> = {}): Record<string, string> {
      const all = {
        client_id: app.clientId,
        redirect_uri: app.redirectUri,
        scope: "openid",
        state: randomBytes(8).toString("hex"),
        nonce: randomBytes(8).toString("hex"),
        response_type: "code",
        response_mode: mode === "query" ? "" : mode,
        ...changed,
      };
      return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
    }

    const open = async (sent: Record<string, string>) =>
      arrive(await browser.open(`/authorize?${new URLSearchParams(sent)}`), sent);
    const authorize = (changed?: Record<string, string>) => open(parameters(changed));
    const authorizeByPost = async (changed?: Record<string, string>) => {
      const sent = parameters(changed);
      const body = new URLSearchParams(sent);
      return arrive(await browser.open("/authorize", { method: "POST", body }), sent);
    };

    /** Signs the user in, and consents, if the page asks for it. */
    async function finish(page: Page) {
      let current = page;
      for (const step of ["sign-in", "consent"]) {
        if (current.interaction === null) break;
        current = await arrive(await browser.submit(current.interaction, step, person), current.sent);
      }
      return current;
    }

    /** Checks a successful answer and returns its code. */
    function codeOf({ sent, answer, html }: Page): string {
      expect(answer, html).not.toBeNull();
      expect(Object.fromEntries(answer!)).toEqual({
        code: expect.any(String) as string,
        state: sent["state"],
        iss: ISSUER,
      });
      const code = answer!.get("code")!;
      // 128 bits (RFC 6749 §10.10), in base64url.
      expect(code).toMatch(/^[\w-]{22,}$/);
      return code;
    }

    /** Checks an answer with an error (Core §3.1.2.6) and returns the error. */
    function errorOf({ sent, answer, html }: Page): string {
      expect(answer, html).not.toBeNull();
      const { error, error_description, ...rest } = Object.fromEntries(answer!);
      expect(rest).toEqual({ state: sent["state"], iss: ISSUER });
      expect(error_description ?? "").toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/);
      return error!;
    }

    const basic = () =>
      `Basic ${btoa(`${encodeURIComponent(app.clientId)}:${encodeURIComponent(app.clientSecret!)}`)}`;

    /** Sends a request to the token endpoint. */
    async function tokenRequest(form: Record<string, string>, method: "basic" | "post" = "basic") {
      const secret = { client_id: app.clientId, client_secret: app.clientSecret! };
      const response = await send(
        new Request(`${ISSUER}/token`, {
          method: "POST",
          headers: method === "basic" ? { authorization: basic() } : {},
          body: new URLSearchParams({ ...form, ...(method === "post" && secret) }),
        }),
      );
      expect(response.headers.get("content-type")).toMatch(/^application\/json\b/);
      expect(response.headers.get("cache-control")).toBe("no-store");
      return { status: response.status, body: (await response.json()) as Record<string, string> };
    }

    /** Checks a successful answer of the token endpoint, and its ID token (Core §3.1.3.3, §3.1.3.7). */
    async function checkTokens({ status, body }: Awaited<ReturnType<typeof tokenRequest>>, nonce?: string) {
      expect(body).toMatchObject({ token_type: "Bearer", access_token: expect.any(String) as string });
      expect(status).toBe(200);
      expect(body["expires_in"]).toBeGreaterThan(0);
      const idToken = body["id_token"]!;
      const { payload } = await jwtVerify(idToken, createLocalJWKSet(jwks), {
        issuer: ISSUER,
        audience: app.clientId,
        requiredClaims: ["sub", "iat", "exp"],
        maxTokenAge: "5 minutes",
      });
      expect(payload["nonce"]).toBe(nonce);
      const digest = createHash("sha256").update(body["access_token"]!).digest().subarray(0, 16);
      expect(payload["at_hash"] ?? digest.toString("base64url")).toBe(digest.toString("base64url"));
      for (const name of ["name", "email", "phone_number"]) expect(payload).not.toHaveProperty(name);
      return {
        accessToken: body["access_token"]!,
        refreshToken: body["refresh_token"] ?? "",
        idToken,
        header: decodeProtectedHeader(idToken),
        claims: payload,
      };
    }

    const redeem = (code: string, form: Record<string, string> = {}, method?: "basic" | "post") =>
      tokenRequest(
        { grant_type: "authorization_code", redirect_uri: app.redirectUri, code, ...form },
        method,
      );

    /** Exchanges the code of an answer, and checks the tokens and that userinfo accepts them. */
    async function tokensOf(page: Page, form?: Record<string, string>, method?: "basic" | "post") {
      const code = codeOf(page);
      const tokens = await checkTokens(await redeem(code, form, method), page.sent["nonce"]);
      const info = await userinfo(tokens.accessToken);
      expect(info["sub"]).toBe(tokens.claims.sub);
      return { ...tokens, code, info };
    }

    /** Requests userinfo and checks the answer (Core §5.3.2). */
    async function userinfo(token: string, init: RequestInit = {}) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await send(new Request(`${ISSUER}/userinfo`, { headers, ...init }));
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toMatch(/^application\/json\b/);
      const info = (await response.json()) as Record<string, unknown>;
      expect(info).toMatchObject({ sub: expect.any(String) as string });
      for (const [name, value] of Object.entries(info))
        expect(typeof value, name).toBe(
          /_verified$/.test(name) ? "boolean" : /^(updated_at|tid)$/.test(name) ? "number" : "string",
        );
      return info;
    }

    /** Signs in and exchanges the code. */
    const signIn = async (changed?: Record<string, string>) =>
      tokensOf(await finish(await authorize(changed)));

    return {
      app,
      browser,
      parameters,
      open,
      authorize,
      authorizeByPost,
      finish,
      codeOf,
      errorOf,
      tokenRequest,
      checkTokens,
      redeem,
      tokensOf,
      userinfo,
      signIn,
    };
  }

  /** Returns the cookies of a new session in which the user has agreed to all scopes. */
  async function session() {
    const at = party();
    await at.signIn({ scope: "openid profile email phone" });
    return at.browser.cookieHeader("/");
  }

  return { scene, auth, send, first, second, metadata, jwks, party, session, close: scene.close };
}
