import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, Socket, type AddressInfo, type Server } from "node:net";
import os from "node:os";
import path from "node:path";
import { createSecureContext, TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ConfigError } from "../edge/config";
import { startFailure } from "../edge/start-failure";
import { selfSigned } from "@/server/testing/self-signed";
import { openDatabase } from "./database";
import { handedOver, socketTo } from "./sockets";
import { clientOptions, tlsOf } from "./tls";

let folder: string;
let own: { key: string; cert: string };
const fileOf = (name: string) => path.join(folder, name);
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "castellan-tls-"));
  own = await selfSigned("localhost");
  writeFileSync(fileOf("own.pem"), own.cert);
  writeFileSync(fileOf("other.pem"), (await selfSigned("localhost")).cert);
});
afterAll(() => rmSync(folder, { recursive: true }));

const modeOf = (query: string, environment = {}) =>
  tlsOf(`postgres://u@h/d${query}`, environment).tls?.mode ?? null;

describe("the parameters of TLS in DATABASE_URL", () => {
  it.each([
    ["", null],
    ["?sslmode=disable", null],
    ["?ssl=false", null],
    ["?sslmode=allow", "prefer"],
    ["?sslmode=prefer", "prefer"],
    ["?sslmode=require", "require"],
    ["?ssl=require", "require"],
    ["?sslmode=verify-ca", "verify-ca"],
    ["?sslmode=verify-full", "verify-full"],
    ["?ssl=true", "verify-full"],
    ["?sslrootcert=system", "verify-full"],
  ])("%s: the mode is %s", (query, mode) => expect(modeOf(query)).toBe(mode));

  it("apply before PGSSL", () => {
    expect(modeOf("", { PGSSL: "require" })).toBe("require");
    expect(modeOf("?sslmode=disable", { PGSSL: "require" })).toBeNull();
  });

  it("are removed from the address, which keeps its others", () => {
    const { url } = tlsOf(
      `postgres://u:p%40@h:1/d?sslmode=require&search_path=x&sslrootcert=${fileOf("own.pem")}`,
      {},
    );
    expect(url).toBe("postgres://u:p%40@h:1/d?search_path=x");
  });

  it.each([
    ["?sslmode=verify", "sslmode must be one of disable, allow, prefer, require, verify-ca, verify-full."],
    [
      "?sslmode=require&sslrootcert=/nowhere.pem",
      "sslrootcert: ENOENT: no such file or directory, open '/nowhere.pem'",
    ],
    ["?sslmode=require&sslrootcert=system", "sslrootcert=system requires sslmode=verify-full."],
    ["?sslnegotiation=direct", "sslnegotiation=direct requires sslmode=require, verify-ca or verify-full."],
  ])("%s is refused by a line that names the setting", (query, reason) => {
    const parse = () => modeOf(query);
    expect(parse).toThrow(ConfigError);
    expect(parse).toThrow(`Configuration: DATABASE_URL: ${reason}`);
  });
});

it.each(["sslcert", "sslkey", "sslrootcert"])("a file of %s that is none is refused at once", (name) => {
  writeFileSync(fileOf("garbage.pem"), "-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----\n");
  writeFileSync(fileOf("empty.pem"), "\n");
  const parse = (file: string) => () => modeOf(`?sslmode=require&${name}=${fileOf(file)}`);
  expect(parse("empty.pem")).toThrow(
    `Configuration: DATABASE_URL: ${name}: ${fileOf("empty.pem")} is empty.`,
  );
  if (name !== "sslrootcert")
    expect(parse("garbage.pem")).toThrow("sslrootcert, sslcert and sslkey cannot be used");
});

it.each([
  ["verify-full", undefined, true],
  ["verify-full", "ca", true],
  ["verify-ca", undefined, true],
  ["verify-ca", "ca", false],
  ["require", "ca", false],
  ["require", undefined, false],
] as const)(
  "with %s and the authority %s, the name of the certificate is checked: %s",
  (mode, ca, checks) => {
    const { checkServerIdentity } = clientOptions(new Socket(), "h", {
      mode,
      isDirect: false,
      files: ca ? { ca } : {},
    });
    expect(checkServerIdentity === undefined).toBe(checks);
  },
);

/** The SSLRequest message of PostgreSQL in hex. */
const REQUEST = "0000000804d2162f";

