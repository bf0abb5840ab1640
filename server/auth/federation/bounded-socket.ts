import { connect, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";

/*
 * Connections to directories that somebody else chose. ldapts keeps what it got of a message until the message is complete, copies it
 * with each packet, and reads the messages of one packet by recursion: it may be handed whole messages only, and few of them.
 */

/** The most that a directory may send in one connection; two entries with some attributes are a few kilobytes. */
const MOST_BYTES = 1024 * 1024;
const MOST_MESSAGES = 1_000;

/** Identifier and length of a BER value (X.690 §8.1): how many bytes it has in all; null while that cannot be told. */
function lengthOf(bytes: Buffer): number | null {
  if (bytes.length < 2) return null;
  // LDAPMessage is a SEQUENCE, and its length is definite (RFC 4511 §5.1).
  if (bytes[0] !== 0x30 || bytes[1] === 0x80) throw new Error("The directory does not speak LDAP.");
  const first = bytes[1]!;
  if (first < 0x80) return 2 + first;
  const digits = first & 0x7f;
  if (digits > 4) throw new Error("The directory announced too long a message.");
  return bytes.length < 2 + digits ? null : 2 + digits + bytes.readUIntBE(2, digits);
}

/** Gives the whole messages in what comes in; throws where there are too many, or more bytes than may be. */
export function createMessages() {
  let parts: Buffer[] = [];
  let held = 0;
  let wanted: number | null = null;
  let bytes = 0;
  let messages = 0;
  return function* (chunk: Buffer): Generator<Buffer> {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error("The directory sent more than 1 MB.");
    parts.push(chunk);
    held += chunk.length;
    // Joined when the message is there, not with each packet.
    while (held > 0 && (wanted === null || held >= wanted)) {
      let all = parts.length === 1 ? parts[0]! : Buffer.concat(parts, held);
      wanted = lengthOf(all);
      if (wanted !== null && wanted > MOST_BYTES)
        throw new Error("The directory announced too long a message.");
      if (wanted !== null && held >= wanted) {
        messages += 1;
        if (messages > MOST_MESSAGES)
          throw new Error(`The directory sent more than ${MOST_MESSAGES} messages.`);
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

/** How ldapts connects to one directory, within these bounds; `problem` is why a connection was ended, if it was. */
export function boundedConnections() {
  let problem: Error | null = null;

  /** Hands on whole messages; ends the connection where the directory sends too much, or what the reader cannot take. */
  function bounded<S extends Socket>(socket: S): S {
    const messages = createMessages();
    const push = socket.push.bind(socket);
    socket.push = (chunk: Buffer | null) => {
      if (chunk === null) return push(null);
      let goesOn = true;
      try {
        for (const message of messages(chunk)) goesOn = push(message);
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
    // The casts: both functions have overloads for other ways of calling, whose arguments are handed on as they are.
    createConnection: ((...options: Parameters<typeof connect>) =>
      bounded(connect(...options))) as typeof connect,
    /** Also for StartTLS. */
    createSecureConnection: ((...options: Parameters<typeof connectSecurely>) =>
      bounded(connectSecurely(...options))) as typeof connectSecurely,
  };
}
