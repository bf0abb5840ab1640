import { readFileSync } from "node:fs";
import { isIP, type Socket } from "node:net";
import { connect, createSecureContext, type ConnectionOptions, type TLSSocket } from "node:tls";
import { ConfigError } from "../config";
import { isAway } from "../kernel/concurrency/unavailability";

/*
 * TLS to PostgreSQL, with the modes of libpq (PostgreSQL manual, "SSL Support"). postgres.js 3.4 would replace the socket of
 * server/store/sockets.ts by one of its own, whose end it does not handle safely.
 */

/** TLS of the connections to a server. */
export interface DatabaseTls {
  /** `allow` is the same as `prefer`. */
  mode: "prefer" | "require" | "verify-ca" | "verify-full";
  /** True if TLS begins without PostgreSQL's request for it (PostgreSQL 17). */
  isDirect: boolean;
  /** Certificates in PEM. Without `ca`, Node's authorities and NODE_EXTRA_CA_CERTS apply. */
  files: Pick<ConnectionOptions, "ca" | "cert" | "key">;
}

/** Error of a connection whose TLS fails, for example because of the certificate. The code has the prefix of the driver's errors. */
export class DatabaseTlsError extends Error {
  readonly code = "CONNECTION_TLS";

  constructor({ mode }: DatabaseTls, reason: string, cause?: unknown) {
    super(`sslmode=${mode}: ${reason}`, { cause });
    this.name = "DatabaseTlsError";
  }
}

const modes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

/** Other values of the parameter `ssl`, which postgres.js accepts beside `sslmode`. */
const aliases: Record<string, string> = { "": "disable", false: "disable", true: "verify-full" };

/** Parameters of files. postgres.js would send them to the server, which refuses them. */
const fileParameters = { ca: "sslrootcert", cert: "sslcert", key: "sslkey" } as const;

const wrong = (reason: string) => new ConfigError(`Configuration: DATABASE_URL: ${reason}`);

/**
 * Returns the address without its parameters of TLS, and these. Reads the files of certificates. Without a parameter, `PGSSL` of the
 * environment applies, as in postgres.js. Throws ConfigError.
 */
export function tlsOf(
  url: string,
  environment: Record<string, string | undefined> = process.env,
): { url: string; tls: DatabaseTls | null } {
  const address = new URL(url);
  const take = (name: string) => {
    const value = address.searchParams.get(name);
    address.searchParams.delete(name);
    return value;
  };
  const [ssl, sslmode, negotiation] = [take("ssl"), take("sslmode"), take("sslnegotiation")];
  const files: DatabaseTls["files"] = {};
  let isSystem = false;
  for (const name of ["ca", "cert", "key"] as const) {
    const file = take(fileParameters[name]);
    if (name === "ca" && file === "system") isSystem = true;
    else if (file) files[name] = readNamed(fileParameters[name], file);
  }
  const given = sslmode || (ssl ?? environment["PGSSL"] ?? (isSystem ? "verify-full" : "disable"));
  requireUsable(files);
  const mode = aliases[given] ?? given;
  if (!modes.includes(mode)) throw wrong(`sslmode must be one of ${modes.join(", ")}.`);
  if (isSystem && mode !== "verify-full") throw wrong("sslrootcert=system requires sslmode=verify-full.");
  if (negotiation === "direct" && !/^(require|verify-ca|verify-full)$/.test(mode))
    throw wrong("sslnegotiation=direct requires sslmode=require, verify-ca or verify-full.");
  if (mode === "disable") return { url: address.toString(), tls: null };
  const checked = (mode === "allow" ? "prefer" : mode) as DatabaseTls["mode"];
  return { url: address.toString(), tls: { mode: checked, isDirect: negotiation === "direct", files } };
}

