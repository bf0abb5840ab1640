import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { approveConnector, setAppConnector } from "@/server/domain/connectors/connectors";
import { createProvider, setProviderEnabled } from "@/server/domain/federation/providers";
import { createExecute } from "@/server/kernel/execute";
import { anApp } from "@/server/testing/factories";
import { anotherProvider, browseTo } from "@/server/testing/oidc-provider";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { anyReach } from "@/server/testing/ports";
import { samlIdentityProvider, samlRequestOf } from "@/server/testing/saml-idp";
import { directoryRoot, searchAccount, slapdInstalled, startSlapd } from "@/server/testing/slapd";
import { databaseKinds } from "@/server/testing/stores";
import { createConfigure } from "./oidc";
import { createOutside, type Outside } from "./outside";
import { createSites } from "../sites";
import { createFederationRoutes, type FederationRoutes } from "./routes";

const baseUrl = "http://castellan.test";
const facts = { ip: "192.0.2.1", requestId: null };
const signs = { ...facts, userAgent: "Test" };

describe.each(databaseKinds)("identities from elsewhere, on %s", (kind) => {
  let test: TestOperations;
  let outside: Outside;
  let routes: FederationRoutes;
  let appId: number;
  const road = { tenantId: 1, slug: "acme" };

  beforeAll(async () => {
    test = await testOperations(kind);
    test.clock.now = new Date();
    const { stores, ports, database } = test;
    ({ id: appId } = await anApp(test, 1, { name: "Portal" }));
    const [row] = await database.sql<
      { slug: string }[]
    >`update tenants set slug = 'acme' where id = 1 returning slug`;
    if (!row) await database.sql`insert into tenants (id, slug) values (1, 'acme')`;
    outside = createOutside({
      ...{ baseUrl, stores, ports, reach: anyReach, log: pino({ level: "silent" }) },
      execute: createExecute(stores, ports),
      configure: createConfigure(anyReach),
    });
    routes = createFederationRoutes({
      ...{ baseUrl, database, outside },
      sites: createSites({ database, baseUrl }),
    });
  });
  afterAll(() => test.close());

  const connector = async (name: string, enabled = true) => {
    await test.run(1, approveConnector, { appId, name, approved: true });
    await test.run(1, setAppConnector, { appId, name, enabled });
  };
  const lastSignIn = async () =>
    (await test.write(1, (tx) => tx.signIns.list())).sort((one, other) => other.id - one.id)[0];
  const get = (url: string | URL) => routes(new Request(url), facts);
  const begin = (providerId: number, interactionUid = "uid-1", from = baseUrl) =>
    outside.begin(road, providerId, { appId, interactionUid, baseUrl: from }, signs);
  const claimOf = (response: Response) => {
    const location = new URL(response.headers.get("location") ?? "about:blank");
    return {
      path: location.pathname,
      error: location.searchParams.get("error"),
      token: location.searchParams.get("claim")!,
    };
  };
  const expired = `${baseUrl}/interaction/expired`;
  const isExpired = (answer: Response) => expect(answer.headers.get("location")).toBe(expired);
  const claim = (token: string, interactionUid = "uid-1") =>
    outside.claim({ tenantId: 1, appId }, { interactionUid, token }, signs);

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

    it("are offered in an app only where the connector is approved and on, and the provider is on", async () => {
      expect(await outside.redirects(1, appId)).toEqual([]);
      expect(await begin(providerId)).toBeNull();
      await connector("Social");
      expect(await outside.redirects(1, appId)).toContainEqual({
        id: providerId,
        label: "Elsewhere",
        kind: "Social",
      });
      await test.run(1, setProviderEnabled, { providerId, enabled: false });
      expect(await begin(providerId)).toBeNull();
      await test.run(1, setProviderEnabled, { providerId, enabled: true });
      expect(await outside.redirects(2, appId)).toEqual([]);
      expect(
        await outside.begin(
          { tenantId: 2, slug: "globex" },
          providerId,
          { appId, interactionUid: "u", baseUrl },
          signs,
        ),
      ).toBeNull();
    });

    it("come back to their organization's own domain, as long as it is that", async () => {
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
        { timeout: 5_000 },
      );
    });

    it("come back to the sign-in that they left, and are somebody there", async () => {
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

    it("are taken once: the answer, and the claim", async () => {
      const back = await browseTo((await begin(providerId))!, callback);
      const { token } = claimOf(await get(back));
      isExpired(await get(back));
      expect(await claim(token)).not.toBeNull();
      expect(await claim(token)).toBeNull();
    });

    it("are nobody in another sign-in, whose browser did not leave", async () => {
      // Whoever makes another come back from a sign-in of theirs: the claim is in the other's browser only, and there only.
      const { token } = claimOf(await get(await browseTo((await begin(providerId, "theirs"))!, callback)));
      expect(await claim(token, "another")).toBeNull();
      expect(await claim("guess", "theirs")).toBeNull();
      expect(await claim(token, "theirs")).not.toBeNull();
    });

    it("are not waited for for ever", async () => {
      const back = await browseTo((await begin(providerId))!, callback);
      const now = test.clock.now;
      test.clock.now = new Date(+now + 16 * 60_000);
      isExpired(await get(back));
      test.clock.now = now;
      const { token } = claimOf(await get(back));
      test.clock.now = new Date(+now + 3 * 60_000);
      expect(await claim(token)).toBeNull();
      test.clock.now = now;
    });

    it("go back to the sign-in when the provider refuses them, with the reason in the record", async () => {
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

    it("stay where they are when the provider does not answer, with the reason in the record", async () => {
      const gone = await test.run(1, createProvider, {
        name: "Gone",
        configuration: { kind: "oidc", settings: { issuer: "http://127.0.0.1:9", clientId: "x" } },
      });
      expect(await begin(gone.providerId)).toBeNull();
      expect(await lastSignIn()).toMatchObject({
        ...{ outcome: "refused", appId },
        explanation: [expect.stringContaining("not reached") as string],
      });
    });

    it("are told nothing where nobody is waited for", async () => {
      for (const url of [
        callback,
        `${callback}?state=x&code=y`,
        `${callback.replace(String(providerId), "999999")}?state=x`,
        `${callback.replace("acme", "nobody")}?state=x`,
        `${baseUrl}/federation/acme/ldap/1/callback`,
        `${baseUrl}/federation/acme/oidc/1/../callback`,
      ]) {
        const answer = await get(url);
        if (answer.status !== 404) isExpired(answer);
      }
      expect((await routes(new Request(callback, { method: "POST" }), facts)).status).toBe(405);
    });
  });

  describe("by SAML", () => {
    const idp = samlIdentityProvider("https://idp.saml.example");
    let providerId: number;
    let acs: string;
    let audience: string;
    beforeAll(async () => {
      ({ providerId } = await test.run(1, createProvider, {
        name: "Company",
        configuration: {
          kind: "saml",
          settings: {
            ...{ entityId: idp.entityId, ssoUrl: idp.ssoUrl, certificates: idp.certificate },
            ...{ trustEmail: true, createPeople: true },
          },
        },
      }));
      await connector("Saml");
      acs = `${baseUrl}/federation/acme/saml/${providerId}/acs`;
      audience = `${baseUrl}/federation/acme/saml/${providerId}/metadata`;
    });

    const post = (fields: Record<string, string>) => {
      const body = new URLSearchParams(fields).toString();
      return routes(
        new Request(acs, {
          method: "POST",
          body,
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            "content-length": String(body.length),
            origin: idp.entityId,
          },
        }),
        facts,
      );
    };
    const answered = async () => {
      const location = (await begin(providerId))!;
      const inResponseTo = /ID="([^"]+)"/.exec(samlRequestOf(location))![1]!;
      const xml = await idp.answer({
        ...{ audience, recipient: acs, inResponseTo, nameId: "grace-1" },
        attributes: {
          "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress": "grace@example.org",
        },
      });
      return {
        xml,
        RelayState: new URL(location).searchParams.get("RelayState")!,
        SAMLResponse: Buffer.from(xml).toString("base64"),
      };
    };

    it("come back to the sign-in that they left, and are somebody there", async () => {
      const { RelayState, SAMLResponse } = await answered();
      const { path, token } = claimOf(await post({ RelayState, SAMLResponse }));
      expect(path).toBe("/interaction/uid-1/outside");
      expect(await claim(token)).toMatchObject({ connector: "Saml" });
      isExpired(await post({ RelayState, SAMLResponse }));
    });

    it("bring no answer to another request, nor the same assertion again", async () => {
      const one = await answered();
      const other = await answered();
      const mixed = await post({ RelayState: other.RelayState, SAMLResponse: one.SAMLResponse });
      expect(claimOf(mixed)).toMatchObject({ error: "outside" });
      expect((await lastSignIn())?.explanation?.[0]).toMatch(/^Company: /);
    });

    it("are not sent where RelayState says", async () => {
      const { SAMLResponse } = await answered();
      for (const RelayState of ["https://evil.example/", "//evil.example", "/interaction/uid-1"]) {
        isExpired(await post({ RelayState, SAMLResponse }));
      }
    });

    it("send no more than a form that could be an answer", async () => {
      expect((await post({ RelayState: "x" })).status).toBe(400);
      expect((await post({ RelayState: "x", SAMLResponse: "A".repeat(1_000_001) })).status).toBe(400);
    });

    it("know us by our metadata", async () => {
      const answer = await get(audience);
      expect(answer.headers.get("content-type")).toBe("application/samlmetadata+xml");
      expect(await answer.text()).toContain(`Location="${acs}"`);
      expect((await get(audience.replace(String(providerId), "1"))).status).toBe(404);
    });
  });

  describe.skipIf(!slapdInstalled)("by the password of a directory", () => {
    let directory: Awaited<ReturnType<typeof startSlapd>>;
    beforeAll(async () => {
      directory = await startSlapd();
      const settings = { url: directory.url, bindDn: searchAccount.dn, baseDn: directoryRoot };
      const unreachable = { ...settings, url: "ldap://127.0.0.1:9", timeoutSeconds: 1 };
      await test.run(1, createProvider, {
        name: "A gone one",
        configuration: { kind: "ldap", settings: unreachable },
        secret: "x",
      });
      await test.run(1, createProvider, {
        name: "Directory",
        configuration: { kind: "ldap", settings: { ...settings, trustEmail: true, linkByEmail: true } },
        secret: searchAccount.password,
      });
    });
    afterAll(() => directory?.close());

    it("are the people of that address, where the connector is on; another directory that is gone keeps nobody out", async () => {
      const { id } = await test.write(1, (tx) => tx.users.insert({ email: "odd@example.org" }));
      const attempt = (password: string) => outside.byPassword(1, appId, "odd@example.org", password, signs);
      expect(await attempt("secret of o*(brien)\\")).toBeNull();
      await connector("Ldap");
      expect(await attempt("secret of o*(brien)\\")).toEqual({ userId: id });
      expect(await attempt("wrong")).toBeNull();
      expect(await attempt("")).toBeNull();
    });

    it("are refused with the reason in the record where nobody here is they", async () => {
      expect(await outside.byPassword(1, appId, "alan", "secret of alan", signs)).toBeNull();
      expect(await lastSignIn()).toMatchObject({
        ...{ outcome: "refused", method: "Ldap", appId, identifier: "alan@example.org" },
        explanation: [expect.stringMatching(/^Directory: Nobody here has the address/) as string],
      });
    });
  });
});