describe("a connection to a server", () => {
  let server: Server | null = null;
  const sockets = new Set<Socket>();
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server?.close();
  });

  /**
   * Starts a server that replies to the SSLRequest with `answer`. If `answer` is "S", the server starts TLS. The server sends
   * all other data back to the client.
   */
  async function start(answer: string, begins: (socket: Socket) => void = echoSecured): Promise<number> {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.once("data", (request: Buffer) => {
        if (request.toString("hex") !== REQUEST) return void socket.write(request);
        socket.write(answer);
        if (answer === "S") begins(socket);
        else socket.on("data", (data) => socket.write(data));
      });
    });
    await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  }

  function echoSecured(socket: Socket) {
    const secured = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(own) });
    secured.on("error", () => {}).on("data", (data: Buffer) => secured.write(data));
  }

  /** Returns true if the connection uses TLS, else false. Rejects if the connection fails. */
  async function isSecured(port: number, query: string, host = "localhost") {
    const { tls } = tlsOf(`postgres://u@${host}/d${query}`, {});
    const address = { host: [host], port: [port] };
    const socket = await handedOver(socketTo(address), address, tls);
    sockets.add(socket);
    socket.write("hello");
    const [data] = (await once(socket, "data")) as [Buffer];
    expect(data.toString()).toBe("hello");
    return socket instanceof TLSSocket;
  }

  it("require: accepts each certificate", async () =>
    expect(await isSecured(await start("S"), "?sslmode=require")).toBe(true));

  it("verify-full: accepts the certificate of the given authority", async () =>
    expect(await isSecured(await start("S"), `?sslmode=verify-full&sslrootcert=${fileOf("own.pem")}`)).toBe(
      true,
    ));

  it.each(["verify-full", "verify-ca"])(
    "%s: refuses a certificate without a known authority",
    async (mode) => {
      await expect(isSecured(await start("S"), `?sslmode=${mode}`)).rejects.toMatchObject({
        code: "CONNECTION_TLS",
        message: `sslmode=${mode}: the certificate of the server is refused: self-signed certificate. Set sslrootcert to the file of its authority.`,
      });
    },
  );

  it.each(["require", "verify-ca", "verify-full"])(
    "%s: refuses a certificate of another authority than sslrootcert",
    async (mode) => {
      const query = `?sslmode=${mode}&sslrootcert=${fileOf("other.pem")}`;
      await expect(isSecured(await start("S"), query)).rejects.toMatchObject({
        code: "CONNECTION_TLS",
        message: expect.stringContaining(`sslmode=${mode}: the`) as string,
      });
    },
  );

  it("verify-full: refuses a certificate with another name, which verify-ca accepts", async () => {
    const port = await start("S");
    const ca = `&sslrootcert=${fileOf("own.pem")}`;
    await expect(isSecured(port, `?sslmode=verify-full${ca}`, "127.0.0.1")).rejects.toMatchObject({
      message: expect.stringContaining(
        "sslmode=verify-full: the certificate of the server has another name",
      ) as string,
    });
    expect(await isSecured(port, `?sslmode=verify-ca${ca}`, "127.0.0.1")).toBe(true);
  });

  it.each(["require", "verify-ca", "verify-full"])(
    "downgrade: %s refuses a server without TLS",
    async (mode) => {
      await expect(isSecured(await start("N"), `?sslmode=${mode}`)).rejects.toMatchObject({
        code: "CONNECTION_TLS",
        message: `sslmode=${mode}: the server does not support TLS.`,
      });
    },
  );

  it("prefer: uses TLS if the server has it, and otherwise none", async () => {
    expect(await isSecured(await start("N"), "?sslmode=prefer")).toBe(false);
    server?.close();
    expect(await isSecured(await start("S"), "?sslmode=prefer")).toBe(true);
  });

  it("buffer stuffing: refuses data that was sent before TLS (CVE-2021-23222)", async () => {
    await expect(isSecured(await start("SE"), "?sslmode=require")).rejects.toMatchObject({
      message: "sslmode=require: the server sent data before TLS.",
    });
  });

  it.each<[string, (socket: Socket) => void]>([
    ["ends", (socket) => socket.end()],
    ["is reset", (socket) => socket.resetAndDestroy()],
  ])("that %s during the negotiation fails like a database that is away", async (_, begins) => {
    await expect(isSecured(await start("S", begins), "?sslmode=require")).rejects.toMatchObject({
      code: expect.stringMatching(/^(CONNECTION_AWAY|ECONNRESET|EPIPE)$/) as string,
    });
  });

  it("names the setting at the start and later", async () => {
    const DATABASE_URL = `postgres://u@localhost:${await start("S")}/d?sslmode=verify-full`;
    const reasons: (string | undefined)[] = [];
    const database = await openDatabase({
      url: DATABASE_URL,
      directory: null,
      poolSize: 2,
      onState: (_, reason) => reasons.push(reason?.message),
    });
    const line =
      "Configuration: DATABASE_URL: sslmode=verify-full: the certificate of the server is refused: self-signed certificate. Set sslrootcert to the file of its authority.";
    const failureOf = (work: PromiseLike<unknown>) =>
      Promise.resolve(work).then(
        () => null,
        (error: unknown) => startFailure(error, { DATABASE_URL }),
      );
    const one = database.connectOne();
    expect(await failureOf(one`select 1`)).toBe(line);
    expect(await failureOf(database.sql`select 1`)).toBe(line);
    await expect.poll(() => database.state(), { timeout: 15_000 }).toBe("away");
    expect(await failureOf(database.sql`select 1`)).toBe(line);
    expect(reasons).toEqual([line.slice("Configuration: DATABASE_URL: ".length)]);
    await one.end({ timeout: 0 });
    await database.close();
  }, 20_000);
});
