import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compressedFiles } from "./static-files";

describe("compressed scripts and styles", () => {
  let server: Server;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), "castellan-static-"));
    mkdirSync(path.join(folder, "chunks"));
    writeFileSync(path.join(folder, "chunks", "a-1.js.br"), brotliCompressSync("export {};"));
    writeFileSync(path.join(folder, "chunks", "a-1.js.gz"), gzipSync("export {};"));
    writeFileSync(path.join(folder, "chunks", "b.js"), "plain");
    const answer = await compressedFiles(folder);
    server = createServer((request, response) => {
      if (!answer(request, response)) response.writeHead(299).end();
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      ...init,
      headers: { "accept-encoding": "gzip, deflate, br", ...init.headers },
    });

  it("are sent to clients that accept them", async () => {
    const response = await ask("/_next/static/chunks/a-1.js?v=1");
    expect(response.headers.get("content-encoding")).toBe("br");
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(await response.text()).toBe("export {};");
  });

  it("memory exhaustion: an answer opens no file, and shares its bytes with others", async () => {
    const text = async () => (await ask("/_next/static/chunks/a-1.js")).text();
    await text();
    rmSync(path.join(folder, "chunks", "a-1.js.br"));
    expect(await text()).toBe("export {};");
  });

  it.each([
    ["gzip", "gzip"],
    ["gzip, br;q=0", "gzip"],
    ["*", "br"],
  ])(
    "starvation: a file is not compressed for a request with Accept-Encoding: %s",
    async (accepted, coding) => {
      const response = await ask("/_next/static/chunks/a-1.js", { headers: { "accept-encoding": accepted } });
      expect([response.status, response.headers.get("content-encoding")]).toEqual([200, coding]);
      expect(response.headers.get("vary")).toBe("Accept-Encoding");
      expect(await response.text()).toBe("export {};");
    },
  );

  it.each([
    ["another encoding", "/_next/static/chunks/a-1.js", { headers: { "accept-encoding": "deflate" } }],
    [
      "refused encodings",
      "/_next/static/chunks/a-1.js",
      { headers: { "accept-encoding": "br;q=0, gzip;q=0" } },
    ],
    ["a file that was not compressed", "/_next/static/chunks/b.js", {}],
    ["a file elsewhere", "/_next/static/../package.json", {}],
    ["another method", "/_next/static/chunks/a-1.js", { method: "POST" }],
  ])("are left to Next: %s", async (_case, path, init) => {
    expect((await ask(path, init)).status).toBe(299);
  });
});
