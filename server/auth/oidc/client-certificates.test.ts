import { X509Certificate } from "node:crypto";
import fc from "fast-check";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setAppAuthentication } from "@/server/domain/apps/client-authentication";
import { createMachineApp, setAppOwnScopes } from "@/server/domain/apps/machine";
import { createAuthority } from "@/server/testing/certificates";
import { tenantActor } from "@/server/testing/operations";
import { createScene, type Scene } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";
import { readCertificate } from "./client-certificates";

const HEADER = "x-client-cert";
const CLIENT = "1.3.6.1.5.5.7.3.2";
const SERVER = "1.3.6.1.5.5.7.3.1";

const derOf = (pem: string) => new X509Certificate(pem).raw.toString("base64");

describe("a header with a certificate", () => {
  it("is a byte sequence, escaped PEM or base64, and nothing else", async () => {
    const { pem } = await createAuthority();
    const der = derOf(pem);
    for (const header of [`:${der}:`, encodeURIComponent(pem), der])
      expect(readCertificate(header)?.raw.toString("base64")).toBe(der);
    for (const header of [
      "",
      `${der}, ${der}`,
      encodeURIComponent(pem + pem),
      "%zz",
      `:${der}`,
      "a".repeat(20_000),
    ])
      expect(readCertificate(header)).toBeUndefined();
  });

  it("is refused without an error, whatever it is", () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (header) => readCertificate(header) === undefined));
  });
});

describe.each(databaseKinds)("apps that authenticate by a certificate on %s", (kind) => {
  let rig: Scene;
  let requests: ReturnType<Scene["requestsTo"]>;
  beforeAll(async () => {
    rig = await createScene(kind);
    requests = rig.requestsTo(await rig.world.instance(undefined, HEADER));
  }, 120_000);
  afterAll(() => rig.close());

  async function machine(
    method: "tls_client_auth" | "self_signed_tls_client_auth",
    certificates: string,
    name?: string,
  ) {
    const { tenantId } = await rig.world.tenant();
    const actor = tenantActor(tenantId);
    const { appId, clientId, clientSecret } = await rig.execute(actor, createMachineApp, {
      name: "Importer",
    });
    await rig.execute(actor, setAppOwnScopes, { appId, ownScopes: ["documents:render"] });
    const set = (more: object = {}) =>
      rig.execute(actor, setAppAuthentication, {
        appId,
        method,
        certificates,
        ...(name !== undefined && { certificateSubject: name }),
        ...more,
      });
    await set();
    return { clientId, clientSecret, set };
  }
  const ask = (clientId: string, pem: string | null, more: Record<string, string> = {}) =>
    requests.post(
      "/token",
      { grant_type: "client_credentials", client_id: clientId, ...more },
      pem === null ? {} : { [HEADER]: encodeURIComponent(pem) },
    );

  it("get tokens by a registered certificate, bound to it, and by no other way", async () => {
    const own = (await createAuthority("CN=importer")).pem;
    const next = (await createAuthority("CN=importer")).pem;
    const { clientId, clientSecret } = await machine("self_signed_tls_client_auth", own + next);
    const { status, body } = await ask(clientId, own);
    expect(status).toBe(200);
    expect(decodeJwt(body["access_token"]!)["cnf"]).toHaveProperty("x5t#S256");
    expect((await ask(clientId, next)).status).toBe(200);
    const other = (await createAuthority("CN=importer")).pem;
    expect((await ask(clientId, other)).status).toBe(401);
    expect((await ask(clientId, null)).status).toBe(401);
    expect((await ask(clientId, null, { client_secret: clientSecret })).status).toBe(401);
    const expired = (await createAuthority("CN=importer", { days: -1 })).pem;
    const late = await machine("self_signed_tls_client_auth", expired);
    expect((await ask(late.clientId, expired)).status).toBe(401);
  });

  it("get tokens by a certificate of their authority with their name", async () => {
    const authority = await createAuthority();
    const { clientId } = await machine("tls_client_auth", authority.pem, "importer.shop.example");
    const named = { dns: "importer.shop.example" };
    expect((await ask(clientId, await authority.issue("CN=x", named))).status).toBe(200);
    expect((await ask(clientId, await authority.issue("CN=x", { ...named, usages: [CLIENT] }))).status).toBe(
      200,
    );
    const bySubject = await machine("tls_client_auth", authority.pem, "CN=Importer,O=Shop,C=DE");
    expect((await ask(bySubject.clientId, await authority.issue("C=DE, O=Shop, CN=Importer"))).status).toBe(
      200,
    );
    // A wildcard does not name one app.
    const wrong = [
      await authority.issue("CN=importer.shop.example"),
      await authority.issue("CN=x", { dns: "other.shop.example" }),
      await authority.issue("CN=x", { dns: "*.shop.example" }),
      await authority.issue("CN=x", { ...named, days: -1 }),
      await authority.issue("CN=x", { ...named, usages: [SERVER] }),
      await (await createAuthority()).issue("CN=x", named),
      await (await createAuthority("CN=Authority", { ca: false })).issue("CN=x", named),
    ];
    for (const pem of wrong) expect((await ask(clientId, pem)).status).toBe(401);
    const notCa = await createAuthority("CN=Authority", { ca: false });
    const trusting = await machine("tls_client_auth", notCa.pem, "importer.shop.example");
    expect((await ask(trusting.clientId, await notCa.issue("CN=x", named))).status).toBe(401);
  });

  it("lose their tokens when a certificate is changed", async () => {
    const own = (await createAuthority("CN=importer")).pem;
    const { clientId, set } = await machine("self_signed_tls_client_auth", own);
    const token = (await ask(clientId, own)).body["access_token"]!;
    const introspected = (by: string) =>
      requests.post("/introspect", { client_id: clientId, token }, { [HEADER]: encodeURIComponent(by) });
    expect((await introspected(own)).body).toMatchObject({ active: true });
    const next = (await createAuthority("CN=importer")).pem;
    await set({ certificates: next });
    expect((await introspected(next)).body).toEqual({ active: false });
  });

  it("need a header that the server is configured for", async () => {
    const own = (await createAuthority("CN=importer")).pem;
    const { clientId } = await machine("self_signed_tls_client_auth", own);
    const header = { [HEADER]: encodeURIComponent(own) };
    const { status } = await rig.post(
      "/token",
      { grant_type: "client_credentials", client_id: clientId },
      header,
    );
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  it.each([
    ["no certificate", { certificates: null }, "certificates"],
    [
      "a text that is none",
      { certificates: "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----" },
      "certificates",
    ],
    ["a name without an authority", { certificateSubject: "x.example" }, "certificateSubject"],
    ["a certificate beside a secret", { method: "client_secret" }, "certificates"],
  ])("refuse %s", async (_what, wrong, field) => {
    const own = (await createAuthority("CN=importer")).pem;
    const { set } = await machine("self_signed_tls_client_auth", own);
    await expect(set(wrong)).rejects.toMatchObject({ status: 400, details: { field } });
  });
});
