import { Agent, createServer, request, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it, vi } from "vitest";
import { turnsOfLoop } from "@/server/testing/work";
import { drained } from "./drain";

/** Starts a server that answers after `until`. Returns it with its port. */
async function listening(until: () => Promise<void>): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) => {
    void until().then(() => response.end("answer"));
  });
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server does not listen on a port.");
  return { server, port: address.port };
}

/** Starts a server that holds its first answer until `release`. */
async function holding() {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  let requests = 0;
  const { server, port } = await listening(() => ((requests += 1) === 1 ? released : Promise.resolve()));
  const first = get(port, new Agent({ keepAlive: true }));
  await vi.waitFor(() => expect(requests).toBe(1), { timeout: 15_000 });
  return { server, port, first, release };
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
  it("lets busy clients with kept connections leave without a broken answer", async () => {
    const { server, port } = await listening(() => turnsOfLoop(3));
    let answers = 0;
    const client = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!(await get(port, agent)).leave) answers++;
    };
    const clients = Array.from({ length: 8 }, client);
    await vi.waitFor(() => expect(answers).toBeGreaterThan(100), { timeout: 15_000 });
    await drained(server);
    await expect(Promise.all(clients)).resolves.toHaveLength(8);
  });

  it("waits for a request in progress, and closes its connection after the answer", async () => {
    const { server, first, release } = await holding();
    const order: string[] = [];
    const refusesNew = vi.spyOn(server, "close");
    const ended = drained(server).then(() => order.push("drained"));
    await vi.waitFor(() => expect(refusesNew).toHaveBeenCalled(), { timeout: 15_000 });
    expect(order).toEqual([]);
    release();
    await expect(first).resolves.toMatchObject({ body: "answer" });
    await ended;
  });

  it("accepts new connections during the delay, and requests that their clients close them", async () => {
    const { server, port } = await listening(() => Promise.resolve());
    const hurry = new AbortController();
    const ended = drained(server, { delayMs: 600_000, hurry: hurry.signal });
    for (let time = 0; time < 6; time++)
      await expect(get(port, new Agent({ keepAlive: true }))).resolves.toEqual({
        body: "answer",
        leave: true,
      });
    hurry.abort();
    await ended;
    await expect(get(port, new Agent())).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("accepts new connections after the delay, while requests are in progress", async () => {
    const { server, port, first, release } = await holding();
    // Holds the second after the delay in which clients leave.
    let goOn!: () => void;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const wait = vi.fn((ms: number) => (ms === 60_000 ? Promise.resolve() : held));
    const ended = drained(server, { delayMs: 60_000, wait });
    await vi.waitFor(() => expect(wait).toHaveBeenCalledTimes(2), { timeout: 15_000 });
    await expect(get(port, new Agent())).resolves.toMatchObject({ body: "answer" });
    release();
    await expect(first).resolves.toMatchObject({ body: "answer" });
    goOn();
    await ended;
  });

  it("does not wait without connections", async () => {
    const { server } = await listening(() => Promise.resolve());
    const waits: number[] = [];
    await drained(server, { wait: async (ms) => void waits.push(ms) });
    expect(waits.filter((ms) => ms > 0)).toEqual([]);
  });
});
