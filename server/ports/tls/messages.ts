import type { MessagePort } from "node:worker_threads";

/*
 * Messages between a connection (secured-socket.ts) and its counterpart in the thread (worker.ts), over their
 * message port.
 */

export interface TlsSettings {
  /** The name or address that the certificate must have. */
  host: string;
  /** The name for SNI; absent for IP addresses (RFC 6066 §3). */
  servername?: string | undefined;
  /** Certificates of authorities in PEM, which replace the default ones. */
  ca?: string | undefined;
  alpn?: string[] | undefined;
}

/** Begins a connection in the thread. */
export interface Opening {
  port: MessagePort;
  settings: TlsSettings;
  /** The organization that caused the connection; organizations take turns with handshakes. */
  by: string;
}

/** A transferred copy of bytes. */
type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Data in one direction. `cipher` is the encrypted data of the network, and `clear` is the data before
 * encryption or after decryption. Each side sends the next piece of a kind only after the other one has
 * requested it.
 */
export type Piece = { cipher: Bytes } | { clear: Bytes };

/** Messages without data: the end of a kind, and a request for its next piece. */
type Note = "cipher-end" | "clear-end" | "more-cipher" | "more-clear";

export type ToThread = Piece | Note;
export type FromThread = Piece | Note | "secure" | "closed" | { failure: Failure };

/** The parts of an error that can be copied to another thread. */
export interface Failure {
  message: string;
  code?: string | undefined;
  reason?: string | undefined;
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: "unknown error" };
  const { code, reason } = error as Error & { code?: unknown; reason?: unknown };
  return {
    message: error.message,
    ...(typeof code === "string" && { code }),
    ...(typeof reason === "string" && { reason }),
  };
}

export const errorOf = ({ message, ...more }: Failure) => Object.assign(new Error(message), more);

/**
 * Returns a copy in memory of its own, which can be transferred. A chunk of a stream often shares its memory
 * with others.
 */
const copyOf = (chunk: Uint8Array): Bytes => new Uint8Array(chunk);

/** Sends a copy of the bytes. */
export function sendPiece(port: MessagePort, kind: "cipher" | "clear", chunk: Uint8Array) {
  const bytes = copyOf(chunk);
  port.postMessage(kind === "cipher" ? { cipher: bytes } : { clear: bytes }, [bytes.buffer]);
}
