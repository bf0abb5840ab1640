import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createProvider, setProviderEnabled } from "@/server/domain/federation/providers";
import { anotherProvider, browseTo } from "@/server/testing/oidc-provider";
import {
  baseUrl,
  claimOf,
  facts,
  isExpired,
  federationScene,
  signs,
  type FederationScene,
} from "@/server/testing/federation-scene";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("external identities, on %s", (kind) => {
  let test: FederationScene["test"];
  let federation: FederationScene["federation"];
  let routes: FederationScene["routes"];
  let appId: FederationScene["appId"];
  let connector: FederationScene["connector"];
  let lastSignIn: FederationScene["lastSignIn"];
  let get: FederationScene["get"];
  let begin: FederationScene["begin"];
  let claim: FederationScene["claim"];
  beforeAll(async () => {
    ({ test, federation, routes, appId, connector, lastSignIn, get, begin, claim } =
      await federationScene(kind));
  });
  afterAll(() => test.close());

  describe("by OpenID Connect", () => {
    let idp: Awaited<ReturnType<typeof anotherProvider>>;
    let providerId: number;
    let callback: string;
    beforeAll(async () => {
      idp = await anotherProvider(`${baseUrl}/federation/acme/oidc/`);
      ({ providerId } = await test.run(1, createProvider, {
        name: "Elsewhere",
        configuration: {
          kind: "oidc",
          settings: { issuer: idp.issuer, clientId: idp.clientId, createPeople: true },
        },
        secret: idp.secret,
      }));
      callback = `${baseUrl}/federation/acme/oidc/${providerId}/callback`;
    });
    afterAll(() => idp.close());

    it("are offered in an app only if the connector is approved and enabled, and the provider is enabled", async () => {
      expect(await federation.redirects(1, appId)).toEqual([]);
      expect(await begin(providerId)).toBeNull();
      await connector("Social");
      expect(await federation.redirects(1, appId)).toContainEqual({
        id: providerId,
        label: "Elsewhere",
        kind: "Social",
      });
      await test.run(1, setProviderEnabled, { providerId, enabled: false });
      expect(await begin(providerId)).toBeNull();
      await test.run(1, setProviderEnabled, { providerId, enabled: true });
      expect(await federation.redirects(2, appId)).toEqual([]);
      expect(
        await federation.begin(
          { tenantId: 2, slug: "globex" },
          providerId,
          { appId, interactionUid: "u", baseUrl },
          signs,
        ),
      ).toBeNull();
    });

    it("return to their organization's own domain while the organization owns it", async () => {
      const domain = "login.acme.test";
      const { protocol, port } = new URL(baseUrl);
      const from = `${protocol}//${domain}${port && `:${port}`}`;
      const returned = async () => {
        const back = await browseTo((await begin(providerId, "uid-7", from))!, callback);
        return (await get(back)).headers.get("location")!;
      };
      expect(await returned()).toMatch(`${baseUrl}/interaction/uid-7/outside?claim=`);
      await test.write(1, (tx) =>
        tx.customDomains.put({ domain, verifyToken: "t", verifiedAt: new Date(), verifiedKey: domain }),
      );
      await vi.waitFor(
        async () => expect(await returned()).toMatch(`${from}/interaction/uid-7/outside?claim=`),
        { timeout: 15_000 },
      );
    });

    it("return to the sign-in that they left, and open an account", async () => {
      const back = await browseTo((await begin(providerId))!, callback);
      const answer = await get(back);
      expect(answer.status).toBe(303);
      const { path, token } = claimOf(answer);
      expect(path).toBe("/interaction/uid-1/outside");
      const person = await claim(token);
      expect(person).toEqual({ userId: expect.any(Number) as number, connector: "Social" });
      const user = await test.write(1, (tx) => tx.users.get(person!.userId));
      expect(user).toMatchObject({ email: idp.account.email, name: idp.account.name });
    });

    it("are accepted once: the answer, and the claim", async () => {
      const back = await browseTo((await begin(providerId))!, callback);
      const { token } = claimOf(await get(back));
      expect(isExpired(await get(back))).toBe(true);
      expect(await claim(token)).not.toBeNull();
      expect(await claim(token)).toBeNull();
    });

    it("open no account in another sign-in whose browser did not leave", async () => {
      // An attacker makes a victim return from the attacker's sign-in. Only the victim's browser then has the claim.
      const { token } = claimOf(await get(await browseTo((await begin(providerId, "theirs"))!, callback)));
      expect(await claim(token, "another")).toBeNull();
      expect(await claim("guess", "theirs")).toBeNull();
      expect(await claim(token, "theirs")).not.toBeNull();
    });

    it("are refused after the attempt has expired", async () => {
      const back = await browseTo((await begin(providerId))!, callback);
      const now = test.clock.now;
      test.clock.now = new Date(+now + 16 * 60_000);
      expect(isExpired(await get(back))).toBe(true);
      test.clock.now = now;
      const { token } = claimOf(await get(back));
      test.clock.now = new Date(+now + 3 * 60_000);
      expect(await claim(token)).toBeNull();
      test.clock.now = now;
    });

    it("return to the sign-in if the provider refuses them, with the reason in the record", async () => {
      const state = new URL((await begin(providerId))!).searchParams.get("state")!;
      const answer = await get(
        `${callback}?error=access_denied&state=${state}&iss=${encodeURIComponent(idp.issuer)}`,
      );
      expect(claimOf(answer)).toMatchObject({ path: "/interaction/uid-1", error: "outside" });
      expect(await lastSignIn()).toMatchObject({
        outcome: "refused",
        method: "Social",
        ip: "192.0.2.1",
        explanation: [expect.stringContaining("access_denied") as string],
      });
    });

    it("are not redirected if the provider does not answer, with the reason in the record", async () => {
      const gone = await test.run(1, createProvider, {
        name: "Gone",
        configuration: { kind: "oidc", settings: { issuer: "http://127.0.0.1:9", clientId: "x" } },
      });
      expect(await begin(gone.providerId)).toBeNull();
      expect(await lastSignIn()).toMatchObject({
        outcome: "refused",
        appId,
        explanation: [expect.stringContaining("not reached") as string],
      });
    });

    it("get no information if no sign-in awaits them", async () => {
      for (const url of [
        callback,
        `${callback}?state=x&code=y`,
        `${callback.replace(String(providerId), "999999")}?state=x`,
        `${callback.replace("acme", "nobody")}?state=x`,
        `${baseUrl}/federation/acme/ldap/1/callback`,
        `${baseUrl}/federation/acme/oidc/1/../callback`,
      ]) {
        const answer = await get(url);
        if (answer.status !== 404) expect(isExpired(answer), url).toBe(true);
      }
      const asked = (method: string, body?: string) =>
        routes(new Request(callback, { method, ...(body !== undefined && { body }) }), facts);
      // Sends the answer also as a form, because some providers use forms.
      expect(isExpired(await asked("POST"))).toBe(true);
      expect(isExpired(await asked("POST", "state=x&code=y"))).toBe(true);
      expect((await asked("PUT")).status).toBe(405);
    });
  });
});
