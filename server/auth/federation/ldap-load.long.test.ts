import type { CodedText } from "../../kernel/texts/define";
import { providerTexts } from "../../kernel/texts/providers";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LdapSettings } from "@/server/domain/federation/federation.schema";
import { certifiedKey } from "@/server/ports/certificates";
import { createMessages } from "./bounded-socket";
import { authenticateAt, tryDirectory, type LdapOptions } from "./ldap";

/** A BER value. */
const value = (tag: number, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const length =
    body.length < 128
      ? Buffer.from([body.length])
      : Buffer.from([0x84, ...Buffer.from(body.length.toString(16).padStart(8, "0"), "hex")]);
  return Buffer.concat([Buffer.from([tag]), length, body]);
};
const id = (messageId: number) => value(0x02, Buffer.from([messageId]));
const success = [value(0x0a, Buffer.from([0])), value(0x04, ""), value(0x04, "")];
const bindDone = value(0x30, id(2), value(0x61, ...success));
const reference = value(0x30, id(3), value(0x73));
/** The head of a message of 2 GB. */
const endless = Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff, 0x02, 0x01, 0x01]);
const entry = (attributes: number) =>
  value(
    0x30,
    id(3),
    value(
      0x64,
      value(0x04, "uid=ada,dc=example"),
      value(
        0x30,
        ...Array.from({ length: attributes }, (_, index) =>
          value(0x30, value(0x04, `a${index}`), value(0x31, value(0x04, "x"))),
        ),
      ),
    ),
  );
const searchDone = value(0x30, id(3), value(0x65, ...success));

describe("an attack by a directory that an administrator configured", () => {
  let server: Server;
  let options: LdapOptions;
  /** Answers of the directory: the first to the bind, the second to the search. */
  let answers: ((socket: Socket) => void)[] = [];
  const sockets = new Set<Socket>();

  beforeEach(async () => {
    server = createServer((socket) => {
      let asked = 0;
      sockets.add(socket.on("error", () => {}));
      socket.on("data", () => answers[asked++]?.(socket));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const url = `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`;
    options = {
      settings: LdapSettings.parse({ url, bindDn: "cn=search", baseDn: "dc=example", timeoutSeconds: 1 }),
      secret: "secret",
      allowPrivate: true,
      by: "1",
    };
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    server.close();
  });

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
  const say =
    (...pieces: Buffer[]) =>
    (socket: Socket) =>
      void socket.write(Buffer.concat(pieces));
  const reading = Buffer.alloc(65_536, 1);

  const outcomeOf = (work: Promise<unknown>) =>
    work.then(
      () => "settled",
      (error: Error) => error.message,
    );

  it.each<[string, (() => void)[] | ((socket: Socket) => void)[], RegExp]>([
    ["a message of 2 GB is announced", [say(endless)], /too long a message/],
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
      "64 KB of search references come at once",
      [say(bindDone), say(...(Array(9_362).fill(reference) as Buffer[]))],
      /1000 messages/,
    ],
    [
      "bytes that are no LDAP come",
      [say(Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"))],
      /does not speak LDAP/,
    ],
    ["a length without end comes", [say(Buffer.from([0x30, 0x80, 0, 0]))], /does not speak LDAP/],
    [
      "an entry of 40,000 attributes comes",
      [say(bindDone), say(entry(40_000), searchDone)],
      /more than 50000 values/,
    ],
    [
      "an entry comes whose list is longer than the entry (memory exhaustion)",
      [say(bindDone), say(Buffer.from("300a02010364050403616263", "hex"))],
      /malformed/,
    ],
    [
      "an entry without content comes before the bind is answered (memory exhaustion)",
      [say(Buffer.from("3005020102647f", "hex"))],
      /malformed/,
    ],
  ])("starvation: %s: reading ends at the limit of bytes, messages or values", async (_what, does, said) => {
    answers = does;
    const memory = process.memoryUsage().rss;
    for (const ask of [() => authenticateAt(options, "ada", "password"), () => tryDirectory(options, [])]) {
      expect(await outcomeOf(ask())).toMatch(said);
    }
    expect(process.memoryUsage().rss - memory).toBeLessThan(150_000_000);
  });

  it("StartTLS that is confirmed, then silence: settles within three times the time limit and closes the connection", async () => {
    answers = [say(value(0x30, id(2), value(0x78, ...success)))];
    const settings = { ...options.settings, startTls: true };
    const outcome = await outcomeOf(tryDirectory({ ...options, settings }, []));
    expect(outcome).toBe("No answer within 3 seconds.");
    await expect.poll(() => [...sockets].every((socket) => socket.destroyed)).toBe(true);
  });

  it("StartTLS that is confirmed, then the end: no password is sent in the clear", async () => {
    const heard: Buffer[] = [];
    server.on("connection", (socket: Socket) => socket.on("data", (part) => heard.push(part)));
    answers = [(socket) => void socket.end(value(0x30, id(2), value(0x78, ...success)))];
    const settings = { ...options.settings, startTls: true };
    await expect(tryDirectory({ ...options, settings }, [])).rejects.toThrow();
    expect(Buffer.concat(heard).includes("secret")).toBe(false);
    expect(sockets.size).toBe(1);
  });
});

describe("an attack by a directory whose name leads elsewhere at its second look-up (rebinding)", () => {
  it("ldaps connects to the address that was checked, and proves the name", async () => {
    const { privateKey: key, certificate: cert } = await certifiedKey("directory.test", new Date(), 2_048);
    const answers = [bindDone, Buffer.concat([entry(1), searchDone])];
    const server = createSecureServer({ key, cert }, (socket) => {
      let asked = 0;
      socket.on("error", () => {}).on("data", () => void socket.write(answers[asked++] ?? ""));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    let lookUps = 0;
    const names = () => {
      lookUps += 1;
      return Promise.resolve([{ address: lookUps === 1 ? "127.0.0.1" : "127.0.0.2", family: 4 }]);
    };
    const settings = LdapSettings.parse({
      url: `ldaps://directory.test:${(server.address() as AddressInfo).port}`,
      bindDn: "cn=search",
      baseDn: "dc=example",
      caCertificate: cert,
    });
    const findings: (CodedText | string)[] = [];
    await tryDirectory({ settings, secret: "secret", allowPrivate: true, by: "1", names }, findings);
    expect(findings.at(-1)).toEqual(providerTexts.base_found({ base: "dc=example" }));
    expect(lookUps).toBe(1);
    server.close();
  });
});

describe("the messages from a directory", () => {
  it("are the same for any division into packets", () => {
    const all = [bindDone, entry(3), entry(500), searchDone];
    const whole = Buffer.concat(all);
    for (const size of [1, 2, 3, 7, 100, 4_096, whole.length]) {
      const messages = createMessages();
      const got: Buffer[] = [];
      for (let at = 0; at < whole.length; at += size) got.push(...messages(whole.subarray(at, at + size)));
      expect(got).toEqual(all);
    }
  });
});
