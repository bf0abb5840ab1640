import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { identities } from "@/db/tenant/federation";
import { OidcSettings } from "@/server/domain/federation/oidc/oidc.schema";
import { APPLE_ISSUER } from "@/server/domain/federation/oidc/presets.schema";
import { createProvider, updateProvider } from "@/server/domain/federation/providers";
import { databaseKind } from "@/server/testing/stores";
import { refusal } from "@/server/testing/operations";
import {
  baseUrl,
  claimOf,
  facts,
  federationScene,
  type FederationScene,
} from "@/server/testing/federation-scene";
import { nameBeside, signedSecret } from "./apple";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** Starts a provider whose clients sign their secrets, as in Apple's documentation. Apple offers no test system. */
async function likeApple() {
  const keys = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "a1", alg: "RS256", use: "sig" };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const seen: { nonce: string; secrets: string[] } = { nonce: "", secrets: [] };
  const bodyOf = async (request: IncomingMessage) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    return new URLSearchParams(Buffer.concat(parts).toString());
  };
  const answers: Record<string, (request: IncomingMessage) => Promise<object>> = {
    "/.well-known/openid-configuration": () =>
      Promise.resolve({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["pairwise"],
        id_token_signing_alg_values_supported: ["RS256"],
        token_endpoint_auth_methods_supported: ["client_secret_post"],
      }),
    "/keys": () => Promise.resolve({ keys: [jwk] }),
    "/token": async (request) => {
      const form = await bodyOf(request);
      const secret = form.get("client_secret") ?? "";
      seen.secrets.push(secret);
      const { protectedHeader, payload } = await jwtVerify(secret, publicKey, {
        audience: issuer,
        issuer: "TEAM123456",
        subject: "org.example.castellan",
      });
      expect(protectedHeader).toMatchObject({ alg: "ES256", kid: "KEY1234567" });
      expect(payload.exp! - payload.iat!).toBeLessThanOrEqual(300);
      const idToken = await new SignJWT({
        nonce: seen.nonce,
        email: "ada@example.org",
        email_verified: "true",
      })
        .setProtectedHeader({ alg: "RS256", kid: "a1" })
        .setIssuer(issuer)
        .setAudience("org.example.castellan")
        .setSubject("001.ada")
        .setIssuedAt()
        .setExpirationTime("5m")
        .sign(keys.privateKey);
      return { access_token: "a", token_type: "Bearer", expires_in: 3_600, id_token: idToken };
    },
  };
  server.on("request", (request, response) => {
    const answer = answers[request.url ?? ""];
    response.setHeader("content-type", "application/json");
    Promise.resolve(answer?.(request))
      .then((body) => response.writeHead(body ? 200 : 404).end(JSON.stringify(body ?? {})))
      .catch((error: Error) =>
        response
          .writeHead(400)
          .end(JSON.stringify({ error: "invalid_client", error_description: error.message })),
      );
  });
  return { issuer, seen, close: () => void server.close() };
}

