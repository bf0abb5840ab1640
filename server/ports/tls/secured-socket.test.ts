import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect, createServer as createTcp, type AddressInfo } from "node:net";
import { createServer, type Server, type TLSSocket } from "node:tls";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { certifiedKey } from "../certificates";
import { textIn } from "../../kernel/texts/text";
import { connectionProblem } from "../connection-problem";
import { SecuredSocket } from "./secured-socket";
import { endTlsThread } from "./thread";

/** Highest number of bytes that may be on their way to a reader that waits: buffers of the kernel, the thread and the streams. */
const MOST_BUFFERED = 100_000_000;

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

describe("a connection whose TLS runs in a thread", () => {
  let trusted: { key: string; cert: string };
  const ends: (() => unknown)[] = [];
  beforeAll(async () => {
    const { privateKey, certificate } = await certifiedKey("localhost", new Date(), 2_048);
    trusted = { key: privateKey, cert: certificate };
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  async function serving(behave: (socket: TLSSocket) => void, options: object = {}): Promise<Server> {
    const server = createServer({ ...trusted, ...options }, (socket) => behave(socket.on("error", () => {})));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ends.push(() => server.close());
    return server;
  }
  /** Connects as to localhost, and trusts the server's certificate. */
  function connected(server: Server, ca: string | undefined = trusted.cert) {
    const tcp = connect(portOf(server), "127.0.0.1");
    const socket = new SecuredSocket(tcp, { host: "localhost", servername: "localhost", ca }, "1");
    ends.push(() => socket.destroy());
    return socket;
  }
  const failing = (socket: SecuredSocket) =>
    once(socket, "error").then(([error]) => error as NodeJS.ErrnoException);

  it("carries megabytes both ways, unchanged, and ends regularly", async () => {
    const server = await serving((socket) => socket.pipe(socket), { key: trusted.key });
    const socket = connected(server);
    const sent = createHash("sha256");
    const got = createHash("sha256");
    let size = 0;
    socket.on("data", (chunk: Buffer) => {
      size += chunk.length;
      got.update(chunk);
    });
    for (let round = 0; round < 40; round++) {
      const piece = Buffer.alloc(100_000, `${round} `);
      sent.update(piece);
      if (!socket.write(piece)) await once(socket, "drain");
    }
    await expect.poll(() => size, { timeout: 10_000 }).toBe(4_000_000);
    expect(got.digest("hex")).toBe(sent.digest("hex"));
    socket.end();
    await once(socket, "close");
  });

  it("does not read faster than its reader", async () => {
    let sent = 0;
    const server = await serving((socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536))) sent += 65_536;
      };
      socket.on("drain", more);
      more();
    });
    const socket = connected(server);
    await once(socket, "secureConnect");
    socket.pause();
    // The thread works on another connection until the first server waits. It may fill the buffers of this machine first.
    const other = connected(await serving((echo) => echo.pipe(echo)));
    let before = -1;
    while (sent !== before && sent < MOST_BUFFERED) {
      before = sent;
      let echoed = 0;
      const count = (chunk: Buffer) => (echoed += chunk.length);
      other.on("data", count).write(Buffer.alloc(1_000_000));
      await vi.waitFor(() => expect(echoed).toBe(1_000_000), { timeout: 15_000 });
      other.off("data", count);
    }
    expect(sent).toBeLessThan(MOST_BUFFERED);
  });

  it("fails with the codes and sentences of Node's connections", async () => {
    const server = await serving(() => {});
    const unknown = await failing(connected(server, ""));
    expect(unknown.code).toMatch(/SELF_SIGNED|UNABLE_TO/);
    expect(textIn("en", connectionProblem(unknown)!)).toMatch(/No authority that is known here vouches/);

    const other = new SecuredSocket(
      connect(portOf(server), "127.0.0.1"),
      { host: "elsewhere.test", servername: "elsewhere.test", ca: trusted.cert },
      "1",
    );
    expect(await failing(other)).toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });

    const plain = createTcp((socket) => void socket.on("error", () => {}).end()).listen(0, "127.0.0.1");
    await once(plain, "listening");
    ends.push(() => plain.close());
    const tcp = connect(portOf(plain), "127.0.0.1");
    expect(await failing(new SecuredSocket(tcp, { host: "localhost" }, "1"))).toMatchObject({
      code: "ECONNRESET",
    });
    const closed = connect(1, "127.0.0.1");
    expect(await failing(new SecuredSocket(closed, { host: "localhost" }, "1"))).toMatchObject({
      code: "ECONNREFUSED",
    });
    const wrong = await failing(connected(server, "no certificate"));
    expect(wrong).toBeInstanceOf(Error);
  });

  it("refuses every DHE key exchange, whose group the server chooses", async () => {
    const options = { maxVersion: "TLSv1.2", ciphers: "DHE-RSA-AES128-GCM-SHA256", dhparam: "auto" };
    expect(await failing(connected(await serving(() => {}, options)))).toMatchObject({
      code: expect.stringMatching(/ALERT_HANDSHAKE_FAILURE$/) as string,
    });
    const elliptic = { maxVersion: "TLSv1.2", ciphers: "ECDHE-RSA-AES128-GCM-SHA256" };
    await once(connected(await serving(() => {}, elliptic)), "secureConnect");
  });

  it("refuses to repeat the handshake", async () => {
    let repeated = false;
    const server = await serving(
      (socket) => void socket.renegotiate({}, (error) => (repeated = error === null)),
      { maxVersion: "TLSv1.2" },
    );
    expect(await failing(connected(server))).toMatchObject({
      code: expect.stringMatching(/ALERT_HANDSHAKE_FAILURE$/) as string,
    });
    expect(repeated).toBe(false);
  });

  it("fails with a clear error when the thread ends, and the next one works", async () => {
    const server = await serving((socket) => socket.pipe(socket));
    const socket = connected(server);
    await once(socket, "secureConnect");
    const lost = failing(socket);
    await endTlsThread();
    expect((await lost).message).toBe("The encrypted connection was lost. Try again.");
    await once(connected(server), "secureConnect");
  });

  it("refuses the 201st handshake of one organization, and none of another", async () => {
    const silent = createTcp((socket) => void socket.on("error", () => {})).listen(0, "127.0.0.1");
    await once(silent, "listening");
    ends.push(() => silent.close());
    const open = (by: string) => {
      const tcp = connect(portOf(silent), "127.0.0.1");
      const socket = new SecuredSocket(tcp, { host: "localhost" }, by);
      ends.push(() => socket.destroy());
      return socket.on("error", () => {});
    };
    const sockets = Array.from({ length: 200 }, () => open("many"));
    expect((await failing(open("many"))).message).toMatch(/Too many encrypted connections/);
    const server = await serving(() => {});
    await once(connected(server), "secureConnect");
    for (const socket of sockets) socket.destroy();
  });
});
