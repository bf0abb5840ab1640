import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWK } from "jose";
import * as client from "openid-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setAppAuthentication } from "@/server/domain/apps/client-authentication";
import { createMachineApp, setAppOwnScopes } from "@/server/domain/apps/machine";
import { tenantActor } from "@/server/testing/operations";
import { createScene, type Scene } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";
import { createKeyFetch } from "./client-keys";

const TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

describe.each(databaseKinds)("apps that authenticate by a key on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })));
  afterAll(() => rig.close());

  async function keyPair(alg = "ES256") {
    const pair = await generateKeyPair(alg, { extractable: true });
    const jwk = { ...(await exportJWK(pair.publicKey)), kid: `${alg} key` } as JWK & { kty: string };
    return { ...pair, alg, jwk };
  }
  type Pair = Awaited<ReturnType<typeof keyPair>>;

  async function machine(pair: Pair) {
    const { tenantId } = await rig.world.tenant();
    const actor = tenantActor(tenantId);
    const { appId, clientId, clientSecret } = await rig.execute(actor, createMachineApp, {
      name: "Importer",
    });
    await rig.execute(actor, setAppOwnScopes, { appId, ownScopes: ["documents:render"] });
    const register = (keys: object[]) =>
      rig.execute(actor, setAppAuthentication, {
        appId,
        method: "private_key_jwt",
        jwks: { keys: keys as never },
      });
    await register([pair.jwk]);
    return { tenantId, actor, appId, clientId, clientSecret, register };
  }

  const now = () => Math.floor(Date.now() / 1_000);
  const claimsOf = (clientId: string, more: object = {}) => ({
    iss: clientId,
    sub: clientId,
    aud: rig.baseUrl,
    jti: crypto.randomUUID(),
    iat: now(),
    exp: now() + 60,
    ...more,
  });
  const assertionOf = (pair: Pair, claims: object, header: object = {}) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: pair.alg, kid: pair.jwk.kid!, ...header })
      .sign(pair.privateKey);
  const ask = (assertion: string, more: Record<string, string> = {}) =>
    rig.post("/token", {
      grant_type: "client_credentials",
      client_assertion_type: TYPE,
      client_assertion: assertion,
      ...more,
    });

  it.each(["RS256", "PS256", "ES256", "Ed25519"])("accept a JWT with %s by openid-client", async (alg) => {
    const pair = await keyPair(alg);
    const { clientId } = await machine(pair);
    const config = await client.discovery(
      new URL(rig.baseUrl),
      clientId,
      undefined,
      client.PrivateKeyJwt({ key: pair.privateKey, kid: pair.jwk.kid! }),
      { execute: [client.allowInsecureRequests] },
    );
    const tokens = await client.clientCredentialsGrant(config);
    expect(await client.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: true });
    await client.tokenRevocation(config, tokens.access_token);
    expect(await client.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false });
  });

  it("accept the token endpoint as audience, and a code of a user", async () => {
    const pair = await keyPair();
    const setting = await rig.addTenant();
    const input = {
      appId: setting.appId,
      method: "private_key_jwt" as const,
      jwks: { keys: [pair.jwk as never] },
    };
    await rig.execute(setting.actor, setAppAuthentication, input);
    const { code, verifier } = await rig.codeOf(setting);
    const form = {
      grant_type: "authorization_code",
      redirect_uri: setting.app.redirectUri,
      code,
      code_verifier: verifier,
      client_assertion_type: TYPE,
      client_assertion: await assertionOf(
        pair,
        claimsOf(setting.app.clientId, { aud: `${rig.baseUrl}/token` }),
      ),
    };
    expect((await rig.post("/token", form)).status).toBe(200);
  });

  it("fetch the keys from the app's address", async () => {
    const [pair, next] = [await keyPair(), await keyPair()];
    next.jwk = { ...next.jwk, kid: "next" };
    const published = { keys: [pair.jwk] };
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end(JSON.stringify(published));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const jwksUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
    const { actor, appId, clientId } = await machine(pair);
    await rig.execute(actor, setAppAuthentication, { appId, method: "private_key_jwt", jwksUri });
    for (let n = 0; n < 3; n += 1)
      expect((await ask(await assertionOf(pair, claimsOf(clientId)))).status).toBe(200);
    // An unknown key does not cause a request for each JWT.
    for (let n = 0; n < 3; n += 1)
      expect((await ask(await assertionOf(next, claimsOf(clientId)))).status).toBe(401);
    expect(asked).toBe(1);
    server.close();
  });

  it("replay: a JWT is accepted once, also by concurrent requests", async () => {
    const pair = await keyPair();
    const { clientId } = await machine(pair);
    const once = await assertionOf(pair, claimsOf(clientId));
    expect((await ask(once)).status).toBe(200);
    expect(await ask(once)).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    const raced = await assertionOf(pair, claimsOf(clientId));
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(raced)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body["error"]]).toEqual([401, "invalid_client"]);
  });

  it("replay: a JWT that another instance has accepted is refused", async () => {
    const pair = await keyPair();
    const { clientId } = await machine(pair);
    const assertion = await assertionOf(pair, claimsOf(clientId));
    expect((await ask(assertion)).status).toBe(200);
    const other = await rig.world.instance(rig.baseUrl);
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_assertion_type: TYPE,
      client_assertion: assertion,
    });
    const request = new Request(`${rig.baseUrl}/token`, { method: "POST", body });
    expect((await other.main.oidc(request, { ip: "192.0.2.1" })).status).toBe(401);
  });

  it.each<[string, (clientId: string) => object]>([
    ["for another server", () => ({ aud: "https://other.example" })],
    ["for this server and another one", () => ({ aud: [rig.baseUrl, "https://other.example"] })],
    ["for an address that only begins like this server", () => ({ aud: `${rig.baseUrl}.evil.example` })],
    ["for the interface of another path", () => ({ aud: `${rig.baseUrl}/introspect` })],
    ["without an audience", () => ({ aud: undefined })],
    ["that has expired", () => ({ exp: now() - 60 })],
    ["without an expiry", () => ({ exp: undefined })],
    ["that lives for an hour", () => ({ exp: now() + 3_600 })],
    ["that is not valid yet", () => ({ nbf: now() + 120 })],
    ["without a jti", () => ({ jti: undefined })],
    ["with a jti of 300 characters", () => ({ jti: "x".repeat(300) })],
    ["of another issuer", () => ({ iss: "t1_other" })],
    ["without an issuer", () => ({ iss: undefined })],
    ["about a client that does not exist", (clientId) => ({ sub: `${clientId}x` })],
  ])("refuse a JWT %s", async (_what, change) => {
    const pair = await keyPair();
    const { clientId } = await machine(pair);
    const assertion = await assertionOf(pair, claimsOf(clientId, change(clientId)));
    const { status } = await ask(assertion);
    expect([400, 401]).toContain(status);
  });

  it("forged JWT: refuses the key of another app, also under the same kid", async () => {
    const [pair, other] = [await keyPair(), await keyPair()];
    const { clientId } = await machine(pair);
    const theirs = await machine(other);
    expect((await ask(await assertionOf(other, claimsOf(clientId)))).status).toBe(401);
    expect((await ask(await assertionOf(other, claimsOf(clientId, { iss: theirs.clientId })))).status).toBe(
      401,
    );
    const mixed = await assertionOf(pair, claimsOf(clientId));
    expect((await ask(mixed, { client_id: theirs.clientId })).status).toBe(400);
  });

  it("algorithm confusion: refuses none, HMAC with the public key or with the secret, and a key in the header", async () => {
    const pair = await keyPair("RS256");
    const { clientId, clientSecret } = await machine(pair);
    const claims = claimsOf(clientId);
    expect((await ask(new UnsecuredJWT(claims).encode())).status).toBe(401);
    for (const secret of [JSON.stringify(pair.jwk), pair.jwk.n!, clientSecret]) {
      const key = new TextEncoder().encode(secret.padEnd(32, " "));
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", kid: pair.jwk.kid! })
        .sign(key);
      expect((await ask(forged)).status).toBe(401);
    }
    const own = await keyPair("RS256");
    const embedded = await assertionOf(own, claims, { jwk: own.jwk, jku: "https://evil.example/jwks" });
    expect((await ask(embedded)).status).toBe(401);
    const longer = await keyPair("RS512");
    const { clientId: other, register } = await machine(await keyPair());
    await register([{ ...longer.jwk }]);
    expect((await ask(await assertionOf(longer, claimsOf(other)))).status).toBe(401);
    expect((await ask(await assertionOf({ ...longer, alg: "RS512" }, claimsOf(other)))).status).toBe(401);
  });

  it("stolen secret: stops working when the app authenticates by a key, and does not come back", async () => {
    const pair = await keyPair();
    const { actor, appId, clientId, clientSecret } = await machine(pair);
    const withSecret = (secret: string) =>
      rig.post("/token", { grant_type: "client_credentials", client_id: clientId, client_secret: secret });
    expect((await withSecret(clientSecret)).status).toBe(401);
    const own = (await ask(await assertionOf(pair, claimsOf(clientId)))).body["access_token"]!;
    const changed = await rig.execute(actor, setAppAuthentication, { appId, method: "client_secret" });
    expect((await withSecret(clientSecret)).status).toBe(401);
    expect((await withSecret(changed.clientSecret!)).status).toBe(200);
    expect((await ask(await assertionOf(pair, claimsOf(clientId)))).status).toBe(401);
    const bearer = rig.auth.bearer(`Bearer ${own}`, { ip: null, requestId: null });
    await expect(bearer).rejects.toMatchObject({ error: "invalid_token" });
  });

  it("are limited when they fail, like wrong secrets, and a valid JWT is not delayed", async () => {
    const [pair, foreign] = [await keyPair(), await keyPair()];
    const { clientId } = await machine(pair);
    const fail = async () => ask(await assertionOf(foreign, claimsOf(clientId)));
    for (let count = 0; count < 20; count += 1) expect((await fail()).status).toBe(401);
    expect(await fail()).toMatchObject({ status: 429, body: { error: "too_many_requests" } });
    expect((await ask(await assertionOf(pair, claimsOf(clientId)))).status).toBe(200);
    expect((await fail()).status).toBe(429);
  });

  it("stolen key: its removal ends the tokens that the app got", async () => {
    const [stolen, next] = [await keyPair(), { ...(await keyPair()) }];
    next.jwk = { ...next.jwk, kid: "next" };
    const { clientId, register } = await machine(stolen);
    await register([stolen.jwk, next.jwk]);
    const { body } = await ask(await assertionOf(stolen, claimsOf(clientId)));
    const bearer = () => rig.auth.bearer(`Bearer ${body["access_token"]}`, { ip: null, requestId: null });
    expect(await bearer()).toBeDefined();
    await register([next.jwk]);
    await expect(bearer()).rejects.toMatchObject({ error: "invalid_token" });
    expect((await ask(await assertionOf(stolen, claimsOf(clientId)))).status).toBe(401);
    expect((await ask(await assertionOf(next, claimsOf(clientId)))).status).toBe(200);
  });
});

