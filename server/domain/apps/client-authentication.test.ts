import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { must } from "@/server/kernel/strings/must";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { createApp, rotateAppSecret } from "./apps";
import { getAppAuthentication, setAppAuthentication } from "./client-authentication";
import { addAppSecret, listAppSecrets } from "./secrets";

const jwkOf = (pair: { publicKey: { export: (options: { format: "jwk" }) => unknown } }) =>
  pair.publicKey.export({ format: "jwk" }) as Record<string, string>;
const ec = jwkOf(generateKeyPairSync("ec", { namedCurve: "P-256" }));
const rsa = jwkOf(generateKeyPairSync("rsa", { modulusLength: 2_048 }));
const short = jwkOf(generateKeyPairSync("rsa", { modulusLength: 1_024 }));
const okp = jwkOf(generateKeyPairSync("ed25519"));
const other = jwkOf(generateKeyPairSync("ec", { namedCurve: "P-384" }));
const method = "private_key_jwt" as const;

describe.each(databaseKinds)("how an app authenticates on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  async function app(input: object = {}) {
    const t = ++tenant;
    const made = await test.run(t, createApp, {
      name: "Shop",
      redirectUris: ["https://shop.example/cb"],
      ...input,
    });
    const set = (value: object) => test.run(t, setAppAuthentication, { appId: made.appId, ...value });
    return { t, ...made, set };
  }

  it("is a secret by default, can be keys, and can be a new secret", async () => {
    const { t, appId, set } = await app();
    expect(await test.run(t, getAppAuthentication, { appId })).toEqual({
      appId,
      method: "client_secret",
      jwks: null,
      jwksUri: null,
      certificates: null,
      certificateSubject: null,
    });
    const keys = [{ ...ec, kid: "1", use: "sig", extra: "x" }, rsa, { ...okp, alg: "EdDSA" }];
    const changed = await set({ method, jwks: { keys } });
    expect(changed).toEqual({
      appId,
      method,
      jwks: { keys: [{ ...ec, kid: "1" }, rsa, okp] },
      jwksUri: null,
      certificates: null,
      certificateSubject: null,
      clientSecret: null,
    });
    const events = await test.events(t);
    expect(events.at(-1)!.action).toContain("app_authentication_changed");
    await set({ method, jwks: { keys } });
    expect(await test.events(t)).toHaveLength(events.length);
    expect(await test.run(t, listAppSecrets, { appId })).toEqual([]);
    await expect(test.run(t, addAppSecret, { appId })).rejects.toMatchObject(refusal(400));
    await expect(test.run(t, rotateAppSecret, { appId })).rejects.toMatchObject(refusal(400));
    const { clientSecret } = await set({ method: "client_secret" });
    expect(clientSecret).toMatch(/^cs_/);
    expect(await test.run(t, listAppSecrets, { appId })).toHaveLength(1);
    expect(JSON.stringify(await test.events(t))).not.toContain(clientSecret);
    expect((await set({ method: "client_secret" })).clientSecret).toBeNull();
  });

  it.each<[string, object]>([
    ["no keys", { keys: [] }],
    ["11 keys", { keys: Array.from({ length: 11 }, () => ec) }],
    ["a private key", { keys: [{ ...ec, d: "x" }] }],
    ["a symmetric key", { keys: [{ kty: "oct", k: "c2VjcmV0" }] }],
    ["an RSA key of 1,024 bits", { keys: [short] }],
    ["a key of another curve", { keys: [other] }],
    ["a key for encryption", { keys: [{ ...ec, use: "enc" }] }],
    ["an algorithm of another kind of key", { keys: [{ ...ec, alg: "RS256" }] }],
    ["a symmetric algorithm", { keys: [{ ...rsa, alg: "HS256" }] }],
    ["an unknown kind of key", { keys: [{ ...ec, kty: "constructor" }] }],
    ["a point outside of the curve", { keys: [{ ...ec, x: ec["y"], y: ec["x"] }] }],
    [
      "a kid that is used twice",
      {
        keys: [
          { ...ec, kid: "1" },
          { ...rsa, kid: "1" },
        ],
      },
    ],
  ])("refuse %s (400)", async (_what, jwks) => {
    const { set } = await app();
    await expect(set({ method, jwks })).rejects.toMatchObject({ status: 400 });
  });

  it("refuse keys and an address together, and a method without or with them", async () => {
    const { set } = await app();
    const jwks = { keys: [ec] };
    const jwksUri = "https://app.example/jwks";
    for (const wrong of [
      { method },
      { method, jwks, jwksUri },
      { method: "client_secret", jwks },
      { method: "client_secret", jwksUri },
    ])
      await expect(set(wrong)).rejects.toMatchObject(refusal(400, "jwks"));
    expect(await set({ method, jwksUri })).toMatchObject({ jwks: null, jwksUri });
  });

  it("request forgery: refuse an address that the server may not call", async () => {
    const { set } = await app();
    const before = test.ports.outboundObjection;
    test.ports.outboundObjection = () => Promise.resolve(must("private_address"));
    await expect(set({ method, jwksUri: "https://10.0.0.1/jwks" })).rejects.toMatchObject(
      refusal(400, "jwksUri"),
    );
    test.ports.outboundObjection = before;
  });

  it("refuse a public app (400) and an app of another organization (404)", async () => {
    const open = await app({ clientType: "public" });
    await expect(open.set({ method, jwks: { keys: [ec] } })).rejects.toMatchObject(refusal(400));
    expect((await test.run(open.t, getAppAuthentication, { appId: open.appId })).method).toBe("none");
    const mine = await app();
    const foreign = { appId: mine.appId, method: "client_secret" as const };
    await expect(test.run(open.t, setAppAuthentication, foreign)).rejects.toMatchObject(refusal(404));
  });
});
