import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { deflateRawSync, gzipSync } from "node:zlib";
import { CompactEncrypt, SignJWT, type JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withdrawConnectedApp } from "@/server/domain/apps/connected-apps";
import { revokeSessions } from "@/server/domain/sessions/sessions";
import { createGuardedRequest } from "@/server/ports/guarded-fetch";
import { post as postTo, tokenOf } from "@/server/testing/authentication";
import { createScene, type Scene, type SceneTenant } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";
import { openKeyRing } from "./keys";

const AUDIENCE = "https://api.tokens.example";

describe.each(databaseKinds)("attacks by tokens and codes, on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })), 60_000);
  afterAll(() => rig.close());

  async function signedIn(setting: SceneTenant, resource?: string) {
    const { code, verifier } = await rig.codeOf(setting, resource === undefined ? {} : { resource });
    const form = { code, code_verifier: verifier, ...(resource !== undefined && { resource }) };
    return (await rig.exchange(setting, form)).body as Record<
      "access_token" | "refresh_token" | "id_token",
      string
    >;
  }

  describe("a code", () => {
    it("that is sent ten times at once gives tokens to at most one request, and these tokens are then invalid", async () => {
      const setting = await rig.addTenant();
      const { code, verifier } = await rig.codeOf(setting);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => rig.exchange(setting, { code, code_verifier: verifier })),
      );
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners.length).toBeLessThanOrEqual(1);
      for (const { body } of winners) {
        expect(await rig.userinfo(body["access_token"]!)).toBe(401);
        expect(await rig.introspect(setting, body["access_token"]!)).toEqual({ active: false });
        expect((await rig.refresh(setting, body["refresh_token"]!)).status).toBe(400);
      }
    });

    it("is refused with another redirect URI, or with another client's secret", async () => {
      const setting = await rig.addTenant({
        redirectUris: ["https://shop.example/cb", "https://shop.example/two"],
      });
      const wrong: Record<string, string>[] = [
        { redirect_uri: "https://shop.example/two" },
        { redirect_uri: "https://shop.example/cb?x=1" },
        { client_secret: "wrong" },
      ];
      for (const form of wrong) {
        const { code, verifier } = await rig.codeOf(setting);
        const { status } = await rig.exchange(setting, { code, code_verifier: verifier, ...form });
        expect(status).toBeGreaterThanOrEqual(400);
      }
    });

    it("ends with the consent, and with the session, in which it was issued", async () => {
      const endings: ((setting: SceneTenant) => Promise<unknown>)[] = [
        ({ actor, appId, person: { userId } }) => rig.execute(actor, withdrawConnectedApp, { appId, userId }),
        ({ actor, person: { userId } }) => rig.execute(actor, revokeSessions, { userId }),
      ];
      for (const end of endings) {
        const setting = await rig.addTenant();
        const { code, verifier } = await rig.codeOf(setting, { scope: "openid" });
        await end(setting);
        expect(await rig.exchange(setting, { code, code_verifier: verifier })).toMatchObject({
          status: 400,
          body: { error: "invalid_grant" },
        });
      }
    });
  });

  it("a refresh token that is sent eight times at once ends its grant, and the administrators are notified once", async () => {
    const setting = await rig.addTenant();
    const { refresh_token: stolen } = await signedIn(setting);
    const answers = await Promise.all(Array.from({ length: 8 }, () => rig.refresh(setting, stolen)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners.length).toBeLessThanOrEqual(6);
    for (const { body } of winners) {
      expect(await rig.userinfo(body["access_token"]!)).toBe(401);
      expect(await rig.introspect(setting, body["access_token"]!)).toEqual({ active: false });
      expect((await rig.refresh(setting, body["refresh_token"]!)).status).toBe(400);
    }
    const alerts = () => rig.world.inTenant(setting.tenantId, (tx) => tx.securityAlerts.list());
    await expect.poll(alerts).toMatchObject([{ alertType: "refresh_token_reuse", affectedUserCount: 1 }]);
  });

  it("a revoked token is invalid at every endpoint (RFC 7009)", async () => {
    const setting = await rig.addTenant({ apiAudience: AUDIENCE });
    for (const resource of [undefined, AUDIENCE]) {
      const tokens = await signedIn(setting, resource);
      await rig.post("/revoke", { ...rig.secretsOf(setting), token: tokens.access_token });
      expect(await rig.introspect(setting, tokens.access_token)).toEqual({ active: false });
      expect(await rig.userinfo(tokens.access_token)).toBe(401);
      await expect(
        rig.auth.bearer(`Bearer ${tokens.access_token}`, { ip: null, requestId: null }),
      ).rejects.toMatchObject({ error: "invalid_token" });
      await rig.post("/revoke", { ...rig.secretsOf(setting), token: tokens.refresh_token });
      expect(await rig.introspect(setting, tokens.refresh_token)).toEqual({ active: false });
      expect((await rig.refresh(setting, tokens.refresh_token)).status).toBe(400);
    }
    const credential = await rig.world.credential(setting.tenantId);
    const auth = await rig.world.instance();
    const token = await tokenOf(auth, credential);
    expect(await auth.bearer(`Bearer ${token}`, { ip: null, requestId: null })).toBeTruthy();
    const secret = { client_id: credential.clientId, client_secret: credential.clientSecret };
    await postTo(auth, "/revoke", { ...secret, token });
    expect((await postTo(auth, "/introspect", { ...secret, token })).body).toEqual({ active: false });
    await expect(auth.bearer(`Bearer ${token}`, { ip: null, requestId: null })).rejects.toMatchObject({
      error: "invalid_token",
    });
  });

  describe("a correctly signed token of another kind", () => {
    const refusedAt = async (setting: SceneTenant, token: string) => {
      await expect(rig.auth.bearer(`Bearer ${token}`, { ip: null, requestId: null })).rejects.toMatchObject({
        error: "invalid_token",
      });
      expect(await rig.userinfo(token)).toBe(401);
      expect(await rig.introspect(setting, token)).toEqual({ active: false });
    };

    it("is refused: an ID token as an access token", async () => {
      const setting = await rig.addTenant();
      await refusedAt(setting, (await signedIn(setting)).id_token);
    });

    it("is refused: another type, issuer, audience or time than those of the management interface", async () => {
      const setting = await rig.addTenant();
      const { clientId, serviceAccountId } = await rig.world.credential(setting.tenantId);
      const ring = await openKeyRing(rig.world.database, rig.world.ports);
      const key = ring.current().signing.EdDSA;
      const now = Math.floor(Date.now() / 1_000);
      const right = {
        iss: rig.baseUrl,
        aud: `${rig.baseUrl}/api/v1`,
        sub: String(serviceAccountId),
        jti: "made",
        client_id: clientId,
        tid: setting.tenantId,
        gen: 1,
        scope: "ManageUsers",
        iat: now,
        exp: now + 60,
      };
      const sign = (claims: JWTPayload, typ = "at+jwt") =>
        new SignJWT(claims).setProtectedHeader({ alg: "EdDSA", typ, kid: key.kid }).sign(key.privateKey);
      // The test signs with our own key, so that each refusal has its own reason. A correct token is accepted.
      expect(
        await rig.auth.bearer(`Bearer ${await sign(right)}`, { ip: null, requestId: null }),
      ).toBeTruthy();
      const wrong = [
        await sign(right, "JWT"),
        await sign(right, "logout+jwt"),
        await sign({ ...right, iss: "https://elsewhere.example" }),
        await sign({ ...right, iss: `${rig.baseUrl}/` }),
        await sign({ ...right, aud: AUDIENCE }),
        await sign({ ...right, aud: clientId }),
        await sign({ ...right, exp: now - 1 }),
        await sign({ ...right, exp: undefined }),
        await sign({ ...right, client_id: undefined }),
      ];
      for (const token of wrong) await refusedAt(setting, token);
    });

    it("is refused: an access token for an app's own API at the management interface", async () => {
      // Uses an audience of its own, because two organizations cannot have the same audience.
      const audience = `${AUDIENCE}/two`;
      const setting = await rig.addTenant({ apiAudience: audience });
      const { access_token } = await signedIn(setting, audience);
      await expect(
        rig.auth.bearer(`Bearer ${access_token}`, { ip: null, requestId: null }),
      ).rejects.toMatchObject({ error: "invalid_token" });
      expect(await rig.userinfo(access_token)).toBeGreaterThanOrEqual(401);
    });
  });

  describe("compressed input", () => {
    it("is decompressed nowhere: a JWE whose content is deflated (CVE-2024-28176)", async () => {
      const setting = await rig.addTenant();
      const bomb = deflateRawSync(Buffer.alloc(10 * 1024 * 1024));
      const jwe = await new CompactEncrypt(bomb)
        .setProtectedHeader({ alg: "dir", enc: "A256GCM", zip: "DEF" })
        .encrypt(new Uint8Array(32))
        .catch(() => {
          // The library creates no such JWE, so this code builds it. A vulnerable reader would decompress the content.
          const header = Buffer.from(JSON.stringify({ alg: "dir", enc: "A256GCM", zip: "DEF" }));
          return [header.toString("base64url"), "", "aaaa", bomb.toString("base64url"), "bbbb"].join(".");
        });
      const began = process.memoryUsage().heapUsed;
      expect(await rig.userinfo(jwe.slice(0, 12_000))).toBe(401);
      expect(await rig.introspect(setting, jwe)).toEqual({ active: false });
      const hint = await fetch(`${rig.baseUrl}/end_session?id_token_hint=${jwe.slice(0, 12_000)}`);
      expect(hint.status).toBe(400);
      const refused = await rig.post("/par", { ...rig.secretsOf(setting), request: jwe });
      expect(refused.status).toBe(400);
      await expect(rig.auth.bearer(`Bearer ${jwe}`, { ip: null, requestId: null })).rejects.toMatchObject({
        error: "invalid_token",
      });
      expect(process.memoryUsage().heapUsed - began).toBeLessThan(100 * 1024 * 1024);
    });

    it("is not decompressed in answers of other hosts: a gzip answer stays unchanged, and a long one ends", async () => {
      const zipped = gzipSync(Buffer.alloc(20 * 1024 * 1024));
      const server = createServer((request, response) => {
        if (request.url === "/gzip")
          return void response.writeHead(200, { "content-encoding": "gzip" }).end(zipped);
        response.writeHead(200);
        const more = () => {
          while (response.write(Buffer.alloc(64 * 1024)));
          response.once("drain", more);
        };
        more();
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      try {
        const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const ask = createGuardedRequest({ allowPrivate: true, timeoutMs: 5_000, maxBytes: 1_000_000 });
        expect((await ask(`${at}/gzip`, { by: "1" })).text.length).toBeLessThanOrEqual(zipped.length);
        await expect(ask(`${at}/endless`, { by: "1" })).rejects.toThrow("more than 1000000 bytes");
      } finally {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    });
  });
});
