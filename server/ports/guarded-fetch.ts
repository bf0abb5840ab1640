import { CodedError } from "../kernel/texts/text";
import { guardedExchange, readWhole, type GuardLimits } from "./guarded-exchange";
import { defineTexts } from "../kernel/texts/define";

const deliveryTexts = defineTexts("delivery", {
  source_answered: "The source answered {status}.",
  no_https: "The address is not an https URL.",
});

interface Options extends GuardLimits {
  maxBytes: number;
}

interface Sent {
  /** The organization that caused it (guarded-exchange.ts). */
  by: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Answered {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/**
 * Creates the function that sends a request to an address from an untrusted source. It follows no redirect,
 * refuses private addresses, and throws if the answer has more than `maxBytes` bytes.
 */
export const createGuardedRequest =
  ({ maxBytes, ...limits }: Options) =>
  (address: string, { by, method = "GET", headers = {}, body }: Sent): Promise<Answered> => {
    const url = new URL(address);
    if (url.protocol !== "https:" && !(limits.allowPrivate && url.protocol === "http:"))
      return Promise.reject(new CodedError(deliveryTexts.no_https()));
    return guardedExchange(url, { by, method, headers, body }, limits, async (response) => ({
      status: response.statusCode ?? 0,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      ),
      text: await readWhole(response, maxBytes),
    }));
  };

export type GuardedRequest = ReturnType<typeof createGuardedRequest>;

/** Creates the function that fetches a text from such an address. It throws for any status but 200. */
export const createGuardedFetch = (options: Options) => {
  const request = createGuardedRequest(options);
  return async (address: string, by: string, headers: Record<string, string>): Promise<string> => {
    const { status, text } = await request(address, { by, headers });
    if (status !== 200) throw new CodedError(deliveryTexts.source_answered({ status }));
    return text;
  };
};

export type GuardedFetch = ReturnType<typeof createGuardedFetch>;