/** Throws ConfigError if the files are no certificates and key. Node would throw in an event of a socket. */
function requireUsable(files: DatabaseTls["files"]) {
  try {
    createSecureContext(files);
  } catch (error) {
    throw wrong(`the files of sslrootcert, sslcert and sslkey cannot be used: ${(error as Error).message}`);
  }
}

function readNamed(name: string, file: string): string {
  try {
    const text = readFileSync(file, "utf8");
    // Node would trust the public authorities instead.
    if (text.trim() === "") throw new Error(`${file} is empty.`);
    return text;
  } catch (error) {
    throw wrong(`${name}: ${(error as Error).message}`);
  }
}

/** PostgreSQL's SSLRequest (manual, "Message Formats"): length and code. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const ACCEPTED = "S".charCodeAt(0);

/**
 * Negotiates TLS on a connected socket. Calls `done` with the socket to use, or `fail`. The end of the socket during the negotiation
 * must be handled by the caller.
 */
export function negotiate(
  socket: Socket,
  { host, tls }: { host: string; tls: DatabaseTls },
  { done, fail }: { done: (socket: Socket) => void; fail: (error: Error) => void },
): void {
  const start = () => {
    const secured = connect(clientOptions(socket, host, tls));
    const refuse = (error: Error) => {
      fail(tlsFailure(tls, error));
      socket.destroy();
    };
    secured.once("error", refuse);
    secured.once("secureConnect", () => {
      secured.off("error", refuse);
      done(withPeer(secured, socket));
    });
  };
  if (tls.isDirect) return start();
  socket.once("data", (answer: Buffer) => {
    const isAccepted = answer[0] === ACCEPTED;
    // Further bytes could come from an attacker, and would be read as if they had been encrypted (CVE-2021-23222).
    if (answer.length > 1) socket.destroy(new DatabaseTlsError(tls, "the server sent data before TLS."));
    else if (isAccepted) start();
    else if (tls.mode === "prefer") done(socket);
    else socket.destroy(new DatabaseTlsError(tls, "the server does not support TLS."));
  });
  socket.write(SSL_REQUEST);
}

/** Returns the options of a TLS connection to this host on a connected socket. */
export function clientOptions(socket: Socket, host: string, { mode, isDirect, files }: DatabaseTls) {
  const options: ConnectionOptions = {
    ...files,
    socket,
    // The name or address that the certificate must have.
    host,
    // libpq verifies the chain in each mode if an authority is given.
    rejectUnauthorized: mode === "verify-ca" || mode === "verify-full" || files.ca !== undefined,
  };
  // RFC 6066 §3: an address is not a server name.
  if (isIP(host) === 0) options.servername = host;
  // Without an authority of its own, verify-ca would accept each server with a public certificate.
  const checksName = mode === "verify-full" || (mode === "verify-ca" && files.ca === undefined);
  if (!checksName) options.checkServerIdentity = () => undefined;
  if (isDirect) options.ALPNProtocols = ["postgresql"];
  return options;
}

/** Adds the fields that postgres.js reads for its errors. */
const withPeer = (secured: TLSSocket, socket: Socket): Socket =>
  Object.assign(secured, {
    host: Reflect.get(socket, "host") as string,
    port: Reflect.get(socket, "port") as number,
  });

/** Codes of certificates without a known authority. */
const NO_AUTHORITY = /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)/;

/** Returns an error of the network unchanged, and describes each other error of a TLS connection. */
export function tlsFailure(tls: DatabaseTls, error: Error & { code?: string; reason?: string }): Error {
  if (isAway(error)) return error;
  const reason = error.reason ?? error.message.split("\n")[0]!;
  const { code = "" } = error;
  if (NO_AUTHORITY.test(code))
    return new DatabaseTlsError(
      tls,
      `the certificate of the server is refused: ${reason}. Set sslrootcert to the file of its authority.`,
      error,
    );
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return new DatabaseTlsError(tls, `the certificate of the server has another name: ${reason}`, error);
  return new DatabaseTlsError(tls, `the TLS connection failed: ${reason}`, error);
}
