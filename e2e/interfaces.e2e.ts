import { expect, test, type Seed } from "./support/test";

/*
 * The machine interfaces of the built server. Other tests cover the rules. These tests show that the rules apply behind
 * server/main.ts.
 */

interface Credential {
  clientId: string;
  clientSecret: string;
}

test.describe("the machine interfaces", () => {
  test.describe.configure({ mode: "serial" });
  let url: string;
  let seed: Seed;
  test.beforeAll(({ seed: ofServer }) => {
    [url, seed] = [ofServer.baseUrl, ofServer];
  });

  const token = async ({ clientId, clientSecret }: Credential, basic = false) => {
    const response = await fetch(`${url}/token`, {
      method: "POST",
      headers: basic
        ? { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}` }
        : {},
      body: new URLSearchParams({
        grant_type: "client_credentials",
        ...(!basic && { client_id: clientId, client_secret: clientSecret }),
      }),
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const call = async (
    bearer: string | null,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === "" ? null : JSON.parse(text)) as Record<string, unknown>,
    };
  };

  test("serves discovery with the endpoints, and the keys", async () => {
    const { body } = await call(null, "GET", "/.well-known/openid-configuration");
    expect(body).toMatchObject({
      issuer: url,
      token_endpoint: `${url}/token`,
      introspection_endpoint: `${url}/introspect`,
      revocation_endpoint: `${url}/revoke`,
      jwks_uri: `${url}/jwks`,
    });
    // Tests of the console may have rotated keys of this server.
    const keys = (await call(null, "GET", "/jwks")).body["keys"] as { alg: string }[];
    expect(new Set(keys.map(({ alg }) => alg))).toEqual(new Set(["RS256", "ES256", "PS256", "EdDSA"]));
    expect((await call(null, "GET", "/healthz")).status).toBe(200);
    expect((await call(null, "GET", "/readyz")).status).toBe(200);
  });

  test("issues, introspects and revokes tokens", async () => {
    const { credential } = seed.tenants[0];
    await token(credential, true);
    const bearer = await token(credential);
    const authenticated = {
      client_id: credential.clientId,
      client_secret: credential.clientSecret,
      token: bearer,
    };
    const post = (path: string) =>
      fetch(url + path, { method: "POST", body: new URLSearchParams(authenticated) });
    expect(await (await post("/introspect")).json()).toMatchObject({
      active: true,
      client_id: credential.clientId,
    });
    expect((await call(bearer, "GET", "/api/v1/users")).status).toBe(200);
    expect((await post("/revoke")).status).toBe(200);
    expect(await (await post("/introspect")).json()).toEqual({ active: false });
    expect(await call(bearer, "GET", "/api/v1/users")).toMatchObject({
      status: 401,
      body: { error: "invalid_token" },
    });
  });

  test("changes a user through every state, and names the field of bad input", async () => {
    const bearer = await token(seed.tenants[0].credential);
    const created = await call(
      bearer,
      "POST",
      "/api/v1/users",
      { email: "mount@acme.example", name: "Mount" },
      { "idempotency-key": "mount-1" },
    );
    expect(created).toMatchObject({ status: 201, body: { status: "active" } });
    const again = await call(
      bearer,
      "POST",
      "/api/v1/users",
      { email: "mount@acme.example", name: "Mount" },
      { "idempotency-key": "mount-1" },
    );
    expect(again).toMatchObject({ status: 201, body: created.body });
    const path = `/api/v1/users/${String(created.body["userId"])}`;
    expect((await call(bearer, "PATCH", path, { name: "Änderung ✓" })).body["name"]).toBe("Änderung ✓");
    expect((await call(bearer, "DELETE", path)).body["status"]).toBe("suspended");
    expect((await call(bearer, "POST", `${path}/reactivate`)).body["status"]).toBe("active");
    expect((await call(bearer, "POST", `${path}/lock`, { indefinite: true })).body).toMatchObject({
      locked: true,
      indefinite: true,
    });
    expect((await call(bearer, "POST", `${path}/unlock`)).body).toMatchObject({ locked: false });
    expect(await call(bearer, "POST", "/api/v1/users", "{nonsense")).toMatchObject({
      status: 400,
      body: { error: "invalid_request" },
    });
    expect(await call(bearer, "POST", "/api/v1/users", { email: "x@y.example", nmae: 1 })).toMatchObject({
      status: 400,
    });
    expect(
      (await call(bearer, "POST", "/api/v1/users", { email: "x@y.example", name: "x".repeat(1_100_000) }))
        .status,
    ).toBe(413);
    expect((await call(bearer, "GET", "/api/v1/users/9007199254740993")).status).toBe(404);
    expect((await call(bearer, "PUT", "/api/v1/users")).status).toBe(405);
  });

  test("requires a token and its capability at every endpoint of the OpenAPI document", async () => {
    const { body: document } = await call(null, "GET", "/api/v1/openapi.json");
    const { fixtures } = seed;
    const readLog = await token(fixtures.capabilityCredentials["ReadAuditLog"]!);
    const search = await token(fixtures.platformCapabilityCredentials["SearchTenants"]!);
    let seen = 0;
    for (const [path, methods] of Object.entries(
      document["paths"] as Record<string, Record<string, { "x-capability": string }>>,
    )) {
      for (const [method, operation] of Object.entries(methods)) {
        const target = path.replace(/\{\w+\}/g, "1");
        const none = await call(null, method.toUpperCase(), target);
        expect(none, `${method} ${path}`).toMatchObject({
          status: 401,
          body: { error: "invalid_request" },
        });
        expect(none.headers.get("www-authenticate")).toMatch(/^Bearer/);
        expect(none.headers.get("x-request-id")).toBeTruthy();
        const capability = operation["x-capability"];
        const platform = path.startsWith("/api/v1/tenants");
        if (capability !== (platform ? "SearchTenants" : "ReadAuditLog")) {
          expect(
            await call(platform ? search : readLog, method.toUpperCase(), target),
            `${method} ${path}`,
          ).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
        }
        seen++;
      }
    }
    expect(seen).toBeGreaterThan(25);
  });

  test("creates an organization and finds it", async () => {
    const bearer = await token(seed.platform.credential);
    const created = await call(bearer, "POST", "/api/v1/tenants", {
      tenantName: "Mount & Söhne",
      adminEmail: "boss@mount.example",
      password: "a long and uncommon one",
      app: { name: "App", redirectUris: ["https://app.example/cb"] },
    });
    expect(created).toMatchObject({
      status: 201,
      body: { slug: "mountsohne", app: { clientId: expect.any(String) as unknown as string } },
    });
    expect((await call(bearer, "GET", "/api/v1/tenants?slug=mountsohne")).body["tenantId"]).toBe(
      created.body["tenantId"],
    );
    expect(await call(bearer, "GET", "/api/v1/tenants/search?q=tsoh")).toMatchObject({
      body: [{ slug: "mountsohne" }],
    });
    expect((await call(bearer, "GET", "/api/v1/tenants")).status).toBe(400);
  });
});
