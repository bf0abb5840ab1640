import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "@/server/testing/server";

describe("an attack with long texts", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()), 120_000);
  afterAll(() => server.close());

  const createTenant = (fields: { password?: string; tenantName?: string }) =>
    server.call<{ error_description: string }>(server.seed.platform.credential, "POST", "/api/v1/tenants", {
      tenantName: "Weak Words Ltd",
      adminEmail: "owner@weak.example",
      password: "correct horse battery staple",
      ...fields,
    });

  it.each([
    ["password", "1024"],
    ["tenantName", "200"],
  ])("a tenant is not created with a %s of 60,000 characters", async (field, most) => {
    const answer = await createTenant({ [field]: "correct horse battery staple ".repeat(2_100) });
    expect(answer.status).toBe(400);
    const { error_description: told } = answer.body;
    expect([told.split(": ")[0], told.replace(/\D/g, ""), told.length < 200]).toEqual([field, most, true]);
  });

  it("a tenant is not created with a password that repeats or follows patterns", async () => {
    const create = (password: string) => createTenant({ password });
    for (const password of [
      "aaaaaaaaaaaa",
      "aaaaaaaaaaaaaaaaaaaaaaaa",
      "123456789012",
      "abcdefghijkl",
      "qwertyuiopas",
      "abcabcabcabc",
      "a1b2c3d4e5f6",
      "castellan1234",
      "Weak Words Ltd1",
      "qwertz123456",
      "zyxwvutsrqpo",
    ]) {
      const answer = await create(password);
      expect([answer.status, password]).toEqual([400, password]);
      expect(answer.body.error_description).toMatch(/^password: /);
    }
    expect((await create("correct horse battery staple")).status).toBe(201);
  });
});
