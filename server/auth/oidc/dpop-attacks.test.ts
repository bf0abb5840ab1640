import { SignJWT, UnsecuredJWT } from "jose";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScene, type Scene } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

/* Attacks with a stolen token or proof, but without the key (DPoP, RFC 9449). */

describe.each(databaseKinds)("attacks on bound tokens on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })));
  afterAll(() => rig.close());

  const proofOf = async (pair: CryptoKeyPair, claims: object, header: object = {}) => {
    const jwk = await crypto.subtle.exportKey("jwk", pair.publicKey);
    const { kty, crv, x, y } = jwk;
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk: { kty, crv, x, y }, ...header })
      .sign(pair.privateKey);
  };
  const newPair = () =>
    crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const now = () => Math.floor(Date.now() / 1_000);
  const toToken = (claims: object = {}) => ({
    jti: randomBytes(8).toString("hex"),
    htm: "POST",
    htu: `${rig.baseUrl}/token`,
    iat: now(),
    ...claims,
  });

  it("a proof is accepted once", async () => {
    const setting = await rig.addTenant();
    const pair = await newPair();
    const proof = await proofOf(pair, toToken());
    const one = await rig.codeOf(setting);
    const first = await rig.exchange(
      setting,
      { code: one.code, code_verifier: one.verifier },
      { DPoP: proof },
    );
    expect(first.body["token_type"]).toBe("DPoP");
    const two = await rig.codeOf(setting);
    const replay = await rig.exchange(
      setting,
      { code: two.code, code_verifier: two.verifier },
      { DPoP: proof },
    );
    expect(replay).toMatchObject({ status: 400 });
    // The token is refused as a bearer token, and with the proof of another key.
    expect(await rig.userinfo(first.body["access_token"]!)).toBe(401);
    expect(await rig.userinfo(first.body["access_token"]!, "DPoP")).toBe(400);
  });

  it("of two concurrent requests with one proof, at most one succeeds", async () => {
    const setting = await rig.addTenant();
    const proof = await proofOf(await newPair(), toToken());
    const codes = [await rig.codeOf(setting), await rig.codeOf(setting), await rig.codeOf(setting)];
    const answers = await Promise.all(
      codes.map(({ code, verifier }) =>
        rig.exchange(setting, { code, code_verifier: verifier }, { DPoP: proof }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each([
    ["another method", { htm: "GET" }],
    ["another address", { htu: "https://evil.example/token" }],
    ["an hour ago", { iat: now() - 3_600 }],
    ["in an hour", { iat: now() + 3_600 }],
    ["no id", { jti: undefined }],
  ])("no proof for %s", async (_name, claims) => {
    const setting = await rig.addTenant();
    const { code, verifier } = await rig.codeOf(setting);
    const proof = await proofOf(await newPair(), toToken(claims));
    const answer = await rig.exchange(setting, { code, code_verifier: verifier }, { DPoP: proof });
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_dpop_proof" } });
  });

  it("refuses a proof without a signature, signed with a secret, or containing its own private key", async () => {
    const setting = await rig.addTenant();
    const pair = await newPair();
    const proofs = [
      new UnsecuredJWT(toToken()).encode(),
      await new SignJWT(toToken())
        .setProtectedHeader({ alg: "HS256", typ: "dpop+jwt", jwk: { kty: "oct", k: "c2VjcmV0" } as never })
        .sign(Buffer.from("secret".repeat(6))),
      await proofOf(pair, toToken(), { jwk: await crypto.subtle.exportKey("jwk", pair.privateKey) }),
      await proofOf(pair, toToken(), { typ: "JWT" }),
    ];
    for (const proof of proofs) {
      const { code, verifier } = await rig.codeOf(setting);
      const answer = await rig.exchange(setting, { code, code_verifier: verifier }, { DPoP: proof });
      expect(answer.status).toBe(400);
    }
  });

  it("a stolen refresh token of a public app is refused without its key", async () => {
    const setting = await rig.addTenant({ clientType: "public", requireDpop: true });
    const { code, verifier } = await rig.codeOf(setting);
    const pair = await newPair();
    const tokens = await rig.exchange(...([setting, { code, code_verifier: verifier }] as const), {
      DPoP: await proofOf(pair, toToken()),
    });
    const form = {
      grant_type: "refresh_token",
      refresh_token: tokens.body["refresh_token"]!,
      ...rig.secretsOf(setting),
    };
    const thief = await proofOf(await newPair(), toToken());
    expect((await rig.post("/token", form)).status).toBe(400);
    expect((await rig.post("/token", form, { DPoP: thief })).status).toBe(400);
    expect((await rig.post("/token", form, { DPoP: await proofOf(pair, toToken()) })).status).toBe(200);
  });
});
