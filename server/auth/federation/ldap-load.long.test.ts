import type { Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import {
  bindDone,
  endless,
  hostileDirectory,
  reference,
  say,
  success,
  id,
  value,
} from "@/server/testing/hostile-directory";
import { authenticateAt, tryDirectory } from "./ldap";

describe("an attack by a directory that an administrator configured", () => {
  const scene = hostileDirectory();

  /** Sends the piece without end, as fast as the connection accepts it. */
  const flood = (piece: Buffer) => (socket: Socket) => {
    const more = () => {
      for (let round = 0; round < 100 && !socket.destroyed; round++) {
        if (!socket.write(piece)) return;
      }
      setImmediate(more);
    };
    socket.on("drain", more);
    more();
  };
  const reading = Buffer.alloc(65_536, 1);

  /** Measures how long the event loop was blocked during `work`, and returns its outcome. */
  async function bystander(work: () => Promise<unknown>) {
    const delays = monitorEventLoopDelay({ resolution: 5 });
    delays.enable();
    const started = performance.now();
    const outcome = await work().then(
      () => "settled",
      (error: Error) => error.message,
    );
    delays.disable();
    return { outcome, longestMs: delays.max / 1e6, tookMs: performance.now() - started };
  }

  it.each<[string, (() => void)[] | ((socket: Socket) => void)[], RegExp]>([
    [
      "2 GB follow as one message",
      [(socket) => (say(endless)(socket), flood(reading)(socket))],
      /too long a message/,
    ],
    [
      "search references come without end",
      [say(bindDone), flood(Buffer.concat(Array(9_000).fill(reference) as Buffer[]))],
      /more than/,
    ],
    [
      "bytes that are no LDAP come",
      [say(Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"))],
      /does not speak LDAP/,
    ],
    ["a length without end comes", [say(Buffer.from([0x30, 0x80, 0, 0]))], /does not speak LDAP/],
  ])("%s: other requests are answered meanwhile", async (_what, does, said) => {
    scene.answers = does;
    const memory = process.memoryUsage().rss;
    for (const ask of [
      () => authenticateAt(scene.options, "ada", "password"),
      () => tryDirectory(scene.options, []),
    ]) {
      const { outcome, longestMs, tookMs } = await bystander(ask);
      expect(outcome).toMatch(said);
      expect(longestMs).toBeLessThan(200);
      expect(tookMs).toBeLessThan(4_000);
    }
    expect(process.memoryUsage().rss - memory).toBeLessThan(150_000_000);
  });

  it("StartTLS that is confirmed, then silence: settles within three times the time limit and closes the connection", async () => {
    scene.answers = [say(value(0x30, id(2), value(0x78, ...success)))];
    const settings = { ...scene.options.settings, startTls: true };
    const { outcome, tookMs } = await bystander(() => tryDirectory({ ...scene.options, settings }, []));
    expect(outcome).toBe("No answer within 3 seconds.");
    expect(tookMs).toBeLessThan(4_000);
    await expect.poll(() => [...scene.sockets].every((socket) => socket.destroyed)).toBe(true);
  });
});
