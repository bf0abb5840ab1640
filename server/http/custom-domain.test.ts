import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startNameServer, type NameServer } from "@/server/testing/name-server";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";

interface Domain {
  identityMode: string;
  customDomain: string | null;
  verifyToken: string;
  verifiedAt: string | null;
}

describe.each(databaseKinds)("a custom domain, verified by a name server, on %s", (kind) => {
  let names: NameServer;
  let server: TestServer;
  beforeAll(async () => {
    names = await startNameServer();
    server = await startTestServer(kind, { environment: { DNS_SERVERS: names.address } });
  }, 120_000);
  afterAll(async () => {
    await server.close();
    await names.close();
  });

  const as = (tenant: 0 | 1) => {
    const { credential } = server.seed.tenants[tenant];
    return {
      get: async () => (await server.call<Domain>(credential, "GET", "/api/v1/domains")).body,
      set: (domain: string) => server.call<Domain>(credential, "POST", "/api/v1/domains", { domain }),
      verify: () => server.call(credential, "POST", "/api/v1/domains/verify"),
    };
  };
  const publish = (domain: string, ...texts: string[][]) => names.records.set(`_castellan.${domain}`, texts);

  it("is verified by the requested record among others, also if it is split", async () => {
    const acme = as(0);
    const { verifyToken } = (await acme.set("Login.Acme.Example")).body;
    expect((await acme.verify()).body).toEqual({ verified: false });

    publish("login.acme.example", ["v=spf1 -all"], [`${verifyToken}x`], ["castellan-verification="]);
    expect((await acme.verify()).body).toEqual({ verified: false });
    expect(await acme.get()).toMatchObject({ identityMode: "slug", verifiedAt: null });

    publish("login.acme.example", ["v=spf1 -all"], [verifyToken.slice(0, 9), verifyToken.slice(9)]);
    expect((await acme.verify()).body).toEqual({ verified: true });
    const verified = await acme.get();
    expect(verified).toMatchObject({ identityMode: "custom_domain", customDomain: "login.acme.example" });
    expect(Date.parse(verified.verifiedAt!)).toBeGreaterThan(Date.now() - 60_000);
    // The domain stays verified after its DNS record is removed.
    names.records.clear();
    expect((await acme.verify()).body).toEqual({ verified: true });
  });

  it("belongs to the organization that verifies it first", async () => {
    const [acme, globex] = [as(0), as(1)];
    const { verifyToken } = (await globex.set("contested.example")).body;
    const { verifyToken: other } = (await acme.set("contested.example")).body;
    publish("contested.example", [verifyToken], [other]);
    expect((await acme.verify()).body).toEqual({ verified: true });
    expect(await globex.verify()).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect(await globex.get()).toMatchObject({ identityMode: "slug", verifiedAt: null });
  });

  it("needs a new verification after a change, and is not verified without an answer of the name server", async () => {
    const globex = as(1);
    const first = (await globex.set("first.example")).body.verifyToken;
    const second = (await globex.set("second.example")).body.verifyToken;
    expect(second).not.toBe(first);
    publish("second.example", [first]);
    expect((await globex.verify()).body).toEqual({ verified: false });
    publish("second.example", [second]);
    names.silent = true;
    expect((await globex.verify()).body).toEqual({ verified: false });
    names.silent = false;
    expect((await globex.verify()).body).toEqual({ verified: true });
  }, 30_000);
});