describe("the keys at an app's address", () => {
  const record = () => ({ tenantId: 1 }) as never;
  const key = { kty: "EC", crv: "P-256", x: "x", y: "y" };
  const answering = (answers: (() => { status: number; text: string })[]) => {
    const asked: string[] = [];
    const fetchKeys = createKeyFetch((address) => {
      asked.push(address);
      const answer = answers[Math.min(asked.length, answers.length) - 1]!;
      return Promise.resolve().then(() => ({ headers: {}, ...answer() }));
    }, record);
    return { asked, fetchKeys };
  };
  const good = () => ({ status: 200, text: JSON.stringify({ keys: [key] }) });

  it("are requested once for concurrent and repeated uses", async () => {
    const { asked, fetchKeys } = answering([good]);
    const found = await Promise.all([1, 2, 3].map(() => fetchKeys("https://app.example/jwks")));
    expect(found.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await fetchKeys("https://app.example/jwks")).status).toBe(200);
    expect(asked).toHaveLength(1);
  });

  it.each<[string, () => { status: number; text: string }]>([
    ["an error", () => ({ status: 500, text: "{}" })],
    ["no JSON", () => ({ status: 200, text: "<html>" })],
    ["no set", () => ({ status: 200, text: `{"keys":{}}` })],
    [
      "too many keys",
      () => ({ status: 200, text: JSON.stringify({ keys: Array.from({ length: 21 }, () => key) }) }),
    ],
    [
      "too long a set",
      () => ({ status: 200, text: JSON.stringify({ keys: [{ ...key, x: "x".repeat(70_000) }] }) }),
    ],
    [
      "a redirect to a private address",
      () => {
        throw new Error("refused");
      },
    ],
  ])("amplification: %s is not requested again for each JWT", async (_what, answer) => {
    const { asked, fetchKeys } = answering([answer]);
    for (const _ of [1, 2, 3]) expect((await fetchKeys("https://app.example/jwks")).status).toBe(502);
    expect(asked).toHaveLength(1);
  });
});
