import { request as httpRequest, type Agent, type IncomingMessage } from "node:http";
import { CodedError } from "../kernel/texts/text";
import { guardedLookup } from "./guarded-lookup";
import type { NameLookup } from "./name-lookup";
import { isRefusedHost } from "./outbound";
import { SecureAgent, type SecureRequestOptions } from "./tls/agent";
import { defineTexts } from "../kernel/texts/define";

const deliveryTexts = defineTexts("delivery", {
  source_too_large: "The source sent more than {max} bytes.",
  late: "No answer within {seconds} seconds.",
  private_address: "The address is private.",
  many_interim_responses: "The receiver sent too many interim responses.",
  protocol_switched: "The receiver switched protocols.",
  connection_ended: "The receiver ended the connection without an answer.",
});

export interface GuardedMessage {
  method: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /**
   * The organization that caused the request, or a name for the server's own work. Look-ups and handshakes of
   * different ones do not wait for each other.
   */
  by: string;
  agent?: Agent | undefined;
}

export interface GuardLimits {
  allowPrivate: boolean;
  /**
   * Time limit in milliseconds of the whole exchange, from the look-up of the name to the last byte that is
   * read.
   */
  timeoutMs: number;
  /** The look-up of names; the system's by default. */
  names?: NameLookup | undefined;
}

/** For exchanges without an agent of their own, with the settings of Node's global agent. */
const secureAgent = new SecureAgent({ keepAlive: true, scheduling: "lifo", timeout: 5_000 });

/** Maximum number of responses with a status of 1xx before the answer (RFC 9110 §15.2). */
const MOST_INTERIM = 20;

/** Error of a request without an answer. Its text is for the people who configured the address. */
class NoAnswer extends CodedError {}

/** Error of a request whose answer was not complete within the time limit. */
class AnswerTimeout extends NoAnswer {
  readonly code = "ETIMEDOUT";
  constructor(timeoutMs: number) {
    super(deliveryTexts.late({ seconds: timeoutMs / 1_000 }));
    this.name = "AnswerTimeout";
  }
}

/**
 * Sends one request to an address from an untrusted source, and returns the result of `read` for the answer.
 * Refuses private addresses and follows no redirect. Settles within the time limit for any behaviour of the
 * receiver. Node alone does not: after `101 Switching Protocols` it emits neither an error nor a response,
 * and an abort signal has no effect any more.
 */
export function guardedExchange<T>(
  url: URL,
  { body, by, agent, ...message }: GuardedMessage,
  { allowPrivate, timeoutMs, names }: GuardLimits,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  // A host that is an IP address needs no look-up, so it is checked here.
  if (isRefusedHost(url.hostname, allowPrivate))
    return Promise.reject(new NoAnswer(deliveryTexts.private_address()));
  return new Promise<T>((resolve, reject) => {
    const over = new AbortController();
    const options: SecureRequestOptions = {
      ...message,
      by,
      agent: agent ?? (url.protocol === "https:" ? secureAgent : undefined),
      lookup: guardedLookup({ allowPrivate, by, names, signal: over.signal }),
    };
    const request = httpRequest(url, options);
    let answered = false;
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
      over.abort();
      request.destroy();
    };
    const timer = setTimeout(() => fail(new AnswerTimeout(timeoutMs)), timeoutMs);
    request.on("error", fail);
    let interim = 0;
    request.on("information", () => {
      interim += 1;
      if (interim > MOST_INTERIM) fail(new NoAnswer(deliveryTexts.many_interim_responses()));
    });
    request.on("upgrade", (_response, socket) => {
      socket.destroy();
      fail(new NoAnswer(deliveryTexts.protocol_switched()));
    });
    request.on("close", () => {
      if (!answered) fail(new NoAnswer(deliveryTexts.connection_ended()));
    });
    request.on("response", (response) => {
      answered = true;
      read(response).then((result) => {
        clearTimeout(timer);
        resolve(result);
      }, fail);
    });
    request.end(body);
  });
}

/** Returns the status only, without waiting for the body. */
export function statusOf(response: IncomingMessage): Promise<number> {
  response.destroy();
  return Promise.resolve(response.statusCode ?? 0);
}

/** Returns the body of an answer. Throws if it has more than `most` bytes. */
export async function readWhole(response: IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new CodedError(deliveryTexts.source_too_large({ max: most }));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Returns the first `most` bytes of the body of an answer as text. Ends the connection if the body is longer.
 */
export async function readStart(response: IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most).toString("utf8").replaceAll("\0", "");
}
