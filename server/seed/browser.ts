import { createHash, randomBytes } from "node:crypto";

/*
 * A browser without a display: it stores cookies, follows redirects, and submits the forms of the hosted sign-in. It
 * uses real HTTP or calls the handlers directly.
 */

export type Send = (request: Request) => Promise<Response>;

export interface AppAccess {
  clientId: string;
  /** Undefined for a public client. */
  clientSecret?: string | undefined;
  redirectUri: string;
}

export interface Tokens {
  access_token: string;
  refresh_token?: string;
  id_token?: string;
  expires_in: number;
  scope?: string;
}

/** `cookies`: the initial cookies, in the form of a Cookie header. */
export function createBrowser(baseUrl: string, send: Send, cookies = "") {
  const jar = new Map<string, { value: string; path: string }>();
  for (const pair of cookies.split("; ").filter(Boolean)) {
    const [name = "", value = ""] = pair.split("=");
    jar.set(`${name}|/`, { value, path: "/" });
  }

  /** Returns the Cookie header of a request for this path. */
  const cookieHeader = (pathname: string) =>
    [...jar]
      .filter(([, { path }]) => pathname === path || pathname.startsWith(path === "/" ? "/" : `${path}/`))
      .map(([name, { value }]) => `${name.split("|")[0]}=${value}`)
      .join("; ");

  async function open(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = cookieHeader(new URL(url, baseUrl).pathname);
    const headers = new Headers(init.headers);
    if (cookie) headers.set("cookie", cookie);
    const response = await send(new Request(new URL(url, baseUrl), { ...init, headers, redirect: "manual" }));
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
      const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? "/";
      if (value === "" || attributes.some((text) => /^expires=Thu, 01 Jan 1970/i.test(text)))
        jar.delete(`${name}|${path}`);
      else jar.set(`${name}|${path}`, { value, path });
    }
    return response;
  }

  /** Follows redirects until a page of the sign-in, the app's own address, or a response without a redirect. */
  async function follow(response: Response, app: AppAccess): Promise<{ at: string; response: Response }> {
    let current = response;
    for (let hops = 0; hops < 10; hops++) {
      const location = current.headers.get("location");
      if (location === null) return { at: "", response: current };
      const url = new URL(location, baseUrl).toString();
      if (url.startsWith(app.redirectUri) || new URL(url).pathname.startsWith("/interaction/"))
        return { at: url, response: current };
      current = await open(url);
    }
    throw new Error("too many redirects");
  }

  /** Submits a form of the sign-in page with e-mail and password, if given. */
  const submit = (
    page: string,
    step: string,
    { email, password }: { email?: string; password?: string } = {},
  ) =>
    open(`${new URL(page).pathname}/${step}`, {
      method: "POST",
      body: new URLSearchParams({
        ...(email !== undefined && { email }),
        ...(password !== undefined && { password }),
      }),
    });

  /** Requests a code. Returns the page that the browser shows, or the app's address with the response. */
  async function authorize(app: AppAccess, parameters: Record<string, string> = {}) {
    const verifier = randomBytes(32).toString("base64url");
    const query = new URLSearchParams({
      client_id: app.clientId,
      response_type: "code",
      redirect_uri: app.redirectUri,
      scope: "openid profile email offline_access",
      prompt: "consent",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      state: "the-state",
      ...parameters,
    });
    for (const [name, value] of [...query]) if (value === "") query.delete(name);
    return { verifier, ...(await follow(await open(`/authorize?${query.toString()}`), app)) };
  }

  const token = (app: AppAccess, fields: Record<string, string>) =>
    open("/token", {
      method: "POST",
      body: new URLSearchParams({
        client_id: app.clientId,
        ...(app.clientSecret !== undefined && { client_secret: app.clientSecret }),
        ...fields,
      }),
    });

  const exchange = async (app: AppAccess, address: string, verifier: string): Promise<Tokens> => {
    const { searchParams } = new URL(address);
    const code = searchParams.get("code");
    if (code === null) throw new Error(`no code: ${address}`);
    const answer = await token(app, {
      grant_type: "authorization_code",
      code,
      redirect_uri: app.redirectUri,
      code_verifier: verifier,
    });
    const body = (await answer.json()) as Tokens;
    if (!answer.ok) throw new Error(`POST /token: ${answer.status} ${JSON.stringify(body)}`);
    return body;
  };

  /** Runs the whole flow: signs in, consents, and exchanges the code for tokens. */
  async function signIn(
    app: AppAccess,
    person: { email: string; password: string },
    parameters?: Record<string, string>,
  ) {
    const { verifier, ...start } = await authorize(app, parameters);
    let { at } = start;
    for (let steps = 0; steps < 4 && new URL(at).pathname.startsWith("/interaction/"); steps++) {
      const first = steps === 0;
      const answer = first ? await submit(at, "sign-in", person) : await submit(at, "consent");
      at = (await follow(answer, app)).at;
    }
    return exchange(app, at, verifier);
  }

  return { cookieHeader, open, follow, submit, authorize, token, exchange, signIn };
}
