import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createSender } from "@/server/domain/webhooks/worker/sender";
import { turnsOfLoop } from "@/server/testing/work";
import { certifiedKey } from "../certificates";
import { createGuardedRequest } from "../guarded-fetch";

describe("https through a thread", () => {
  let server: Server;
  let url: string;
  let connections = 0;
  const names: unknown[] = [];
  beforeAll(async () => {
    // The server's certificate is self-signed. The setting is read when the thread starts.
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const { privateKey: key, certificate: cert } = await certifiedKey("localhost", new Date(), 2_048);
    server = createServer({ key, cert }, (request, response) => {
      if (request.url === "/echo") return void request.pipe(response);
      if (request.url === "/large") return void response.end("x".repeat(3_000_000));
      if (request.url === "/until-the-end") {
        response.removeHeader("transfer-encoding");
        response.writeHead(200, { connection: "close" });
        response.write("y".repeat(500_000));
        return void turnsOfLoop(20).then(() => response.end("!"));
      }
      response.end(`here ${request.headers.host}`);
    });
    server.on("secureConnection", (socket) => {
      connections += 1;
      names.push(socket.servername);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    server.close();
  });
  const request = createGuardedRequest({ allowPrivate: true, timeoutMs: 5_000, maxBytes: 5_000_000 });

  it("sends and reads bodies", async () => {
    expect((await request(`${url}/`, { by: "1" })).text).toBe(`here ${new URL(url).host}`);
    expect(names).toEqual(["localhost"]);
    const body = "z".repeat(1_000_000);
    const headers = { "content-length": "1000000" };
    expect((await request(`${url}/echo`, { by: "1", method: "POST", headers, body })).text).toBe(body);
    expect((await request(`${url}/large`, { by: "1" })).text.length).toBe(3_000_000);
    expect((await request(`${url}/until-the-end`, { by: "1" })).text.length).toBe(500_001);
  });

  it("keeps connections for the next exchange of the same organization only", async () => {
    const sender = createSender({ allowPrivate: true });
    const secret = `whsec_${Buffer.alloc(24).toString("base64")}`;
    const send = (by: string) =>
      sender.send({ by, url: `${url}/`, secrets: [secret], messageId: "m", body: "{}", poweredBy: false });
    const before = connections;
    for (let round = 0; round < 100; round++) expect(await send("1")).toMatchObject({ ok: true });
    // A new connection is needed only if an answer arrives before its request is completely sent.
    const kept = connections - before;
    expect(kept).toBeLessThan(10);
    expect(await send("2")).toMatchObject({ ok: true, httpStatus: 200 });
    expect(connections - before).toBe(kept + 1);
    // Many at once, on kept and new connections.
    const owners = Array.from({ length: 400 }, (_, at) => String(at % 20));
    const outcomes = await Promise.all(owners.map(send));
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    sender.close();
    await expect
      .poll(() => new Promise((resolve) => server.getConnections((_error, open) => resolve(open))))
      .toBeLessThan(3);
  });
});
