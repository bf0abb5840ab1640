import { Agent, createServer, request, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { drained } from "./drain";

/** Starts a server that answers after `delay` milliseconds. Returns it with its port. */
async function listening(delay: number): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) => {
    setTimeout(() => response.end("answer"), delay);
  });
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server does not listen on a port.");
  return { server, port: address.port };
}

/**
 * Sends a request over the agent's connection. Returns the body, and true if the answer closes the
 * connection.
 */
const get = (port: number, agent: Agent) =>
  new Promise<{ body: string; leave: boolean }>((resolve, reject) => {
    request({ port, agent, host: "127.0.0.1" }, (response) => {
      const leave = response.headers.connection === "close";
      text(response).then((body) => resolve({ body, leave }), reject);
    })
      .on("error", reject)
      .end();
  });

describe("drained", () => {
  it("ends kept connections of busy clients without a broken answer", async () => {
    const { server, port } = await listening(3);
    let answers = 0;
    const client = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!(await get(port, agent)).leave) answers++;
    };
    const clients = Array.from({ length: 8 }, client);
    await new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (answers < 100) return;
        clearInterval(look);
        resolve();
      }, 5);
    });
    const began = performance.now();
    await drained(server);
    expect(performance.now() - began).toBeLessThan(5_000);
    await expect(Promise.all(clients)).resolves.toHaveLength(8);
  });

  it("waits for a request in progress, and closes its connection after the answer", async () => {
    const { server, port } = await listening(1_000);
    const answer = get(port, new Agent({ keepAlive: true }));
    await new Promise<void>((resolve) => server.once("request", () => resolve()));
    const ended = drained(server);
    await expect(answer).resolves.toMatchObject({ body: "answer" });
    await ended;
  });

  it("accepts new connections during the delay, and answers with `Connection: close`", async () => {
    const { server, port } = await listening(0);
    const ended = drained(server, { delayMs: 800 });
    for (let time = 0; time < 600; time += 100) {
      await expect(get(port, new Agent({ keepAlive: true }))).resolves.toEqual({
        body: "answer",
        leave: true,
      });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await ended;
    await expect(get(port, new Agent())).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("accepts new connections after the delay, while requests are in progress", async () => {
    const { server, port } = await listening(400);
    const first = get(port, new Agent());
    await new Promise<void>((resolve) => server.once("request", () => resolve()));
    const hurry = new AbortController();
    const ended = drained(server, { delayMs: 60_000, hurry: hurry.signal });
    hurry.abort();
    await new Promise((resolve) => setTimeout(resolve, 150));
    await expect(get(port, new Agent())).resolves.toMatchObject({ body: "answer" });
    await expect(first).resolves.toMatchObject({ body: "answer" });
    await ended;
  });

  it("ends at once without connections", async () => {
    const { server } = await listening(0);
    const began = performance.now();
    await drained(server);
    expect(performance.now() - began).toBeLessThan(400);
  });
});
