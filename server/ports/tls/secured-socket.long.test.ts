import { once } from "node:events";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { describe, expect, it, vi } from "vitest";
import { costlyChain } from "@/server/testing/costly-chain";
import { certifiedKey } from "../certificates";
import { createGuardedRequest } from "../guarded-fetch";

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

describe("starvation by servers whose certificates cost hundreds of milliseconds to check", () => {
  it("20 exchanges of one organization do not delay another organization", async () => {
    const hostile = await costlyChain(20);
    const { privateKey: key, certificate: cert } = await certifiedKey("localhost", new Date(), 2_048);
    // Runs in a thread, because the server's own work must not be measured.
    const server = new Worker(
      `const { parentPort, workerData } = require("node:worker_threads");
      const server = require("node:tls").createServer(workerData, (socket) => socket.on("error", () => {}));
      server.on("tlsClientError", () => {}).listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`,
      { eval: true, workerData: hostile },
    );
    const [port] = (await once(server, "message")) as [number];
    const honest = createHttps({ key, cert }, (_request, response) => response.end("here"));
    honest.listen(0, "127.0.0.1");
    await once(honest, "listening");
    const patient = createGuardedRequest({ allowPrivate: true, timeoutMs: 20_000, maxBytes: 1_000 });
    const attacking = createGuardedRequest({ allowPrivate: true, timeoutMs: 60_000, maxBytes: 1_000 });
    const ask = (to: number, by: string, request = patient) =>
      request(`https://127.0.0.1:${to}/`, { by }).catch((error: NodeJS.ErrnoException) => error.code);
    try {
      // Starts the thread.
      await ask(portOf(honest), "2");
      expect(await ask(port, "1")).toMatch(/SELF_SIGNED/);
      let ended = 0;
      const attack = Array.from({ length: 20 }, () => ask(port, "1", attacking).then(() => (ended += 1)));
      await vi.waitFor(() => expect(ended).toBeGreaterThan(0), { timeout: 20_000 });
      const before = ended;
      expect(await ask(portOf(honest), "2")).toMatch(/SELF_SIGNED/);
      // The exchange has four steps. Without turns, it would wait for each of the 20.
      expect(ended - before).toBeLessThan(8);
      await server.terminate();
      await Promise.all(attack);
    } finally {
      await server.terminate();
      honest.closeAllConnections();
      honest.close();
    }
  }, 60_000);
});
