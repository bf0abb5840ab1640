import { type Socket } from "node:net";
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

  const outcomeOf = (work: Promise<unknown>) =>
    work.then(
      () => "settled",
      (error: Error) => error.message,
    );

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
  ])("starvation: %s: reading ends at the limit of bytes, messages or values", async (_what, does, said) => {
    scene.answers = does;
    const memory = process.memoryUsage().rss;
    for (const ask of [
      () => authenticateAt(scene.options, "ada", "password"),
      () => tryDirectory(scene.options, []),
    ]) {
      expect(await outcomeOf(ask())).toMatch(said);
    }
    expect(process.memoryUsage().rss - memory).toBeLessThan(150_000_000);
  });

  it("StartTLS that is confirmed, then silence: settles within three times the time limit and closes the connection", async () => {
    scene.answers = [say(value(0x30, id(2), value(0x78, ...success)))];
    const settings = { ...scene.options.settings, startTls: true };
    const outcome = await outcomeOf(tryDirectory({ ...scene.options, settings }, []));
    expect(outcome).toBe("No answer within 3 seconds.");
    await expect.poll(() => [...scene.sockets].every((socket) => socket.destroyed)).toBe(true);
  });
});
