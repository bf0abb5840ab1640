import { readFileSync } from "node:fs";
import { isIP, type Socket } from "node:net";
import { connect, createSecureContext, type ConnectionOptions, type TLSSocket } from "node:tls";
import { ConfigError } from "../edge/config";
import { isAway } from "../kernel/concurrency/unavailability";

/*
 * TLS to PostgreSQL, with the same modes as libpq (PostgreSQL manual, "SSL Support"). This module negotiates TLS instead of
 * postgres.js 3.4. postgres.js would replace the socket of server/store/sockets.ts by a new socket, and would not handle the
 * end of the new socket safely.
 */

/** TLS settings of the connections to a database server. */
export interface DatabaseTls {
  /** Mode of libpq without `disable`. The setting `allow` is stored as `prefer`. */
  mode: "prefer" | "require" | "verify-ca" | "verify-full";
  /** True if TLS starts at once, without PostgreSQL's SSLRequest (PostgreSQL 17). */
  isDirect: boolean;
  /** Certificates and key in PEM. Without `ca`, the certificate authorities of Node.js and of NODE_EXTRA_CA_CERTS apply. */
  files: Pick<ConnectionOptions, "ca" | "cert" | "key">;
}

/**
 * Error of a connection whose TLS fails, for example because of the certificate. The error code starts with CONNECTION_, like
 * the codes of the driver.
 */
export class DatabaseTlsError extends Error {
  readonly code = "CONNECTION_TLS";

  constructor({ mode }: DatabaseTls, reason: string, cause?: unknown) {
    super(`sslmode=${mode}: ${reason}`, { cause });
    this.name = "DatabaseTlsError";
  }
}

const modes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

/** Values of the parameter `ssl` that are not modes of libpq. postgres.js accepts `ssl` in addition to `sslmode`. */
const aliases: Record<string, string> = { "": "disable", false: "disable", true: "verify-full" };

/**
 * URL parameters for certificate files. These parameters must be removed from the URL. postgres.js would send them to the
 * server, and the server refuses unknown parameters.
 */
const fileParameters = { ca: "sslrootcert", cert: "sslcert", key: "sslkey" } as const;

const wrong = (reason: string) => new ConfigError(`Configuration: DATABASE_URL: ${reason}`);

/**
 * Separates the TLS parameters from the address of a database. Returns the address without these parameters, and the TLS
 * settings. Reads the certificate files. If the address has no TLS parameter, the environment variable `PGSSL` applies, as in
 * postgres.js. Throws ConfigError if a parameter or a file is invalid.
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

/**
 * Throws ConfigError if Node.js cannot use the certificate files. Without this check, Node.js would throw later, in an event
 * handler of a socket.
 */
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
    // With an empty `ca`, Node.js would trust the public certificate authorities.
    if (text.trim() === "") throw new Error(`${file} is empty.`);
    return text;
  } catch (error) {
    throw wrong(`${name}: ${(error as Error).message}`);
  }
}

/** PostgreSQL's SSLRequest (manual, "Message Formats"): message length and request code. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const ACCEPTED = "S".charCodeAt(0);

/**
 * Negotiates TLS on a connected socket. Calls `done` with the socket for further use, or calls `fail`. If the socket closes
 * during the negotiation, neither function is called. The caller must handle this event.
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
    // More than one byte can come from an attacker. The driver would read the other bytes as if they had been encrypted
    // (CVE-2021-23222).
    if (answer.length > 1) socket.destroy(new DatabaseTlsError(tls, "the server sent data before TLS."));
    else if (isAccepted) start();
    else if (tls.mode === "prefer") done(socket);
    else socket.destroy(new DatabaseTlsError(tls, "the server does not support TLS."));
  });
  socket.write(SSL_REQUEST);
}

/** Returns the options of a TLS connection to `host` on a connected socket. */
export function clientOptions(socket: Socket, host: string, { mode, isDirect, files }: DatabaseTls) {
  const options: ConnectionOptions = {
    ...files,
    socket,
    // Node.js compares `host` with the names and addresses in the certificate.
    host,
    // Like libpq, verifies the certificate chain in every mode if a CA file is given.
    rejectUnauthorized: mode === "verify-ca" || mode === "verify-full" || files.ca !== undefined,
  };
  // RFC 6066 §3 forbids an IP address as server name.
  if (isIP(host) === 0) options.servername = host;
  // Without a CA file, verify-ca also checks the name. Without this check, verify-ca would accept every server that has a
  // certificate of a public authority.
  const checksName = mode === "verify-full" || (mode === "verify-ca" && files.ca === undefined);
  if (!checksName) options.checkServerIdentity = () => undefined;
  if (isDirect) options.ALPNProtocols = ["postgresql"];
  return options;
}

/** Copies the fields `host` and `port` to the TLS socket. postgres.js adds these fields to its errors. */
const withPeer = (secured: TLSSocket, socket: Socket): Socket =>
  Object.assign(secured, {
    host: Reflect.get(socket, "host") as string,
    port: Reflect.get(socket, "port") as number,
  });

/** Error codes of a certificate that no known authority signed. */
const NO_AUTHORITY = /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)/;

/** Converts an error of a TLS connection to a DatabaseTlsError with a description. Returns a network error unchanged. */
export function tlsFailure(tls: DatabaseTls, error: Error & { code?: string; reason?: string }): Error {
  if (isAway(error)) return error;
  // Node 24 adds advice after a semicolon.
  const reason = error.reason ?? error.message.split(/[\n;]/)[0]!;
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
