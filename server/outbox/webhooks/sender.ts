import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { Webhook } from "standardwebhooks";
import { guardedLookup } from "../../ports/guarded-lookup";
import { isRefusedHost } from "../../ports/outbound";

export interface Message {
  url: string;
  /** `whsec_…` */
  secret: string;
  messageId: string;
  body: string;
  poweredBy: boolean;
}

export interface Outcome {
  /** Whether the receiver took it: any 2xx. */
  ok: boolean;
  httpStatus: number | null;
  /** The first 2 KB of what the receiver said. */
  responseBody: string | null;
  errorMessage: string | null;
  durationMs: number;
}

const TIMEOUT_MS = 10_000;
const KEPT_BYTES = 2_048;

/** Sends signed messages to receivers that somebody else chose, and never follows where they point. */
export function createSender({ allowPrivate }: { allowPrivate: boolean }) {
  const options = { keepAlive: true, maxSockets: 256, maxFreeSockets: 64, timeout: 60_000 };
  const agents = { "http:": new HttpAgent(options), "https:": new HttpsAgent(options) };

  const lookup = guardedLookup(allowPrivate);

  const send = (message: Message): Promise<Outcome> => {
    const started = performance.now();
    const durationMs = () => Math.round(performance.now() - started);
    const failed = (errorMessage: string): Outcome => ({
      ok: false,
      httpStatus: null,
      responseBody: null,
      errorMessage,
      durationMs: durationMs(),
    });
    const url = new URL(message.url);
    // An address is not looked up, so that it is looked at here.
    if (isRefusedHost(url.hostname, allowPrivate)) return Promise.resolve(failed("The address is private."));

    return new Promise<Outcome>((resolve) => {
      const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
        method: "POST",
        agent: agents[url.protocol as keyof typeof agents],
        lookup,
        headers: headersOf(message),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      request.on("error", (error) => resolve(failed(wordsOf(error))));
      request.on("response", (response) => {
        readStart(response).then(
          (responseBody) => {
            const httpStatus = response.statusCode ?? 0;
            const ok = httpStatus >= 200 && httpStatus < 300;
            const errorMessage = ok ? null : `The receiver answered ${httpStatus}.`;
            resolve({ ok, httpStatus, responseBody, errorMessage, durationMs: durationMs() });
          },
          (error: Error) => resolve({ ...failed(wordsOf(error)), httpStatus: response.statusCode ?? null }),
        );
      });
      request.end(message.body);
    });
  };

  return {
    send,
    close: () => {
      agents["http:"].destroy();
      agents["https:"].destroy();
    },
  };
}

export type Sender = ReturnType<typeof createSender>;

/** Standard Webhooks: the id is the same on every try, the timestamp is the try's. */
function headersOf({ secret, messageId, body, poweredBy }: Message) {
  const now = new Date();
  return {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "Castellan-Webhooks/1",
    "webhook-id": messageId,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign(messageId, now, body),
    ...(poweredBy && { "x-powered-by": "Castellan" }),
  };
}

/** The start of an answer; a longer one is cut off, with its connection. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= KEPT_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString("utf8").replaceAll("\0", "");
}

function wordsOf(error: Error & { code?: string }): string {
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return `No answer within ${TIMEOUT_MS / 1_000} seconds.`;
  return (error.code ? `${error.code}: ${error.message}` : error.message).slice(0, 500);
}
