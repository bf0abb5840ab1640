import { describe, expect, it } from "vitest";
import { BASE_URL, post, tokenOf } from "@/server/testing/authentication";
import { accessTokenScene, invalidToken } from "@/server/testing/access-tokens";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("access tokens on %s", (kind) => {
  const { at, bearer } = accessTokenScene(kind);

  describe("introspection and revocation", () => {
    const by = (
      { clientId, clientSecret }: { clientId: string; clientSecret: string },
      form: Record<string, string>,
    ) => ({
      client_id: clientId,
      client_secret: clientSecret,
      ...form,
    });

    it("returns the state of a token only to a client of the same tenant", async () => {
      const { world, auth, other, tenantId, credential } = at();
      const token = await tokenOf(auth, credential);
      const colleague = await world.credential(tenantId);
      for (const asking of [credential, colleague]) {
        const answer = await post(
          other,
          "/introspect",
          by(asking, { token, token_type_hint: "access_token" }),
        );
        expect(answer).toMatchObject({
          status: 200,
          body: {
            active: true,
            client_id: credential.clientId,
            sub: String(credential.serviceAccountId),
            token_type: "Bearer",
            tid: tenantId,
            scope: "ManageUsers ManageRoles",
            iss: BASE_URL,
          },
        });
      }
      const foreign = await world.credential((await world.tenant()).tenantId);
      const platform = await world.platformCredential();
      for (const asking of [foreign, platform])
        expect((await post(auth, "/introspect", by(asking, { token }))).body).toEqual({ active: false });
      const platformToken = await tokenOf(auth, platform);
      expect((await post(auth, "/introspect", by(platform, { token: platformToken }))).body).toMatchObject({
        active: true,
      });
      for (const asking of [credential, await world.platformCredential()]) {
        expect((await post(auth, "/introspect", by(asking, { token: platformToken }))).body).toEqual({
          active: false,
        });
      }
      expect(await post(auth, "/introspect", { token })).toMatchObject({ status: 400 });
      expect(
        await post(auth, "/introspect", by({ ...credential, clientSecret: "wrong" }, { token })),
      ).toMatchObject({ status: 401, body: { error: "invalid_client" } });
      expect(await post(auth, "/introspect", by(credential, {}))).toMatchObject({
        status: 400,
        body: { error: "invalid_request" },
      });
      for (const junk of ["x", "a.b.c", `${token}x`, "~~"]) {
        expect((await post(auth, "/introspect", by(credential, { token: junk }))).body, junk).toEqual({
          active: false,
        });
      }
    });

    it("revokes a token for its client, everywhere and at once", async () => {
      const { world, auth, other, tenantId, credential } = at();
      const token = await tokenOf(auth, credential);
      const spared = await tokenOf(auth, credential);
      const foreign = await world.credential((await world.tenant()).tenantId);
      for (const asking of [foreign, await world.credential(tenantId), await world.platformCredential()]) {
        expect((await post(auth, "/revoke", by(asking, { token }))).status).toBe(200);
        await bearer(token);
      }
      expect(
        (await post(auth, "/revoke", by({ ...credential, clientSecret: "wrong" }, { token }))).status,
      ).toBe(401);
      await bearer(token, other);
      const revoked = await post(auth, "/revoke", by(credential, { token }));
      expect(revoked).toMatchObject({ status: 200, body: { text: "" } });
      for (const instance of [auth, other]) {
        await expect(bearer(token, instance)).rejects.toMatchObject(invalidToken);
        expect((await post(instance, "/introspect", by(credential, { token }))).body).toEqual({
          active: false,
        });
        await bearer(spared, instance);
      }
      expect((await post(auth, "/revoke", by(credential, { token }))).status).toBe(200);
      expect((await post(auth, "/revoke", by(credential, { token: "nonsense" }))).status).toBe(200);
    });

    it("answers inactive for the token of a suspended account or a rotated secret", async () => {
      const { world, auth, tenantId, credential } = at();
      const subject = await world.credential(tenantId);
      const token = await tokenOf(auth, subject);
      expect((await post(auth, "/introspect", by(credential, { token }))).body).toMatchObject({
        active: true,
      });
      await world.database
        .sql`update credentials set secret_generation = 2 where client_id = ${subject.clientId}`;
      expect((await post(auth, "/introspect", by(credential, { token }))).body).toEqual({ active: false });
    });
  });
});
