import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createSender } from "../domain/webhooks/worker/sender";
import { createTextOutlet } from "../domain/messages/worker/text-gateway";
import { createGuardedRequest } from "./guarded-fetch";
import { createGuardedPost } from "./guarded-post";
import type * as nameLookup from "./name-lookup";
import { createOutboundCheck } from "./outbound";

/** Answers of the name, one for each look-up. The last one repeats. */
const names = vi.hoisted(() => ({ answers: [] as string[], asked: 0 }));

vi.mock("./name-lookup", async (original) => ({
  ...(await original<typeof nameLookup>()),
  systemNames: () =>
    Promise.resolve([
      { address: names.answers[Math.min(names.asked++, names.answers.length - 1)]!, family: 4 },
    ]),
}));

describe("an attack by a name whose first answer is public and the second is loopback (rebinding)", () => {
  let server: Server;
  let port: number;
  let connections = 0;
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === "/redirect")
        response.writeHead(302, { location: `http://127.0.0.1:${port}/inside` });
      if (request.url === "/bomb")
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000)));
      else if (request.url === "/endless") {
        const more = () => response.write("x".repeat(65_536), more as never);
        more();
      } else response.end("inside");
    });
    server.on("connection", () => (connections += 1));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    connections = 0;
    Object.assign(names, { answers: ["8.8.8.8", "127.0.0.1"], asked: 0 });
  });

  const url = () => `https://rebind.example:${port}/`;

  /** The address was accepted when it was configured, because the name had a public address then. */
  const given = async () => expect(await createOutboundCheck({ allowPrivate: false })(url(), "1")).toBeNull();

  it("no webhook is sent there", async () => {
    await given();
    const sender = createSender({ allowPrivate: false });
    const outcome = await sender.send({
      by: "1",
      url: url(),
      secrets: [`whsec_${Buffer.alloc(24).toString("base64")}`],
      messageId: "m",
      body: "{}",
      poweredBy: false,
    });
    sender.close();
    expect(outcome).toMatchObject({ ok: false, httpStatus: null });
    expect([connections, names.asked]).toEqual([0, 2]);
  });

  it("no request of a provider or source is sent there", async () => {
    await given();
    const request = createGuardedRequest({ allowPrivate: false, timeoutMs: 5_000, maxBytes: 1_000_000 });
    await expect(request(url(), { by: "1" })).rejects.toThrow("private address");
    expect([connections, names.asked]).toEqual([0, 2]);
  });

  it("no back-channel logout is sent there", async () => {
    await given();
    const post = createGuardedPost({ allowPrivate: false, timeoutMs: 5_000 });
    expect(await post(url(), "1", new URLSearchParams())).toMatchObject({ ok: false, status: null });
    expect([connections, names.asked]).toEqual([0, 2]);
  });

  it("no text message is sent there", async () => {
    await given();
    const gateway = createTextOutlet({ url: url(), token: undefined, allowPrivate: false });
    await expect(
      gateway.send({ id: "1", to: "+491701234567", from: "", subject: "", html: null, text: "x" }),
    ).rejects.toThrow("private address");
    expect([connections, names.asked]).toEqual([0, 2]);
  });

  it("of the addresses of a name, only the public ones are connected to", async () => {
    names.answers = ["127.0.0.1"];
    const request = createGuardedRequest({ allowPrivate: false, timeoutMs: 5_000, maxBytes: 1_000_000 });
    await expect(request(url(), { by: "1" })).rejects.toThrow("private address");
    expect(connections).toBe(0);
  });

  it.each(["https://[::127.0.0.1]", "https://[::7f00:1]", "https://[64:ff9b::7f00:1]", "https://127.0.0.1"])(
    "%s, which is not looked up, is refused without a connection",
    async (origin) => {
      const request = createGuardedRequest({ allowPrivate: false, timeoutMs: 5_000, maxBytes: 1_000_000 });
      await expect(request(`${origin}:${port}/`, { by: "1" })).rejects.toThrow("private");
      const post = createGuardedPost({ allowPrivate: false, timeoutMs: 5_000 });
      expect(await post(`${origin}:${port}/`, "1", new URLSearchParams())).toMatchObject({ status: null });
      expect([connections, names.asked]).toEqual([0, 0]);
    },
  );

  describe("where private addresses are allowed", () => {
    const request = createGuardedRequest({ allowPrivate: true, timeoutMs: 5_000, maxBytes: 1_000_000 });
    it("no redirect is followed", async () => {
      const answer = await request(`http://127.0.0.1:${port}/redirect`, { by: "1" });
      expect(answer.status).toBe(302);
      expect(connections).toBe(1);
    });
    it("a gzip bomb is not decompressed", async () => {
      const answer = await request(`http://127.0.0.1:${port}/bomb`, { by: "1" });
      expect(answer.text.length).toBeLessThan(1_000_000);
    });
    it("an endless answer is cut off at 1 MB", async () => {
      await expect(request(`http://127.0.0.1:${port}/endless`, { by: "1" })).rejects.toThrow(
        "more than 1000000 bytes",
      );
    });
  });
});
