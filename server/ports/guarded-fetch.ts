import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { guardedLookup } from "./guarded-lookup";
import { isRefusedHost } from "./outbound";

interface Options {
  allowPrivate: boolean;
  timeoutMs: number;
  maxBytes: number;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Answered {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Sends a request to an address that somebody chose: no redirects followed, no private addresses, no more than so much back. */
export const createGuardedRequest =
  ({ allowPrivate, timeoutMs, maxBytes }: Options) =>
  (address: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Answered> => {
    const url = new URL(address);
    if (isRefusedHost(url.hostname, allowPrivate))
      return Promise.reject(new Error("The address is private."));
    if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:"))
      return Promise.reject(new Error("The address is not an https URL."));
    return new Promise((resolve, reject) => {
      const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
        method,
        headers,
        lookup: guardedLookup(allowPrivate),
        signal: AbortSignal.timeout(timeoutMs),
      });
      request.on("error", reject);
      request.on("response", (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxBytes) response.destroy(new Error(`The source sent more than ${maxBytes} bytes.`));
          else chunks.push(chunk);
        });
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
            ),
            text: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      });
      request.end(body);
    });
  };

export type GuardedRequest = ReturnType<typeof createGuardedRequest>;

/** Fetches a text from such an address; any answer but 200 is an error. */
export const createGuardedFetch = (options: Options) => {
  const request = createGuardedRequest(options);
  return async (address: string, headers: Record<string, string>): Promise<string> => {
    const { status, text } = await request(address, { headers });
    if (status !== 200) throw new Error(`The source answered ${status}.`);
    return text;
  };
};

export type GuardedFetch = ReturnType<typeof createGuardedFetch>;
