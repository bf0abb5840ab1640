import { readdir, readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { gzip } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newNonce } from "../http/headers";
import { turnsOfLoop } from "../testing/work";
import { createKeptPage } from "./kept-page";

/** Number of compressions in progress, and its maximum. They start when `until` resolves. */
const compressions = vi.hoisted(() => ({ running: 0, most: 0, until: Promise.resolve() }));

vi.mock("node:zlib", async (original) => {
  const zlib = await original<{ gzip: typeof gzip }>();
  const counted = (data: Buffer, options: object, done: (error: Error | null, result: Buffer) => void) => {
    compressions.most = Math.max(compressions.most, (compressions.running += 1));
    const compressed = (error: Error | null, result: Buffer) => {
      compressions.running -= 1;
      done(error, result);
    };
    void compressions.until.then(() => zlib.gzip(data, options, compressed));
  };
  return { ...zlib, gzip: counted };
});

describe("a kept page", () => {
  const asked: IncomingHttpHeaders[] = [];
  let status = 200;
  const fresh = () =>
    createKeptPage("/docs/api", {
      newNonce,
      headersFor: (_path, nonce) => ({ host: "id.example", "x-nonce": nonce }),
      render: async ({ headers, url }, response) => {
        asked.push(headers);
        await turnsOfLoop();
        response.writeHead(status);
        const nonce = String(headers["x-nonce"]);
        // More data than a connection accepts at once. The client does not read it.
        response.write(
          `<p>${url} ${headers["accept-language"]}<script nonce="${nonce}">${"x".repeat(1_000_000)}`,
        );
        response.end(`</script><style nonce="${nonce}">`);
      },
    });
  let page = fresh();
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      void page(request, response, newNonce()).then((kept) => {
        if (!kept) response.writeHead(503).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    page = fresh();
    asked.length = 0;
    status = 200;
  });

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      headers,
    });
    return { answer, text: await answer.text() };
  };
  const noncesIn = (text: string) =>
    new Set([...text.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce));

  it("starvation: 50 simultaneous requests of strangers cause one rendering, and each gets a separate nonce", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => get("/docs/api")));
    expect(asked).toHaveLength(1);
    const nonces = answers.map(({ text }) => [...noncesIn(text)]);
    expect(nonces.every((own) => own.length === 1)).toBe(true);
    expect(new Set(nonces.flat()).size).toBe(50);
    expect(nonces.flat()).not.toContain(asked[0]!["x-nonce"]);
  });

  it("memory exhaustion: at most two answers are compressed at once, and others share the uncompressed page", async () => {
    await get("/docs/api");
    const gzip = () => get("/docs/api", { "accept-encoding": "gzip" });
    let release = () => {};
    compressions.until = new Promise((resolve) => (release = resolve));
    let uncompressed = 0;
    const asked = Array.from({ length: 20 }, async () => {
      const one = await gzip();
      if (one.answer.headers.get("content-encoding") === null) uncompressed += 1;
      return one;
    });
    await vi.waitFor(() => expect(uncompressed).toBe(18), { timeout: 15_000 });
    release();
    const answers = await Promise.all(asked);
    const codings = answers.map(({ answer }) => answer.headers.get("content-encoding"));
    expect([compressions.most, codings.filter((coding) => coding === "gzip").length]).toEqual([2, 2]);
    expect(new Set(answers.map(({ text }) => text.length)).size).toBe(1);
    // The end of a compression permits the next one.
    expect((await gzip()).answer.headers.get("content-encoding")).toBe("gzip");
  });

  it("cache poisoning: no header of a client affects the kept page except the language", async () => {
    const forged = {
      "user-agent": "forged",
      "x-forwarded-host": "forged",
      "next-router-state-tree": "forged",
      rsc: "1",
      cookie: "forged=1; castellan_locale=de",
      "accept-language": "forged, en",
    };
    const { text } = await get("/docs/api?forged=1", forged);
    expect(text).toMatch(/^<p>\/docs\/api de</);
    expect(JSON.stringify(asked)).not.toContain("forged");
    expect((await get("/docs/api", { "accept-language": "xx, en;q=0.5" })).text).toMatch(
      /^<p>\/docs\/api en</,
    );
    await get("/docs/api", { cookie: "castellan_locale=xx", "accept-language": "fr" });
    expect(asked).toHaveLength(2);
  });

  it("is not linked by components of Next, which would request another form than HTML", async () => {
    const files = await Promise.all(
      ["app", "components"].map(async (folder) =>
        (await readdir(folder, { recursive: true })).map((name) => path.join(folder, name)),
      ),
    );
    for (const file of files.flat().filter((name) => name.endsWith(".tsx")))
      expect(await readFile(file, "utf8"), file).not.toMatch(/<(?:Link|NavLink)\b[^>]*"\/docs\/api"/);
  });

  it("does not keep a failed page", async () => {
    status = 500;
    expect((await get("/docs/api")).answer.status).toBe(503);
    status = 200;
    expect((await get("/docs/api")).answer.status).toBe(200);
  });

  it.each([
    ["gzip, br", "gzip"],
    ["br;q=1, gzip;q=0", null],
    ["identity", null],
  ])("answers Accept-Encoding: %s with Content-Encoding: %s", async (accepted, encoding) => {
    const { answer, text } = await get("/docs/api", { "accept-encoding": accepted });
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(text).toHaveLength(text.indexOf("</script>") + '</script><style nonce="'.length + 24 + 2);
  });
});
