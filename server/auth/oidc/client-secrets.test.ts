import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rotateAppSecret } from "@/server/domain/apps/apps";
import { createMachineApp, setAppOwnScopes } from "@/server/domain/apps/machine";
import { addAppSecret, listAppSecrets, removeAppSecret } from "@/server/domain/apps/secrets";
import { tenantActor } from "@/server/testing/operations";
import { createScene, type Scene } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("two live client secrets on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })));
  afterAll(() => rig.close());

  /** Creates a machine app with two secrets. */
  async function machine() {
    const { tenantId } = await rig.world.tenant();
    const actor = tenantActor(tenantId);
    const { appId, clientId, clientSecret } = await rig.execute(actor, createMachineApp, {
      name: "Importer",
    });
    await rig.execute(actor, setAppOwnScopes, { appId, ownScopes: ["documents:render"] });
    const added = await rig.execute(actor, addAppSecret, { appId });
    const token = (client_secret: string, headers?: Record<string, string>) =>
      rig.post("/token", { grant_type: "client_credentials", client_id: clientId, client_secret }, headers);
    const introspect = async (given: string, client_secret: string) =>
      (await rig.post("/introspect", { client_id: clientId, client_secret, token: given }))
        .body as unknown as {
        active: boolean;
      };
    return {
      actor,
      appId,
      clientId,
      first: clientSecret,
      second: added.clientSecret,
      added,
      token,
      introspect,
    };
  }

  async function removeFirst(actor: ReturnType<typeof tenantActor>, appId: number) {
    const [first] = await rig.execute(actor, listAppSecrets, { appId });
    await rig.execute(actor, removeAppSecret, { appId, secretId: first!.secretId });
  }

  it("both authenticate, by form and by header, until one is removed", async () => {
    const { actor, appId, clientId, first, second, token } = await machine();
    for (const secret of [first, second]) {
      expect((await token(secret)).status).toBe(200);
      const basic = Buffer.from(`${clientId}:${secret}`).toString("base64");
      const answer = await rig.post(
        "/token",
        { grant_type: "client_credentials" },
        { authorization: `Basic ${basic}` },
      );
      expect(answer.status).toBe(200);
    }
    await removeFirst(actor, appId);
    expect((await token(first)).status).toBe(401);
    expect((await token(second)).status).toBe(200);
  });

  it("stolen secret: its removal ends the tokens that it got, and no others", async () => {
    const { actor, appId, first, second, token, introspect } = await machine();
    const stolen = (await token(first)).body["access_token"]!;
    const own = (await token(second)).body["access_token"]!;
    const bearer = (value: string) => rig.auth.bearer(`Bearer ${value}`, { ip: null, requestId: null });
    for (const value of [stolen, own]) expect((await introspect(value, second)).active).toBe(true);
    await removeFirst(actor, appId);
    expect(await introspect(stolen, second)).toEqual({ active: false });
    await expect(bearer(stolen)).rejects.toMatchObject({ error: "invalid_token" });
    expect((await introspect(own, second)).active).toBe(true);
    await rig.execute(actor, rotateAppSecret, { appId });
    await expect(bearer(own)).rejects.toMatchObject({ error: "invalid_token" });
    expect((await token(second)).status).toBe(401);
  });

  it("expired secret: is refused, and its tokens end", async () => {
    const { first, second, added, token, introspect } = await machine();
    const got = (await token(second)).body["access_token"]!;
    await rig.world.database.sql`update app_secrets set expires_at = now() where id = ${added.secretId}`;
    expect((await token(second)).status).toBe(401);
    expect(await introspect(got, first)).toEqual({ active: false });
    expect((await token(first)).status).toBe(200);
  });

  it("show when each was last used", async () => {
    const { actor, appId, second, token } = await machine();
    await token(second);
    await token("wrong");
    const [unused, used] = await rig.execute(actor, listAppSecrets, { appId });
    expect(unused!.lastUsedAt).toBeNull();
    expect(Date.now() - Date.parse(used!.lastUsedAt!)).toBeLessThan(60_000);
  });

  it("an app with a digest as secret: the stored digest is not a secret", async () => {
    const { added, token } = await machine();
    const [row] = await rig.world.database.sql<{ secret_hash: string }[]>`
      select secret_hash from app_secrets where id = ${added.secretId}`;
    for (const guess of [row!.secret_hash]) expect((await token(guess)).status).toBe(401);
  });
});
