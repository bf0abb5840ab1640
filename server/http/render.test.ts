import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTemplate } from "@/server/domain/documents/templates";
import { uploadAsset } from "@/server/domain/documents/assets";
import { consoleCookie } from "@/server/testing/sign-in";
import { tenantActor } from "@/server/testing/operations";
import { startTestServer, type TestServer } from "@/server/testing/server";

describe("POST /api/render/pdf", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()), 120_000);
  afterAll(() => server.close());

  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const template = (html: string) => ({ type: "base64", content: base64(html) });
  const post = (body: unknown, by: Parameters<TestServer["call"]>[0] = server.seed.tenants[0].credential) =>
    server.call<{ pdfBase64: string; warnings: string[] }>(by, "POST", "/api/render/pdf", body);

  it("returns a PDF and its warnings to a credential of any capability", async () => {
    const answer = await post(
      {
        template: template("<h1>Hello {{name}} {{gone}}</h1>"),
        data: { name: "Ann" },
        options: { pageSize: "A4", orientation: "portrait" },
      },
      server.seed.fixtures.capabilityCredentials["ManageTenantConfig"],
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(Buffer.from(answer.body.pdfBase64, "base64").subarray(0, 5).toString()).toBe("%PDF-");
    expect(answer.body.warnings).toEqual(["gone"]);
    expect((await post({ template: template("x") })).status).toBe(200);
  });

  it.each([
    [{}, 400, /template/],
    [{ template: { type: "url", content: "x" } }, 400, /template\.type/],
    [{ template: { type: "base64", content: "%%%" } }, 400, /template\.content/],
    [{ template: { type: "base64", content: "/w==" } }, 400, /UTF-8/],
    [{ template: template("x"), data: [] }, 400, /data/],
    [{ template: template("x"), options: { pageSize: "A3" } }, 400, /pageSize/],
    [{ template: template("x"), options: { orientation: "up" } }, 400, /orientation/],
    [{ template: template("x"), colour: "red" }, 400, /colour/],
    [{ template: template("{{#a}}") }, 422, /template/],
    [{ template: template("{{a}}"), data: { a: {} } }, 422, /\ba\b/],
    [{ template: template("x".repeat(2 * 1024 * 1024 + 1)) }, 413, /template/],
  ])("refuses %#", async (body, status, said) => {
    const answer = await server.call(server.seed.tenants[0].credential, "POST", "/api/render/pdf", body);
    expect(answer).toMatchObject({
      status,
      body: { error_description: expect.stringMatching(said) as string },
    });
  });

  it("renders a stored template by its id, for its own organization only", async () => {
    const [acme, other] = server.seed.tenants;
    const { execute } = server.container;
    const by = tenantActor(acme.tenantId);
    const { templateId } = await execute(by, createTemplate, {
      name: "Stored",
      html: '<p>{{{name}}}</p><img src="asset:dot.svg">',
      sampleData: "{}",
      pageSize: null,
      orientation: "landscape",
    });
    const stored = { type: "stored", id: templateId };
    const answer = await post({ template: stored, data: { name: "Ann" } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.warnings).toEqual([
      "img asset:dot.svg is left out: the organization has no such picture",
    ]);
    await execute(by, uploadAsset, { name: "dot.svg", content: base64('<svg width="8" height="8"/>') });
    expect(
      (await post({ template: { ...stored, version: 1 }, data: { name: "Ann" } })).body.warnings,
    ).toEqual([]);
    expect(
      (await post({ template: { ...stored, content: base64("<p>{{gone}}</p>") } })).body.warnings,
    ).toEqual(["gone"]);

    expect(await post({ template: { ...stored, version: 2 } })).toMatchObject({ status: 404 });
    expect(await post({ template: { type: "stored", id: 999_999 } })).toMatchObject({ status: 404 });
    expect(await post({ template: { type: "stored", id: "1" } })).toMatchObject({ status: 400 });
    expect(await post({ template: stored }, other.credential)).toMatchObject({ status: 404 });
    expect(await post({ template: stored }, null)).toMatchObject({ status: 401 });
    expect(
      await post(
        { template: { ...stored, content: base64("x") } },
        server.seed.fixtures.capabilityCredentials["ReadAuditLog"],
      ),
    ).toMatchObject({ status: 403 });
  });

  it("an attacker sends 600,000 empty arrays as data, which cost more than their size: they are refused", async () => {
    const data = { a: Array.from({ length: 600_000 }, () => []) };
    const answer = await post({ template: template("x"), data });
    expect(answer).toMatchObject({
      status: 413,
      body: { error_description: "The body has more than 200000 values." },
    });
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ name: `row ${index}`, amount: index }));
    expect((await post({ template: template("{{rows.length}}"), data: { rows } })).status).toBe(200);
  });

  it("refuses data of more than 2 MB in every spelling", async () => {
    expect((await post({ template: template("x"), data: { a: "x".repeat(2 * 1024 * 1024) } })).status).toBe(
      413,
    );
  });

  it("answers the console in the language of the page", async () => {
    const [{ owner, slug }] = server.seed.tenants;
    const cookie = await consoleCookie(server.container.auth, server.url, { ...owner, ip: "203.0.113.9" });
    const draft = (html: string) =>
      server.call<object>(
        null,
        "POST",
        "/api/render/pdf",
        { template: template(html) },
        {
          cookie,
          "x-castellan-tenant": slug,
          "accept-language": "de",
          "sec-fetch-site": "same-origin",
        },
      );
    expect((await draft("<script></script><p>x</p>")).body).toMatchObject({
      warnings: ["script is left out: nothing is run"],
      messages: ["script wird ausgelassen: Es wird nichts ausgeführt"],
    });
    expect((await draft("{{nothing 1}}")).body).toMatchObject({
      error_description: "Einen Helper nothing gibt es nicht.",
      refusal: { code: "pdf.unknown_helper", params: { name: "nothing" } },
    });
    expect((await post({ template: template("x") })).body).not.toHaveProperty("messages");
  });

  it("requires a tenant's token", async () => {
    const body = { template: template("x") };
    expect(await post(body, null)).toMatchObject({ status: 401 });
    expect(await post(body, "nonsense")).toMatchObject({ status: 401 });
    expect(await post(body, server.seed.platform.credential)).toMatchObject({ status: 403 });
  });
});
