import { base64url, exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { get, tokenOf } from "@/server/testing/authentication";
import { accessTokenScene, invalidToken, requestFacts } from "@/server/testing/access-tokens";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("access tokens on %s", (kind) => {
  const { at, bearer } = accessTokenScene(kind);

  it("converts a token to an actor, in one statement", async () => {
    const { world, auth, tenantId, credential } = at();
    const token = await tokenOf(auth, credential);
    await bearer(token);
    world.database.takeStatements();
    const actor = await bearer(token);
    // Excludes the write of the last use, the keys that are read once a second, and the driver's own queries on each new connection.
    const own = world.database
      .takeStatements()
      .filter((text) => !/last_used_at|signing_keys|pg_catalog/.test(text));
    expect(own).toHaveLength(1);
    expect(actor).toMatchObject({
      scope: "tenant",
      tenantId,
      channel: "management_api",
      subject: {
        kind: "credential",
        label: "Sync",
        clientId: credential.clientId,
        userId: credential.serviceAccountId,
      },
      request: requestFacts,
    });
    expect([...actor.capabilities]).toEqual(["ManageUsers", "ManageRoles"]);
    expect([...(await bearer(await tokenOf(auth, credential, "ManageRoles"))).capabilities]).toEqual([
      "ManageRoles",
    ]);
    expect(await auth.bearer(`bearer  ${token}`, requestFacts)).toMatchObject({ tenantId });
  });

  it("converts a platform token to a platform actor", async () => {
    const { world, auth } = at();
    const platform = await world.platformCredential(["CreateTenants"]);
    const token = await tokenOf(auth, platform);
    const actor = await bearer(token);
    expect(actor).toMatchObject({
      scope: "platform",
      channel: "platform_api",
      subject: { clientId: platform.clientId, userId: null },
    });
    expect([...actor.capabilities]).toEqual(["CreateTenants"]);
    await world.database
      .sql`update platform_credentials set secret_generation = 2 where client_id = ${platform.clientId}`;
    await expect(bearer(token)).rejects.toMatchObject(invalidToken);
  });

  it.each([undefined, "", "Basic abc", "Token x"])("requires a token for the header %j", async (header) => {
    const { auth } = at();
    await expect(auth.bearer(header, requestFacts)).rejects.toMatchObject({
      status: 401,
      error: "invalid_request",
    });
  });

  it.each(["Bearer", "Bearer ", "Bearer a b", "Bearer \u00e4", "Bearer x", "Bearer a.b.c"])(
    "refuses %j",
    async (header) => {
      const { auth } = at();
      await expect(auth.bearer(header, requestFacts)).rejects.toMatchObject(invalidToken);
    },
  );

  it("refuses a token of 20,000 characters", async () => {
    await expect(bearer("x".repeat(20_000))).rejects.toMatchObject(invalidToken);
  });

  it("refuses a token with a change in any part", async () => {
    const { auth, credential } = at();
    const [header, payload, signature] = (await tokenOf(auth, credential)).split(".") as [
      string,
      string,
      string,
    ];
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
    const forged = base64url.encode(JSON.stringify({ ...claims, scope: "ManageWebhooks" }));
    const flipped = (signature.startsWith("A") ? "B" : "A") + signature.slice(1);
    for (const token of [
      `${header}.${forged}.${signature}`,
      `${header}.${payload}.${flipped}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
    ]) {
      await expect(bearer(token)).rejects.toMatchObject(invalidToken);
    }
  });

  it("refuses another algorithm or key than the configured ones", async () => {
    const { auth, credential } = at();
    const token = await tokenOf(auth, credential);
    const [header, payload] = token.split(".") as [string, string];
    const { kid } = JSON.parse(Buffer.from(header, "base64url").toString()) as { kid: string };
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
    const none = base64url.encode(JSON.stringify({ alg: "none", typ: "at+jwt", kid }));
    await expect(bearer(`${none}.${payload}.`)).rejects.toMatchObject(invalidToken);

    // The public key, in each form that a faulty server could use as a shared secret.
    const jwk = ((await get(auth, "/jwks")).body["keys"] as { x: string; kid: string }[]).find(
      (key) => key.kid === kid,
    )!;
    for (const secret of [
      Buffer.from(jwk.x, "base64url"),
      Buffer.from(jwk.x),
      Buffer.from(JSON.stringify(jwk)),
    ]) {
      const hs = await new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid })
        .sign(secret);
      await expect(bearer(hs)).rejects.toMatchObject(invalidToken);
    }
    const { publicKey, privateKey } = await generateKeyPair("EdDSA", { extractable: true });
    const embedded = { alg: "EdDSA", typ: "at+jwt", jwk: await exportJWK(publicKey) };
    for (const protectedHeader of [
      { alg: "EdDSA", typ: "at+jwt", kid },
      { alg: "EdDSA", typ: "at+jwt", kid: "unknown" },
      embedded,
    ]) {
      await expect(
        bearer(await new SignJWT(claims).setProtectedHeader(protectedHeader).sign(privateKey)),
      ).rejects.toMatchObject(invalidToken);
    }
  });

  it("refuses the token of another issuer that signs with the same keys", async () => {
    const { world, tenantId, credential } = at();
    const elsewhere = await world.instance("https://elsewhere.example");
    const token = await elsewhere.issueManagementToken({
      clientId: credential.clientId,
      issuedAt: new Date(),
      expiresInSeconds: 60,
    });
    expect(await bearer(token, elsewhere)).toMatchObject({ tenantId });
    await expect(bearer(token)).rejects.toMatchObject(invalidToken);
  });

  it("refuses an expired token, also one that was verified before", async () => {
    const { world, auth, tenantId, credential } = at();
    const issue = (issuedAt: Date) =>
      auth.issueManagementToken({ clientId: credential.clientId, issuedAt, expiresInSeconds: 60 });
    await expect(bearer(await issue(new Date(Date.now() - 61_000)))).rejects.toMatchObject(invalidToken);
    const token = await issue(new Date());
    expect(await bearer(token)).toMatchObject({ tenantId });
    world.pass(61_000);
    await expect(bearer(token)).rejects.toMatchObject(invalidToken);
    world.pass(-61_000);
  });

  it("applies changes of other instances at once: capabilities, rotation, suspension, revocation", async () => {
    const { world, auth, other, tenantId } = at();
    const { sql } = world.database;
    const subject = await world.credential(tenantId);
    const { clientId, serviceAccountId } = subject;
    const token = await tokenOf(auth, subject);
    const works = async () => {
      for (const instance of [auth, other]) await bearer(token, instance);
    };
    const fails = async () => {
      for (const instance of [auth, other])
        await expect(bearer(token, instance)).rejects.toMatchObject(invalidToken);
    };
    await works();

    await sql`update credentials set capabilities = '["ManageRoles", "ManageWebhooks"]' where client_id = ${clientId}`;
    for (const instance of [auth, other])
      expect([...(await bearer(token, instance)).capabilities]).toEqual(["ManageRoles"]);

    await sql`update users set status = 'suspended' where tenant_id = ${tenantId} and id = ${serviceAccountId}`;
    await fails();
    await sql`update users set status = 'active' where tenant_id = ${tenantId} and id = ${serviceAccountId}`;
    await works();

    await sql`update tenants set status = 'suspended' where id = ${tenantId}`;
    await fails();
    await sql`update tenants set status = 'active' where id = ${tenantId}`;
    await works();

    await sql`update credentials set secret_generation = 2 where client_id = ${clientId}`;
    await fails();
    await sql`update credentials set secret_generation = 1, revoked_at = now() where client_id = ${clientId}`;
    await fails();
  });

  it("records the last use, once a minute", async () => {
    const { world, auth, tenantId } = at();
    const subject = await world.credential(tenantId);
    const token = await tokenOf(auth, subject);
    world.database.takeStatements();
    for (let count = 0; count < 5; count += 1) await bearer(token);
    expect(world.database.takeStatements().filter((text) => text.includes("last_used_at"))).toHaveLength(1);
    await expect
      .poll(
        async () =>
          (
            await world.database.sql<
              { last_used_at: unknown }[]
            >`select last_used_at from credentials where client_id = ${subject.clientId}`
          )[0]!.last_used_at,
      )
      .not.toBeNull();
  });
});