describe("a provider whose clients sign their secret", () => {
  let scene: FederationScene;
  let provider: Awaited<ReturnType<typeof likeApple>>;
  let providerId: number;
  const settings = () => ({
    issuer: provider.issuer,
    clientId: "org.example.castellan",
    scopes: "openid email name",
    teamId: "TEAM123456",
    keyId: "KEY1234567",
    createPeople: true,
  });
  const configuration = (more: object = {}) => ({ kind: "oidc", settings: { ...settings(), ...more } });
  beforeAll(async () => {
    [scene, provider] = await Promise.all([federationScene(databaseKind), likeApple()]);
    ({ providerId } = await scene.test.run(1, createProvider, {
      name: "Apple",
      configuration: configuration(),
      secret: pem,
    }));
    await scene.connector("Social");
  });
  afterAll(async () => {
    provider.close();
    await scene.test.close();
  });

  const callback = () => `${baseUrl}/federation/acme/oidc/${providerId}/callback`;
  /** Posts the provider's answer as a form from the provider's site. */
  const post = (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields).toString();
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(body.length),
      origin: provider.issuer,
    };
    return scene.routes(new Request(callback(), { method: "POST", body, headers }), facts);
  };
  const departed = async () => {
    const { searchParams } = new URL((await scene.begin(providerId))!);
    provider.seen.nonce = searchParams.get("nonce")!;
    return searchParams;
  };

  it("is requested to answer with a form, which vouches for a user", async () => {
    const asked = await departed();
    expect(Object.fromEntries(asked)).toMatchObject({
      response_mode: "form_post",
      redirect_uri: callback(),
      scope: "openid email name",
    });
    const user = JSON.stringify({
      name: { firstName: "Ada", lastName: "Lovelace" },
      email: "root@acme.example",
    });
    const answer = await post({ state: asked.get("state")!, code: "c-1", user });
    const { path, token } = claimOf(answer);
    expect(path).toBe("/interaction/uid-1/outside");
    const proof = await scene.claim(token);
    expect(proof).toMatchObject({ connector: "Social" });
    const person = await scene.test.write(1, (tx) => tx.users.get(proof!.userId));
    // The address comes from the signed data. Users choose the name themselves.
    expect(person).toMatchObject({ email: "ada@example.org", givenName: "Ada", familyName: "Lovelace" });
    expect(provider.seen.secrets).toHaveLength(1);
  });

  it("attack: does not rename a user by the unsigned name of a later answer", async () => {
    const signIn = async (firstName: string) => {
      const asked = await departed();
      const user = JSON.stringify({ name: { firstName, lastName: "Lovelace" } });
      const { token } = claimOf(await post({ state: asked.get("state")!, code: "c-1", user }));
      return (await scene.claim(token))!.userId;
    };
    const userId = await signIn("Ada");
    expect(await signIn("Mallory")).toBe(userId);
    const person = await scene.test.write(1, (tx) => tx.users.get(userId));
    expect(person).toMatchObject({ name: "Ada Lovelace", givenName: "Ada" });
  });

  it("cannot set the address by the unsigned name, even if the name is mapped to it", async () => {
    const mapped = { attributes: { email: "name" }, trustEmail: true };
    await scene.test.run(1, updateProvider, {
      providerId,
      name: "Apple",
      configuration: configuration(mapped),
    });
    const asked = await departed();
    const user = JSON.stringify({ name: { firstName: "root@acme.example" } });
    const { token } = claimOf(await post({ state: asked.get("state")!, code: "c-1", user }));
    await scene.test.write(1, (tx) => tx.identities.removeWhere(eq(identities.providerId, providerId)));
    expect(await scene.claim(token)).toBeNull();
    expect((await scene.lastSignIn())?.explanation?.[0]).toMatch(/tells no e-mail address/);
    await scene.test.run(1, updateProvider, { providerId, name: "Apple", configuration: configuration() });
  });

  it("is refused with another sign-in's nonce, and causes no answer if no sign-in awaits it", async () => {
    const asked = await departed();
    provider.seen.nonce = "another";
    const answer = await post({ state: asked.get("state")!, code: "c-1" });
    expect(claimOf(answer)).toMatchObject({ error: "outside", token: null });
    expect(claimOf(await post({ state: "nobody", code: "c-1" })).path).toBe("/interaction/expired");
    const cancelled = await departed();
    const refused = await post({ state: cancelled.get("state")!, error: "user_cancelled_authorize" });
    expect(claimOf(refused)).toMatchObject({ error: "outside" });
    expect((await scene.lastSignIn())?.explanation?.[0]).toMatch(/user_cancelled_authorize/);
  });

  it("requires team, key and a private key for ES256", async () => {
    const make = (more: object, secret: string | null) =>
      scene.test.run(1, createProvider, { name: "Half", configuration: configuration(more), secret });
    await expect(make({ keyId: "" }, pem)).rejects.toMatchObject(
      refusal(400, "configuration.settings.keyId"),
    );
    await expect(make({ teamId: "" }, pem)).rejects.toMatchObject(
      refusal(400, "configuration.settings.teamId"),
    );
    for (const issuer of [APPLE_ISSUER, `${APPLE_ISSUER}/`])
      await expect(make({ issuer, teamId: "", keyId: "" }, "a secret")).rejects.toMatchObject(
        refusal(400, "configuration.settings.teamId"),
      );
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
    const wrong = rsa.export({ type: "pkcs8", format: "pem" }).toString();
    for (const secret of [null, "secret", wrong])
      await expect(make({}, secret)).rejects.toMatchObject(refusal(400, "secret"));
    // If no key is sent, the stored key remains. The key cannot be removed.
    const change = (secret?: string | null, more: object = {}) =>
      scene.test.run(1, updateProvider, {
        providerId,
        name: "Apple",
        configuration: configuration(more),
        ...(secret !== undefined && { secret }),
      });
    await expect(change()).resolves.toMatchObject({ hasSecret: true });
    await expect(change(null)).rejects.toMatchObject(refusal(400, "secret"));
    // Without a team, Castellan would send the key itself as a client secret.
    await expect(change(undefined, { teamId: "", keyId: "" })).rejects.toMatchObject(refusal(400, "secret"));
  });

  it("gets a secret that is valid for minutes, signed by its own key", async () => {
    const now = new Date();
    const secret = signedSecret(OidcSettings.parse(settings()), pem, now);
    await expect(jwtVerify(secret, publicKey, { currentDate: now })).resolves.toBeDefined();
    await expect(jwtVerify(secret, publicKey, { currentDate: new Date(+now + 301_000) })).rejects.toThrow();
  });

  it.each([
    ["nothing", null, {}],
    ["no JSON", "{", {}],
    ["no object", "7", {}],
    ["no texts", '{"name":{"firstName":{},"lastName":7}}', {}],
    ["one name", '{"name":{"firstName":" Ada "}}', { given_name: "Ada", name: "Ada" }],
  ])("returns from the name beside its answer: %s", (_what, user, name) => {
    const url = new URL("https://castellan.example/callback");
    if (user !== null) url.searchParams.set("user", user);
    expect(nameBeside(url)).toEqual(name);
  });
});
