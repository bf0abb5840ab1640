import { once } from "node:events";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { costlyChain } from "@/server/testing/costly-chain";
import { certifiedKey } from "../certificates";
import { createGuardedRequest } from "../guarded-fetch";

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

describe("starvation by servers whose certificates cost hundreds of milliseconds to check", () => {
  it("20 exchanges of one organization neither block this process nor delay another organization", async () => {
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
    const impatient = createGuardedRequest({ allowPrivate: true, timeoutMs: 4_000, maxBytes: 1_000 });
    const ask = (to: number, by: string, request = patient) =>
      request(`https://127.0.0.1:${to}/`, { by }).catch((error: NodeJS.ErrnoException) => error.code);
    try {
      // Starts the thread, and measures one exchange.
      await ask(portOf(honest), "2");
      const alone = performance.now();
      expect(await ask(port, "1")).toMatch(/SELF_SIGNED/);
      const oneMs = performance.now() - alone;

      const delays = monitorEventLoopDelay({ resolution: 5 });
      delays.enable();
      const attack = Promise.all(Array.from({ length: 20 }, () => ask(port, "1", impatient)));
      await new Promise((resolve) => setTimeout(resolve, oneMs));
      const asked = performance.now();
      expect(await ask(portOf(honest), "2")).toMatch(/SELF_SIGNED/);
      const waitedMs = performance.now() - asked;
      await attack;
      delays.disable();
      // 20 handshakes one after another would take 20 times as long as one.
      expect(delays.max / 1e6).toBeLessThan(5 * oneMs);
      expect(waitedMs).toBeLessThan(5 * oneMs);
    } finally {
      await server.terminate();
      honest.closeAllConnections();
      honest.close();
    }
  }, 60_000);
});
