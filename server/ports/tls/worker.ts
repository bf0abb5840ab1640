import { constants } from "node:crypto";
import { Duplex } from "node:stream";
import { connect, DEFAULT_CIPHERS } from "node:tls";
import { parentPort, type MessagePort } from "node:worker_threads";
import { failureOf, sendPiece, type FromThread, type Opening, type ToThread } from "./messages";
import { createTurns } from "./turns";

/*
 * The thread of the TLS connections to servers of others. The certificate chain of such a server can cost 300
 * ms, and Node has no limit for chains. OpenSSL works only when ciphertext arrives, so organizations take
 * turns with their ciphertext.
 */

/**
 * Excludes DHE: the server chooses the group, and a group of 10,000 bits costs 600 ms. ECDHE and TLS 1.3 are
 * allowed.
 */
const ciphers = `${DEFAULT_CIPHERS}:!DHE`;
/** Without this option, the server could make the client repeat the handshake without limit. */
const secureOptions = constants.SSL_OP_NO_RENEGOTIATION;

const inTurn = createTurns();

parentPort?.on("message", ({ port, settings, by }: Opening) => {
  const answer = (message: FromThread) => port.postMessage(message);
  const inOrder = (step: () => void) =>
    inTurn(by, () => {
      try {
        step();
      } catch (error) {
        answer({ failure: failureOf(error) });
      }
    });
  let connection: ReturnType<typeof begin> | null = null;
  let closed = false;
  port.on("message", (message: ToThread) => {
    // Only data from the network can cause much work in OpenSSL.
    if (message === "cipher-end" || (typeof message === "object" && "cipher" in message))
      inOrder(() => connection?.take(message));
    else connection?.take(message);
  });
  port.on("close", () => {
    closed = true;
    connection?.end();
  });
  inOrder(() => {
    if (!closed) connection = begin(port, settings, answer);
  });
});

/** Begins the handshake. Returns the functions that handle the messages of the other side. */
function begin(
  port: MessagePort,
  { host, servername, ca, alpn }: Opening["settings"],
  answer: (message: FromThread) => void,
) {
  /** Acknowledges a piece of ciphertext, so that OpenSSL continues. */
  let sent: (() => void) | null = null;
  /** True if the other side waits for permission to send more. */
  let owed = false;
  const network = new Duplex({
    read: () => {
      if (owed) answer("more-cipher");
      owed = false;
    },
    write: (chunk: Buffer, _encoding, done) => {
      // There is nothing to send: OpenSSL makes no record of an empty chunk.
      if (chunk.length === 0) return done();
      sent = done;
      sendPiece(port, "cipher", chunk);
    },
    final: (done) => {
      answer("cipher-end");
      done();
    },
  });
  const socket = connect({
    socket: network,
    host,
    ciphers,
    secureOptions,
    ...(servername !== undefined && servername !== "" && { servername }),
    ...(ca !== undefined && { ca }),
    ...(alpn && { ALPNProtocols: alpn }),
  });
  /** True while a decrypted piece is not acknowledged yet. */
  let reading = false;
  const passOn = () => {
    if (reading) return;
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) return;
    reading = true;
    sendPiece(port, "clear", chunk);
  };
  network.on("error", () => {});
  socket
    .on("secureConnect", () => answer("secure"))
    .on("readable", passOn)
    .on("end", () => answer("clear-end"))
    .on("error", (error) => answer({ failure: failureOf(error) }))
    .on("close", () => answer("closed"));

  return {
    take: (message: ToThread) => {
      if (message === "more-cipher") {
        const done = sent;
        sent = null;
        done?.();
      } else if (socket.destroyed) {
        // Data that is written from now on is lost, as on every closed connection.
        if (typeof message === "object" && "clear" in message) answer("more-clear");
      } else if (message === "cipher-end") network.push(null);
      else if (message === "clear-end") socket.end();
      else if (message === "more-clear") {
        reading = false;
        passOn();
      } else if ("cipher" in message) {
        owed = true;
        network.push(Buffer.from(message.cipher.buffer));
      } else socket.write(message.clear, () => answer("more-clear"));
    },
    end: () => {
      socket.destroy();
      network.destroy();
    },
  };
}
