import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addProviderKey,
  listProviderKeys,
  removeProviderKey,
  useProviderKey,
} from "@/server/domain/federation/provider-keys";
import { createProvider, getProvider, updateProvider } from "@/server/domain/federation/providers";
import {
  baseUrl,
  claimOf,
  facts,
  isExpired,
  federationScene,
  type FederationScene,
} from "@/server/testing/federation-scene";
import { samlIdentityProvider, samlRequestOf } from "@/server/testing/saml-idp";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("external identities, on %s", (kind) => {
  let test: FederationScene["test"];
  let routes: FederationScene["routes"];
  let connector: FederationScene["connector"];
  let lastSignIn: FederationScene["lastSignIn"];
  let get: FederationScene["get"];
  let begin: FederationScene["begin"];
  let claim: FederationScene["claim"];
  beforeAll(async () => {
    ({ test, routes, connector, lastSignIn, get, begin, claim } = await federationScene(kind));
  });
  afterAll(() => test.close());

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
            entityId: idp.entityId,
            ssoUrl: idp.ssoUrl,
            certificates: idp.certificate,
            trustEmail: true,
            createPeople: true,
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
        audience,
        recipient: acs,
        inResponseTo,
        nameId: "grace-1",
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

    it("return to the sign-in that they left, and open an account", async () => {
      const { RelayState, SAMLResponse } = await answered();
      const { path, token } = claimOf(await post({ RelayState, SAMLResponse }));
      expect(path).toBe("/interaction/uid-1/outside");
      expect(await claim(token)).toMatchObject({ connector: "Saml" });
      expect(isExpired(await post({ RelayState, SAMLResponse }))).toBe(true);
    });

    it("are encrypted to our key, after requests signed by it, and accepted once", async () => {
      const metadata = async () => (await get(audience)).text();
      expect(await metadata()).toContain('AuthnRequestsSigned="false"');
      const { configuration, name } = await test.run(1, getProvider, { providerId });
      const settings = { ...configuration?.settings, signRequests: true };
      await test.run(1, updateProvider, { providerId, name, configuration: { kind: "saml", settings } });
      const [key] = await test.run(1, listProviderKeys, { providerId });
      expect(await metadata()).toContain(key!.certificate.replace(/-----[^-]+-----|\s/g, ""));
      const location = (await begin(providerId))!;
      await idp.readRequest(location, await metadata());
      const { xml, RelayState } = await answered();
      const sent = Buffer.from(await idp.encrypted(xml, await metadata())).toString("base64");
      expect(Buffer.from(sent, "base64").toString()).not.toContain("grace");
      const { token } = claimOf(await post({ RelayState, SAMLResponse: sent }));
      expect(await claim(token)).toMatchObject({ connector: "Saml" });
      expect(isExpired(await post({ RelayState, SAMLResponse: sent }))).toBe(true);
      // The same assertion, encrypted again, for another request of this browser.
      const other = await answered();
      const again = Buffer.from(await idp.encrypted(xml, await metadata())).toString("base64");
      expect(claimOf(await post({ RelayState: other.RelayState, SAMLResponse: again }))).toMatchObject({
        error: "outside",
      });
    });

    it("are accepted encrypted to each of our keys during a change of keys, which our metadata lists", async () => {
      const encrypted = async () => {
        const { xml, RelayState } = await answered();
        const metadata = await (await get(audience)).text();
        return { RelayState, xml, metadata, sent: await idp.encrypted(xml, metadata) };
      };
      const arrives = async ({ RelayState, sent }: { RelayState: string; sent: string }) =>
        claimOf(await post({ RelayState, SAMLResponse: Buffer.from(sent).toString("base64") })).token !==
        null;
      const before = await encrypted();
      const [current, next] = await test.run(1, addProviderKey, { providerId });
      expect(await arrives(await encrypted())).toBe(true);
      await test.run(1, useProviderKey, { providerId, keyId: next!.keyId });
      const after = await encrypted();
      expect(after.metadata).not.toContain(before.metadata.match(/<ds:X509Certificate>([^<]+)/)![1]);
      expect(await arrives(after)).toBe(true);
      expect(await arrives(before)).toBe(true);
      await test.run(1, removeProviderKey, { providerId, keyId: current!.keyId });
      const late = await answered();
      const sent = await idp.encrypted(late.xml, before.metadata);
      expect(await arrives({ RelayState: late.RelayState, sent })).toBe(false);
      expect((await lastSignIn())?.explanation?.[0]).toMatch(/could not be decrypted/);
    });

    it("are refused with an answer to another request, and with a used assertion", async () => {
      const one = await answered();
      const other = await answered();
      const mixed = await post({ RelayState: other.RelayState, SAMLResponse: one.SAMLResponse });
      expect(claimOf(mixed)).toMatchObject({ error: "outside" });
      expect((await lastSignIn())?.explanation?.[0]).toMatch(/^Company: /);
    });

    it("are refused if the assertion was made for another service, or for another provider's address here", async () => {
      const { providerId: second } = await test.run(1, createProvider, {
        name: "Company again",
        configuration: {
          kind: "saml",
          settings: {
            entityId: idp.entityId,
            ssoUrl: idp.ssoUrl,
            certificates: idp.certificate,
            trustEmail: true,
            createPeople: true,
          },
        },
      });
      const theirs = `${baseUrl}/federation/acme/saml/${second}`;
      const asked = async () => {
        const location = (await begin(providerId))!;
        const inResponseTo = /ID="([^"]+)"/.exec(samlRequestOf(location))![1]!;
        const RelayState = new URL(location).searchParams.get("RelayState")!;
        return { RelayState, said: { audience, recipient: acs, inResponseTo } };
      };
      const sent = (xml: string) => Buffer.from(xml).toString("base64");
      for (const [wrong, why] of [
        [{ audience: "https://other.example/metadata" }, /audience/],
        [{ audience: `${theirs}/metadata` }, /audience/],
        [{ recipient: "https://other.example/acs" }, /not for this address/],
        [{ recipient: `${theirs}/acs` }, /not for this address/],
        [{ inResponseTo: "_another" }, /InResponseTo/],
      ] as const) {
        const { RelayState, said } = await asked();
        const answer = await post({
          RelayState,
          SAMLResponse: sent(await idp.answer({ ...said, ...wrong })),
        });
        expect(claimOf(answer)).toMatchObject({ error: "outside", token: null });
        expect((await lastSignIn())?.explanation?.[0]).toMatch(why);
      }
      const { RelayState, said } = await asked();
      // An assertion that is valid at the first provider is refused at the second.
      const good = sent(await idp.answer(said));
      const body = new URLSearchParams({ RelayState, SAMLResponse: good }).toString();
      const elsewhere = await routes(new Request(`${theirs}/acs`, { method: "POST", body }), facts);
      expect(isExpired(elsewhere)).toBe(true);
      expect(claimOf(await post({ RelayState, SAMLResponse: good })).token).not.toBeNull();
    });

    it("are not redirected to an address in RelayState", async () => {
      const { SAMLResponse } = await answered();
      for (const RelayState of ["https://evil.example/", "//evil.example", "/interaction/uid-1"]) {
        expect(isExpired(await post({ RelayState, SAMLResponse }))).toBe(true);
      }
    });

    it("are refused with a form that is too long to be an answer", async () => {
      expect((await post({ RelayState: "x" })).status).toBe(400);
      expect((await post({ RelayState: "x", SAMLResponse: "A".repeat(1_000_001) })).status).toBe(400);
    });

    it("can use our metadata", async () => {
      const answer = await get(audience);
      expect(answer.headers.get("content-type")).toBe("application/samlmetadata+xml");
      expect(await answer.text()).toContain(`Location="${acs}"`);
      expect((await get(audience.replace(String(providerId), "999999"))).status).toBe(404);
    });
  });
});
