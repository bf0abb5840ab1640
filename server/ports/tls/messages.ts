import type { MessagePort } from "node:worker_threads";

/* What a connection (secured-socket.ts) and its far end in the thread (worker.ts) send each other over their message port. */

export interface TlsSettings {
  /** The name or address that the certificate must have. */
  host: string;
  /** For SNI; not for addresses (RFC 6066 §3). */
  servername?: string | undefined;
  /** Certificates of authorities in PEM, in place of the known ones. */
  ca?: string | undefined;
  alpn?: string[] | undefined;
}

/** Begins a connection in the thread. */
export interface Opening {
  port: MessagePort;
  settings: TlsSettings;
  /** The organization that caused it, among which handshakes take turns. */
  by: string;
}

/** A transferred copy of bytes. */
type Bytes = Uint8Array<ArrayBuffer>;

/**
 * `cipher` is what the network carries, `clear` what is encrypted or decrypted. Each side has at most one piece of each kind on its
 * way until the other one asks for more.
 */
export type Piece = { cipher: Bytes } | { clear: Bytes };

/** Notes of both directions: the end of a kind, and that the next piece of it may come. */
type Note = "cipher-end" | "clear-end" | "more-cipher" | "more-clear";

export type ToThread = Piece | Note;
export type FromThread = Piece | Note | "secure" | "closed" | { failure: Failure };

/** An error without what cannot be copied to another thread. */
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

/** Returns a copy in memory of its own, which can be transferred. A chunk of a stream is often a part of a larger memory. */
export const copyOf = (chunk: Uint8Array): Bytes => new Uint8Array(chunk);

/** Sends a copy of the bytes. */
export function sendPiece(port: MessagePort, kind: "cipher" | "clear", chunk: Uint8Array) {
  const bytes = copyOf(chunk);
  port.postMessage(kind === "cipher" ? { cipher: bytes } : { clear: bytes }, [bytes.buffer]);
}
