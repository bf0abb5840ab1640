import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createBuiltFiles } from "./built-files";

describe("files of the build", () => {
  let server: Server;
  let folder: string;
  const script = "export {};";
  const url = "/_next/static/chunks/a-1.js";
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), "castellan-files-"));
    mkdirSync(path.join(folder, "static", "chunks"), { recursive: true });
    const write = (name: string, content: string | Buffer) =>
      writeFileSync(path.join(folder, "static", "chunks", name), content);
    write("a-1.js", script);
    write("a-1.js.br", brotliCompressSync(script));
    write("a-1.js.gz", gzipSync(script));
    write("b.js", "plain");
    write("large.woff2", Buffer.alloc(20_000_000));
    writeFileSync(path.join(folder, "secret.json"), "{}");
    const listener = createBuiltFiles(folder);
    server = createServer((request, response) => void listener(request, response)).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const port = () => (server.address() as AddressInfo).port;
  const ask = (target: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port()}${target}`, {
      ...init,
      headers: { "accept-encoding": "gzip, deflate, br", ...init.headers },
    });

  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["gzip, br;q=0", "gzip"],
    ["br;q=0, gzip;q=0", null],
    ["deflate", null],
  ])(
    "starvation: a file is not compressed for a request with Accept-Encoding: %s",
    async (accepted, coding) => {
      const response = await ask(`${url}?v=1`, { headers: { "accept-encoding": accepted } });
      expect([response.status, response.headers.get("content-encoding")]).toEqual([200, coding]);
      expect(response.headers.get("vary")).toBe(coding && "Accept-Encoding");
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(await response.text()).toBe(script);
    },
  );

  it("answers HEAD with the length, and ignores ranges", async () => {
    const head = await ask("/_next/static/chunks/b.js", { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "5", ""]);
    const part = await ask("/_next/static/chunks/b.js", { headers: { range: "bytes=1-2" } });
    expect([part.status, await part.text()]).toEqual([200, "plain"]);
  });

  it.each([
    "/_next/static/chunks",
    "/_next/static/chunks/",
    "/_next/static/../secret.json",
    "/_next/static/%2e%2e/secret.json",
    "/_next/static/..%2fsecret.json",
    "/_next/static/..\\secret.json",
    "/_next/static//chunks/b.js",
    "/_next/static/chunks/c.js",
  ])("path traversal: %s is no file (400 or 404), and no cache stores the answer", async (target) => {
    const answer = await new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
      httpRequest({ port: port(), host: "127.0.0.1", path: target }, (response) => {
        response.resume();
        resolve([response.statusCode, response.headers["cache-control"]]);
      })
        .on("error", reject)
        .end();
    });
    expect([400, 404]).toContain(answer[0]);
    expect(answer[1] ?? "no-store").toBe("no-store");
  });

  it.skipIf(!existsProc())("memory exhaustion: the file of a client that left is closed", async () => {
    const socket = connect(port(), "127.0.0.1").on("error", () => {});
    socket.write("GET /_next/static/chunks/large.woff2 HTTP/1.1\r\nHost: a\r\n\r\n");
    await new Promise((resolve) => socket.once("data", () => resolve(socket.pause())));
    await vi.waitFor(() => expect(openFiles()).toContain("large.woff2"), { timeout: 15_000 });
    socket.destroy();
    await vi.waitFor(() => expect(openFiles()).not.toContain("large.woff2"), { timeout: 15_000 });
  });
});

const PROC = "/proc/self/fd";

function existsProc() {
  try {
    return readdirSync(PROC).length > 0;
  } catch {
    return false;
  }
}

/** Returns the names of the files that this process has open. */
const openFiles = () =>
  readdirSync(PROC).flatMap((fd) => {
    try {
      return [path.basename(readlinkSync(path.join(PROC, fd)))];
    } catch {
      return [];
    }
  });
