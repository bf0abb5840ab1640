import { CodedError } from "../../kernel/texts/text";
import { type CodedText, defineTexts } from "../../kernel/texts/define";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { errorOf, sendPiece, type FromThread, type TlsSettings, type ToThread } from "./messages";
import { beginHandshake, endHandshake, openInThread } from "./thread";
import { providerTexts } from "../connection-problem";

const texts = defineTexts("provider", {
  too_many_handshakes: "Too many encrypted connections of this organization are beginning.",
});

/**
 * A connection over TLS whose cryptography runs in a thread (worker.ts). Takes a TCP connection that is
 * connecting or connected, and is used like a TLSSocket. It emits `secureConnect`, or an error with Node's
 * code and message, and sends no data before the end of the handshake.
 */
export class SecuredSocket extends Duplex {
  readonly #tcp: Socket;
  readonly #by: string;
  readonly #port: MessagePort;
  #forget: (() => void) | null = null;
  #handshaking: boolean;
  /** Writes that wait for the end of the handshake. */
  #waiting: (() => void) | null = null;
  #written: (() => void) | null = null;
  /** True if the thread waits for permission to send more. */
  #owed = false;
  #tcpEnded = false;
  #clearEnded = false;

  constructor(tcp: Socket, settings: TlsSettings, by: string) {
    super({ allowHalfOpen: false });
    this.#tcp = tcp;
    this.#by = by;
    this.#handshaking = beginHandshake(by);
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.on("message", (message: FromThread) => this.#take(message));
    // This port does not keep the process running. The TCP connection does.
    port1.unref();
    const open = () => {
      if (this.destroyed) return;
      const lost = () => this.destroy(new Error("The encrypted connection was lost. Try again."));
      this.#forget = openInThread({ port: port2, settings, by }, lost);
    };
    tcp
      .on("data", (chunk: Buffer) => {
        // Continues to read when the thread has accepted the piece.
        tcp.pause();
        sendPiece(port1, "cipher", chunk);
      })
      .on("end", () => {
        this.#tcpEnded = true;
        this.#send("cipher-end");
      })
      .on("error", (error) => {
        if (!this.#tcpEnded) this.destroy(error);
      })
      .on("close", () => {
        if (!this.#tcpEnded) this.destroy();
      })
      .on("timeout", () => this.emit("timeout"));
    if (!this.#handshaking) this.#failSoon(texts.too_many_handshakes());
    else if (tcp.destroyed) this.#failSoon(providerTexts.connection_ended());
    else if (tcp.connecting) tcp.once("connect", open);
    else open();
  }

  /** Fails in the next tick, after the creator has added its listeners. */
  #failSoon(text: CodedText) {
    process.nextTick(() => this.destroy(new CodedError(text)));
  }

  #send(message: ToThread) {
    this.#port.postMessage(message);
  }

  #take(message: FromThread) {
    if (this.destroyed) return;
    if (message === "secure") this.#secured();
    else if (message === "closed") this.#closed();
    else if (message === "more-cipher") this.#tcp.resume();
    else if (message === "more-clear") {
      const done = this.#written;
      this.#written = null;
      done?.();
    } else if (message === "cipher-end") this.#tcp.end();
    else if (message === "clear-end") {
      this.#clearEnded = true;
      this.push(null);
    } else if ("failure" in message) this.destroy(errorOf(message.failure));
    else if ("cipher" in message) {
      const taken = () => this.#send("more-cipher");
      if (this.#tcp.writable) this.#tcp.write(message.cipher, taken);
      else taken();
    } else if (this.push(Buffer.from(message.clear.buffer))) this.#send("more-clear");
    else this.#owed = true;
  }

  #closed() {
    // After a regular end, the stream closes when all its data is read.
    if (!this.#clearEnded) this.destroy();
  }

  #secured() {
    this.#endHandshake();
    this.emit("connect");
    this.emit("secureConnect");
    const work = this.#waiting;
    this.#waiting = null;
    work?.();
  }

  #endHandshake() {
    if (this.#handshaking) endHandshake(this.#by);
    this.#handshaking = false;
  }

  #whenSecure(work: () => void) {
    if (this.#handshaking) this.#waiting = work;
    else work();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    // HTTP ends a request with an empty chunk. OpenSSL would send nothing for it, so nothing would
    // acknowledge it.
    if (chunk.length === 0) return done();
    this.#whenSecure(() => {
      this.#written = done;
      sendPiece(this.#port, "clear", chunk);
    });
  }

  override _final(done: () => void) {
    this.#whenSecure(() => {
      this.#send("clear-end");
      done();
    });
  }

  override _read() {
    if (this.#owed) this.#send("more-clear");
    this.#owed = false;
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#endHandshake();
    this.#forget?.();
    this.#port.close();
    this.#tcp.destroy();
    done(error);
  }

  /* Members of a socket that HTTP agents use. */

  get connecting() {
    return this.#handshaking;
  }
  get timeout() {
    return this.#tcp.timeout;
  }
  setTimeout(ms: number, listener?: () => void) {
    // Like node:net: 0 removes the listener, and any other value adds it.
    if (listener && ms === 0) this.off("timeout", listener);
    else if (listener) this.once("timeout", listener);
    this.#tcp.setTimeout(ms);
    return this;
  }
  setKeepAlive(on?: boolean, delayMs?: number) {
    this.#tcp.setKeepAlive(on, delayMs);
    return this;
  }
  setNoDelay(on?: boolean) {
    this.#tcp.setNoDelay(on);
    return this;
  }
  ref() {
    this.#tcp.ref();
    return this;
  }
  unref() {
    this.#tcp.unref();
    return this;
  }
}
