import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export type Claims = Record<string, unknown>;

/**
 * Starts an OpenID provider over HTTP with scripted claims in the ID token and at userinfo. It accepts any
 * code, and checks the parameters of its request (PKCE, redirect URI, client).
 */
export async function scriptedOidc() {
  const keys = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "k1", alg: "RS256", use: "sig" };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clientId = "castellan";
  const said: { idToken: Claims; userinfo: Claims; userinfoSub?: string | undefined } = {
    idToken: {},
    userinfo: {},
  };
  const codes = new Map<string, URLSearchParams>();

  /** Signs a user in for the request in this address. Returns the parameters of the callback. */
  function authorize(location: string): { state: string; code: string; iss: string; callback: string } {
    const asked = new URL(location).searchParams;
    const code = `code-${codes.size + 1}`;
    codes.set(code, asked);
    return { state: asked.get("state")!, code, iss: issuer, callback: asked.get("redirect_uri")! };
  }

  async function token(request: IncomingMessage): Promise<object | null> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const form = new URLSearchParams(Buffer.concat(parts).toString());
    const asked = codes.get(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (asked?.get("code_challenge") !== challenge) return null;
    if (asked.get("redirect_uri") !== form.get("redirect_uri")) return null;
    const { sub = "person-1", nonce = asked.get("nonce"), ...claims } = said.idToken;
    const idToken = await new SignJWT({ ...claims, nonce: nonce as string })
      .setProtectedHeader({ alg: "RS256", kid: "k1" })
      .setIssuer(issuer)
      .setAudience(clientId)
      .setSubject(sub as string)
      .setIssuedAt()
      .setExpirationTime("5m")
      .sign(keys.privateKey);
    return { access_token: "a", token_type: "Bearer", expires_in: 3_600, id_token: idToken };
  }

  const answers: Record<string, (request: IncomingMessage) => Promise<object | null>> = {
    "/.well-known/openid-configuration": () =>
      Promise.resolve({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        authorization_response_iss_parameter_supported: true,
      }),
    "/keys": () => Promise.resolve({ keys: [jwk] }),
    "/token": token,
    "/userinfo": () =>
      Promise.resolve({ sub: said.userinfoSub ?? said.idToken["sub"] ?? "person-1", ...said.userinfo }),
  };
  server.on("request", (request, response) => {
    response.setHeader("content-type", "application/json");
    Promise.resolve(answers[request.url ?? ""]?.(request) ?? null)
      .then((body) =>
        response.writeHead(body ? 200 : 400).end(JSON.stringify(body ?? { error: "invalid_grant" })),
      )
      .catch(() => response.writeHead(500).end("{}"));
  });
  return {
    issuer,
    clientId,
    said,
    authorize,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type ScriptedOidc = Awaited<ReturnType<typeof scriptedOidc>>;
