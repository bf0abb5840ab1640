import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { guardedLookup } from "./guarded-lookup";
import { isPublicAddress } from "./outbound";

interface Options {
  allowPrivate: boolean;
  timeoutMs: number;
  maxBytes: number;
}

/** Fetches a text from an address that somebody chose: no redirects, no private addresses, no more than so much. */
export const createGuardedFetch =
  ({ allowPrivate, timeoutMs, maxBytes }: Options) =>
  (address: string, headers: Record<string, string>): Promise<string> => {
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host))
      return Promise.reject(new Error("The address is private."));
    return new Promise((resolve, reject) => {
      const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
        headers,
        lookup: guardedLookup(allowPrivate),
        signal: AbortSignal.timeout(timeoutMs),
      });
      request.on("error", reject);
      request.on("response", (response) => {
        if (response.statusCode !== 200) {
          response.destroy();
          return reject(new Error(`The source answered ${response.statusCode}.`));
        }
        const chunks: Buffer[] = [];
        let size = 0;
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxBytes) response.destroy(new Error(`The source sent more than ${maxBytes} bytes.`));
          else chunks.push(chunk);
        });
        response.on("error", reject);
        response.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
      });
      request.end();
    });
  };

export type GuardedFetch = ReturnType<typeof createGuardedFetch>;
