import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/**
 * Starts an independent provider (oidc-provider over real HTTP). It signs every visitor in as `account` at
 * once, and accepts any redirect URI that begins with `redirectUri`.
 */
export async function anotherProvider(redirectUri: string) {
  const account = { id: "ada", email: "ada@example.org", name: "Ada Lovelace" };
  const client = { client_id: "castellan", client_secret: "s/ecret", redirect_uris: [redirectUri] };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [client],
    claims: { email: ["email", "email_verified"], profile: ["name"] },
    pkce: { required: () => true },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: account.email, email_verified: true, name: account.name }),
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ["key"] },
  });
  provider.Client.prototype.redirectUriAllowed = (uri) => uri.startsWith(redirectUri);
  const answer = provider.callback();
  const handle: typeof answer = async (req, res) => {
    if (!req.url?.startsWith("/interaction/")) return answer(req, res);
    const grant = new provider.Grant({ accountId: account.id, clientId: client.client_id });
    grant.addOIDCScope("openid email profile");
    await provider.interactionFinished(req, res, {
      login: { accountId: account.id },
      consent: { grantId: await grant.save() },
    });
  };
  server.on("request", (req, res) => void handle(req, res));
  return {
    issuer,
    clientId: client.client_id,
    secret: client.client_secret,
    account,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Follows redirects with cookies like a browser, up to an address that begins with `end`. */
export async function browseTo(location: string, end: string): Promise<URL> {
  const cookies = new Map<string, string>();
  for (let url = location, hops = 0; hops < 10; hops++) {
    if (url.startsWith(end)) return new URL(url);
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = cookie.split(";")[0]!.split("=");
      cookies.set(name, value);
    }
    url = new URL(response.headers.get("location") ?? "about:blank", url).href;
  }
  throw new Error(`never sent to ${end}`);
}
