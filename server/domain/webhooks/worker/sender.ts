import { Agent as HttpAgent } from "node:http";
import { Webhook } from "standardwebhooks";
import { CodedError } from "../../../kernel/texts/text";
import type { CodedText } from "../../../kernel/texts/define";
import { guardedExchange, readStart } from "../../../ports/guarded-exchange";
import type { NameLookup } from "../../../ports/name-lookup";
import { SecureAgent } from "../../../ports/tls/agent";
import { deliveryTexts } from "@/server/ports/guarded-post";

export interface Message {
  /** The organization of the endpoint (guarded-exchange.ts). */
  by: string;
  url: string;
  /** `whsec_…`. Each signs the message. */
  secrets: string[];
  messageId: string;
  body: string;
  poweredBy: boolean;
}

export interface Outcome {
  /** True for any 2xx. */
  ok: boolean;
  httpStatus: number | null;
  /** The first 2 KB of the answer. */
  responseBody: string | null;
  errorMessage: CodedText | string | null;
  durationMs: number;
}

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 2_048;

/** Creates the sender of signed messages. Administrators choose the receivers, so the sender follows no redirect. */
export function createSender({ allowPrivate, names }: { allowPrivate: boolean; names?: NameLookup }) {
  const options = { keepAlive: true, maxSockets: 256, maxFreeSockets: 64, timeout: 60_000 };
  const agents = { "http:": new HttpAgent(options), "https:": new SecureAgent(options) };

  const send = async (message: Message): Promise<Outcome> => {
    const started = performance.now();
    const durationMs = () => Math.round(performance.now() - started);
    const url = new URL(message.url);
    const agent = agents[url.protocol as keyof typeof agents];
    let httpStatus: number | null = null;
    try {
      const responseBody = await guardedExchange(
        url,
        { method: "POST", by: message.by, agent, headers: headersOf(message), body: message.body },
        { allowPrivate, names, timeoutMs: TIMEOUT_MS },
        (response) => {
          httpStatus = response.statusCode ?? 0;
          return readStart(response, MAX_RESPONSE_BYTES);
        },
      );
      const ok = httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
      const errorMessage = ok ? null : deliveryTexts.answered({ status: httpStatus ?? 0 });
      return { ok, httpStatus, responseBody, errorMessage, durationMs: durationMs() };
    } catch (error) {
      const errorMessage = describeError(error as Error);
      return { ok: false, httpStatus, responseBody: null, errorMessage, durationMs: durationMs() };
    }
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

/** Returns the headers of Standard Webhooks. The id is the same for every attempt, the timestamp is not. */
function headersOf({ secrets, messageId, body, poweredBy }: Message) {
  const now = new Date();
  return {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "Castellan-Webhooks/1",
    "webhook-id": messageId,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(messageId, now, body)).join(" "),
    ...(poweredBy && { "x-powered-by": "Castellan" }),
  };
}

function describeError(error: Error & { code?: string }): CodedText | string {
  if (error instanceof CodedError) return error.text;
  return (error.code ? `${error.code}: ${error.message}` : error.message).slice(0, 500);
}
