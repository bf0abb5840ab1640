import { describe, expect, it, vi } from "vitest";
import type { Database } from "../../store/database";
import { createSites } from "./sites";

const ROWS: Record<string, { id: string; slug: string }> = {
  "login.acme.example": { id: "7", slug: "acme" },
};

function sitesAt(baseUrl: string) {
  const sql = vi.fn(async (_text: unknown, domain: string) => (ROWS[domain] ? [ROWS[domain]] : []));
  const sites = createSites({ database: { sql } as unknown as Database, baseUrl });
  return { sites, asked: () => sql.mock.calls.map(([, domain]) => domain) };
}

const acme = (baseUrl: string) => ({ baseUrl, tenant: { tenantId: 7, slug: "acme" } });

describe("the owner of a host", () => {
  it("is not looked up for the installation's own host, nor for an invalid name", () => {
    const { sites, asked } = sitesAt("https://auth.example.com");
    for (const host of [
      "auth.example.com",
      "AUTH.example.com:443",
      "auth.example.com.",
      "localhost:3000",
      "127.0.0.1:80",
      "[::1]:3000",
      "",
      "a b.example",
      "'; drop table.x",
      `${"a.".repeat(200)}example`,
    ])
      expect(sites.of(host)).toBeNull();
    expect(sites.of(null)).toBeNull();
    expect(asked()).toEqual([]);
  });

  it("is looked up once a second", async () => {
    const { sites, asked } = sitesAt("https://auth.example.com");
    for (let time = 0; time < 3; time++) {
      expect(await sites.of("Login.Acme.Example")).toEqual(acme("https://login.acme.example"));
      expect(await sites.of("other.example")).toBeNull();
    }
    expect(asked()).toEqual(["login.acme.example", "other.example"]);
  });

  it("is looked up again after a failure of the database", async () => {
    const sql = vi.fn().mockRejectedValueOnce(new Error("gone")).mockResolvedValue([]);
    const sites = createSites({ database: { sql } as unknown as Database, baseUrl: "https://a.example" });
    await expect(sites.of("b.example")).rejects.toThrow("gone");
    expect(await sites.of("b.example")).toBeNull();
  });

  it("has the scheme and the port of the installation's own address, whatever the request contains", async () => {
    const { sites } = sitesAt("http://auth.example.com:8080");
    expect(await sites.of("login.acme.example:9999")).toEqual(acme("http://login.acme.example:8080"));
    expect(await sites.isServed("http://login.acme.example:8080", 7)).toBe(true);
    expect(await sites.isServed("http://login.acme.example:8080", 8)).toBe(false);
    expect(await sites.isServed("https://login.acme.example", 7)).toBe(false);
    expect(await sites.isServed("http://other.example:8080", 7)).toBe(false);
  });
});
