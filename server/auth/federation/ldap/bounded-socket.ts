import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { connect as connectSecurely } from "node:tls";
import { SecuredSocket } from "../../../ports/tls/secured-socket";
import type { TlsSettings } from "../../../ports/tls/messages";
import { createDecoder, sizeOf, providerTexts } from "./messages";
import { CodedError } from "../../../kernel/texts/text";
import { defineTexts } from "../../../kernel/texts/define";

const texts = defineTexts("provider", {
  ldap_not_spoken: "The directory does not speak LDAP.",
  ldap_too_large: "The directory sent more than 1 MB.",
  ldap_many_messages: "The directory sent more than {max} messages.",
  ldap_ended: "The connection to the directory has ended.",
});

/*
 * Bounds the connections to directories, because administrators of tenants choose the directories. ldapts
 * buffers a message until it is complete, copies the buffer with each packet, and parses the messages of one
 * packet recursively. It also trusts the lengths inside a message. Therefore it gets complete messages only,
 * at most MOST_MESSAGES, each decoded and encoded again by messages.ts.
 */

/**
 * Maximum number of bytes that a directory may send in one connection. Two entries with some attributes take
 * a few kilobytes.
 */
const MOST_BYTES = 1024 * 1024;
const MOST_MESSAGES = 1_000;

/**
 * Returns the number of bytes of the message at the start of `bytes`. Returns null if its header is incomplete. Throws if it is
 * not an LDAP message.
 */
function lengthOf(bytes: Buffer): number | null {
  if (bytes.length < 2) return null;
  // An LDAPMessage is a SEQUENCE with a definite length (RFC 4511 §5.1).
  if (bytes[0] !== 0x30 || bytes[1] === 0x80) throw new CodedError(texts.ldap_not_spoken());
  return sizeOf(bytes)?.whole ?? null;
}

/**
 * Creates a function that splits the received bytes into complete messages. It throws if there are too many
 * messages or bytes.
 */
export function createMessages() {
  let parts: Buffer[] = [];
  let held = 0;
  let wanted: number | null = null;
  let bytes = 0;
  let messages = 0;
  return function* (chunk: Buffer): Generator<Buffer> {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new CodedError(texts.ldap_too_large());
    parts.push(chunk);
    held += chunk.length;
    // Joined only when a message is complete, because joining at each packet takes quadratic time.
    while (held > 0 && (wanted === null || held >= wanted)) {
      let all = parts.length === 1 ? parts[0]! : Buffer.concat(parts, held);
      wanted = lengthOf(all);
      if (wanted !== null && wanted > MOST_BYTES) throw new CodedError(providerTexts.ldap_long_message());
      if (wanted !== null && held >= wanted) {
        messages += 1;
        if (messages > MOST_MESSAGES) throw new CodedError(texts.ldap_many_messages({ max: MOST_MESSAGES }));
        yield all.subarray(0, wanted);
        all = all.subarray(wanted);
        held = all.length;
        wanted = null;
      } else if (wanted === null) {
        parts = [all];
        return;
      }
      parts = held > 0 ? [all] : [];
    }
  };
}

/**
 * Creates the functions by which ldapts connects to one directory, within these bounds. Each function works
 * once, because ldapts would otherwise reconnect without StartTLS after the end of a connection. `problem`
 * returns the reason why a connection was ended, or null. `end` ends the connections and refuses new ones.
 * TLS runs in a thread, in turns with other connections of the organization `by`.
 */
export function boundedConnections(by: string) {
  let problem: Error | null = null;
  let ended = false;
  const used = new Set<"plain" | "secure">();
  const sockets: Duplex[] = [];
  /** True after StartTLS. The plain connection then carries ciphertext, which is passed on unchanged. */
  let encrypted = false;

  /**
   * Opens a socket that passes only complete, decoded messages to ldapts. Ends the connection if the directory sends anything
   * else.
   */
  function bounded<S extends Duplex>(kind: "plain" | "secure", open: () => S): S {
    if (ended || used.has(kind)) throw new CodedError(texts.ldap_ended());
    used.add(kind);
    const socket = open();
    sockets.push(socket);
    const messages = createMessages();
    const decode = createDecoder();
    const push = socket.push.bind(socket);
    socket.push = (chunk: Buffer | null) => {
      if (chunk === null || (kind === "plain" && encrypted)) return push(chunk);
      let goesOn = true;
      try {
        for (const message of messages(chunk)) goesOn = push(decode(message));
      } catch (error) {
        problem = error as Error;
        socket.destroy(problem);
      }
      return goesOn;
    };
    return socket;
  }

  return {
    problem: () => problem,
    end: () => {
      ended = true;
      for (const socket of sockets) socket.destroy();
    },
    // The casts are needed because both functions have overloads that ldapts does not use. A SecuredSocket
    // has all members of a TLSSocket that ldapts uses.
    createConnection: ((...options: Parameters<typeof connect>) =>
      bounded("plain", () => connect(...options))) as typeof connect,
    createSecureConnection: ((...given: SecureArguments) =>
      bounded("secure", () => {
        if (given.length === 1) {
          const [{ socket, host, servername, ca }] = given;
          encrypted = true;
          return new SecuredSocket(socket, { host, servername, ca }, by);
        }
        const [port, address, settings] = given;
        return new SecuredSocket(connect(port, address), settings, by);
        // ldapts calls this function with these arguments only. The declared type has further signatures.
      })) as unknown as typeof connectSecurely,
  };
}

/** Arguments of a TLS connection: over the open connection (StartTLS), or to an address. */
type SecureArguments = [TlsSettings & { socket: Socket }] | [port: number, address: string, TlsSettings];
