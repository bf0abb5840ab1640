import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  authenticationWorld,
  BASE_URL,
  get,
  post,
  tokenOf,
  type AuthenticationWorld,
  type TestCredential,
} from "@/server/testing/authentication";
import { databaseKinds } from "@/server/testing/stores";
import type { Authentication } from "../authentication";

describe.each(databaseKinds)("POST /token on %s", (kind) => {
  let world: AuthenticationWorld;
  let auth: Authentication;
  let credential: TestCredential;
  beforeAll(async () => {
    world = await authenticationWorld(kind);
    auth = await world.instance();
    credential = await world.credential((await world.tenant()).tenantId);
  });
  afterAll(() => world.close());

  const form = (changes: Record<string, string> = {}) => ({
    grant_type: "client_credentials",
    client_id: credential.clientId,
    client_secret: credential.clientSecret,
    ...changes,
  });
  const basic = (id = credential.clientId, secret = credential.clientSecret) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
  });

  it("issues an RFC 9068 token by body", async () => {
    const answer = await post(auth, "/token", form());
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body).toMatchObject({
      token_type: "Bearer",
      expires_in: 3600,
      scope: "ManageUsers ManageRoles",
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const token = answer.body["access_token"] as string;
    expect(decodeProtectedHeader(token)).toMatchObject({ typ: "at+jwt", alg: "EdDSA" });
    expect(decodeJwt(token)).toMatchObject({
      iss: BASE_URL,
      aud: `${BASE_URL}/api/v1`,
      sub: String(credential.serviceAccountId),
      client_id: credential.clientId,
      scope: "ManageUsers ManageRoles",
      tid: credential.tenantId,
      gen: 1,
    });
  });

  it("issues a token with HTTP Basic, and refuses both methods at once", async () => {
    expect(await post(auth, "/token", { grant_type: "client_credentials" }, basic())).toMatchObject({
      status: 200,
    });
    expect(await post(auth, "/token", form(), basic())).toMatchObject({
      status: 400,
      body: { error: "invalid_request" },
    });
  });

  it("grants a requested subset of the capabilities, and none that the credential lacks", async () => {
    const fewer = await post(auth, "/token", form({ scope: "ManageRoles" }));
    expect(fewer).toMatchObject({ status: 200, body: { scope: "ManageRoles" } });
    for (const scope of ["ManageWebhooks", "ManageUsers ManageWebhooks", "openid", "nothing"]) {
      expect(await post(auth, "/token", form({ scope }))).toMatchObject({
        status: 400,
        body: { error: "invalid_scope" },
      });
    }
    expect(await post(auth, "/token", form({ scope: 'Manage"Users' }))).toMatchObject({
      status: 400,
      body: { error: "invalid_scope" },
    });
  });

  it("accepts only the REST interfaces as the resource", async () => {
    expect(await post(auth, "/token", form({ resource: `${BASE_URL}/api/v1` }))).toMatchObject({
      status: 200,
    });
    expect(await post(auth, "/token", form({ resource: "https://elsewhere.example" }))).toMatchObject({
      status: 400,
      body: { error: "invalid_target" },
    });
  });

  it("follows the lifetime in the settings", async () => {
    world.set({ managementTokenSeconds: 120 });
    expect(await post(auth, "/token", form())).toMatchObject({ body: { expires_in: 120 } });
    world.set({ managementTokenSeconds: 3_600 });
  });

  it("answers with RFC 6749 errors", async () => {
    const wrong = await post(auth, "/token", form({ client_secret: "wrong" }));
    expect(wrong).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    const wrongBasic = await post(
      auth,
      "/token",
      { grant_type: "client_credentials" },
      basic(credential.clientId, "wrong"),
    );
    expect(wrongBasic).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    expect(wrongBasic.headers.get("www-authenticate")).toMatch(/^Basic realm=/);
    for (const clientId of [
      "nobody",
      `t${credential.tenantId}_${"x".repeat(22)}`,
      `platform_${"x".repeat(22)}`,
      "t9999999999999999999_xxxxxxxxxxxxxxxxxxxxxx",
      "' or 1=1 --",
      "\0",
    ]) {
      expect(await post(auth, "/token", form({ client_id: clientId })), clientId).toMatchObject({
        status: 401,
        body: { error: "invalid_client" },
      });
    }
    const noSecret = { grant_type: "client_credentials", client_id: credential.clientId };
    expect(await post(auth, "/token", noSecret)).toMatchObject({
      status: 401,
      body: { error: "invalid_client" },
    });
    expect(await post(auth, "/token", form({ grant_type: "password" }))).toMatchObject({
      status: 400,
      body: { error: "unsupported_grant_type" },
    });
    expect(await post(auth, "/token", form({ grant_type: "authorization_code" }))).toMatchObject({
      status: 400,
      body: { error: "unauthorized_client" },
    });
    expect(await post(auth, "/token", form({ grant_type: "" }))).toMatchObject({
      status: 400,
      body: { error: "invalid_request" },
    });
    expect(await post(auth, "/token", "{}", { "content-type": "application/json" })).toMatchObject({
      status: 400,
      body: { error: "invalid_request" },
    });
    expect(await post(auth, "/token", "")).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    const twice = `${new URLSearchParams(form()).toString()}&client_id=${credential.clientId}`;
    expect(await post(auth, "/token", twice)).toMatchObject({
      status: 400,
      body: { error: "invalid_request" },
    });
    expect(await post(auth, "/token", `a=${"x".repeat(100_000)}`)).toMatchObject({
      status: 413,
      body: { error: "invalid_request" },
    });
    // Errors are JSON for any Accept header.
    expect(
      await post(auth, "/token", form({ client_secret: "wrong" }), { accept: "text/html" }),
    ).toMatchObject({ body: { error: "invalid_client" } });
  });

  it("refuses other methods and paths", async () => {
    const refused = await get(auth, "/token");
    expect(refused.status).toBe(405);
    expect(refused.headers.get("allow")).toContain("POST");
    expect((await get(auth, "/registration")).status).toBe(404);
  });

  it("allows requests from the console's own pages in a browser, and from no others", async () => {
    const own = await post(auth, "/token", form(), { origin: BASE_URL });
    expect(own.status).toBe(200);
    expect(own.headers.get("access-control-allow-origin")).toBe(BASE_URL);
    expect((await post(auth, "/token", form(), { origin: "https://evil.example" })).status).toBe(400);
  });

  it("publishes the configured address for any content of the request", async () => {
    for (const path of ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"]) {
      const { status, body } = await get(auth, path, {
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        issuer: BASE_URL,
        token_endpoint: `${BASE_URL}/token`,
        introspection_endpoint: `${BASE_URL}/introspect`,
        revocation_endpoint: `${BASE_URL}/revoke`,
        jwks_uri: `${BASE_URL}/jwks`,
        authorization_endpoint: `${BASE_URL}/authorize`,
        userinfo_endpoint: `${BASE_URL}/userinfo`,
        end_session_endpoint: `${BASE_URL}/end_session`,
        grant_types_supported: [
          "authorization_code",
          "refresh_token",
          "client_credentials",
          "urn:ietf:params:oauth:grant-type:device_code",
        ],
        response_types_supported: ["code", "none"],
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
        token_endpoint_auth_methods_supported: [
          "client_secret_basic",
          "client_secret_post",
          "private_key_jwt",
          "none",
        ],
        token_endpoint_auth_signing_alg_values_supported: ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"],
      });
    }
  });

  it("refuses rotated, revoked and suspended credentials", async () => {
    const { tenantId } = await world.tenant();
    const refused = { status: 401, body: { error: "invalid_client" } };
    const ask = ({ clientId, clientSecret }: TestCredential) =>
      post(auth, "/token", form({ client_id: clientId, client_secret: clientSecret }));
    const revoked = await world.credential(tenantId);
    expect(await ask(revoked)).toMatchObject({ status: 200 });
    await world.database.sql`update credentials set revoked_at = now() where client_id = ${revoked.clientId}`;
    expect(await ask(revoked)).toMatchObject(refused);

    const rotated = await world.credential(tenantId);
    expect(await ask(rotated)).toMatchObject({ status: 200 });
    await world.database
      .sql`update credentials set secret_hash = repeat('0', 64), secret_generation = 2 where client_id = ${rotated.clientId}`;
    expect(await ask(rotated)).toMatchObject(refused);

    const orphan = await world.credential(tenantId);
    await world.database
      .sql`update users set status = 'suspended' where tenant_id = ${tenantId} and id = ${orphan.serviceAccountId}`;
    expect(await ask(orphan)).toMatchObject(refused);

    const stopped = await world.credential(tenantId);
    await world.database.sql`update tenants set status = 'suspended' where id = ${tenantId}`;
    expect(await ask(stopped)).toMatchObject(refused);
    await world.database.sql`update tenants set status = 'active' where id = ${tenantId}`;
    expect(await ask(stopped)).toMatchObject({ status: 200 });
  });

  it("issues a token of a different kind to a platform credential", async () => {
    const platform = await world.platformCredential();
    const claims = decodeJwt(await tokenOf(auth, platform));
    expect(claims).toMatchObject({
      sub: platform.clientId,
      client_id: platform.clientId,
      scope: "CreateTenants SearchTenants",
    });
    expect(claims).not.toHaveProperty("tid");
  });

  it("limits guesses of one client and from one address, and does not delay the right secret", async () => {
    const guess = (clientId: string, ip: string) =>
      post(auth, "/token", form({ client_id: clientId, client_secret: "wrong" }), {}, ip);
    const good = (ip: string, { clientId, clientSecret } = credential) =>
      post(auth, "/token", form({ client_id: clientId, client_secret: clientSecret }), {}, ip);
    const other = await world.credential(credential.tenantId);
    const [here, there] = ["198.51.100.1", "198.51.100.2"];
    for (let count = 0; count < 20; count += 1) expect((await guess(other.clientId, here)).status).toBe(401);
    const held = await guess(other.clientId, here);
    expect(held).toMatchObject({ status: 429, body: { error: "too_many_requests" } });
    expect(Number(held.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await good(here, other)).status).toBe(200);
    expect((await guess(other.clientId, here)).status).toBe(429);
    expect((await guess(other.clientId, there)).status).toBe(401);

    const unknown = (count: number) => `t${credential.tenantId}_${String(count).padStart(22, "0")}`;
    for (let count = 0; count < 40; count += 1) expect((await guess(unknown(count), here)).status).toBe(401);
    expect((await guess(unknown(99), here)).status).toBe(429);
    expect((await guess(credential.clientId, here)).status).toBe(429);
    expect((await good(here)).status).toBe(200);
  });
});
