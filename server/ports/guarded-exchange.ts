import { request as httpRequest, type Agent, type IncomingMessage } from "node:http";
import { CodedError } from "../kernel/texts/coded-error";
import { deliveryTexts } from "../kernel/texts/deliveries";
import { guardedLookup } from "./guarded-lookup";
import type { NameLookup } from "./name-lookup";
import { isRefusedHost } from "./outbound";
import { SecureAgent, type SecureRequestOptions } from "./tls/agent";

export interface GuardedMessage {
  method: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** The organization that caused it, or a name of the server's own work: its look-ups and handshakes wait for each other only. */
  by: string;
  agent?: Agent | undefined;
}

export interface GuardLimits {
  allowPrivate: boolean;
  /** For the whole exchange, from the look-up of the name to the last byte that is read. */
  timeoutMs: number;
  /** The system's by default. */
  names?: NameLookup | undefined;
}

/** For exchanges without an agent of their own, with the settings of Node's global agent. */
const secureAgent = new SecureAgent({ keepAlive: true, scheduling: "lifo", timeout: 5_000 });

/** Maximum number of responses with a status of 1xx before the answer (RFC 9110 §15.2). */
const MOST_INTERIM = 20;

/** There is no answer. The text is for those who chose the address. */
export class NoAnswer extends CodedError {}

/** The receiver did not answer, or not completely, in the time that it had. */
export class AnswerTimeout extends NoAnswer {
  readonly code = "ETIMEDOUT";
  constructor(timeoutMs: number) {
    super(deliveryTexts.late({ seconds: timeoutMs / 1_000 }));
    this.name = "AnswerTimeout";
  }
}

/**
 * Sends one request to an address that somebody chose, and gives what `read` makes of the answer. No private address is connected to
 * and no redirect is followed. It settles in time whatever the receiver does: after `101 Switching Protocols` Node emits no error and
 * no response, and an abort signal has no effect any more.
 */
export function guardedExchange<T>(
  url: URL,
  { body, by, agent, ...message }: GuardedMessage,
  { allowPrivate, timeoutMs, names }: GuardLimits,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  // An address is not looked up, so that it is looked at here.
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

/** The status alone: what the receiver says besides is not waited for. */
export function statusOf(response: IncomingMessage): Promise<number> {
  response.destroy();
  return Promise.resolve(response.statusCode ?? 0);
}

/** The body of an answer; one of more bytes is an error. */
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

/** The start of the body of an answer; a longer one is cut off, with its connection. */
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
