import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { guardedLookup } from "./guarded-lookup";
import { isRefusedHost } from "./outbound";

interface Answer {
  ok: boolean;
  /** Null: there was none. */
  status: number | null;
  /** Why it did not work, for the log. */
  problem: string | null;
}

const failed = (problem: string): Answer => ({ ok: false, status: null, problem });

/**
 * Posts a form to an address that somebody chose: no redirects, no private addresses, and what is answered is not read. Never
 * throws.
 */
export const createGuardedPost =
  ({ allowPrivate, timeoutMs }: { allowPrivate: boolean; timeoutMs: number }) =>
  (address: string, form: URLSearchParams): Promise<Answer> => {
    if (!URL.canParse(address)) return Promise.resolve(failed("The address is none."));
    const url = new URL(address);
    if (isRefusedHost(url.hostname, allowPrivate)) return Promise.resolve(failed("The address is private."));
    const body = form.toString();
    return new Promise((resolve) => {
      const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "content-length": Buffer.byteLength(body),
          "cache-control": "no-store",
        },
        lookup: guardedLookup(allowPrivate),
        signal: AbortSignal.timeout(timeoutMs),
      });
      request.on("error", (error) => resolve(failed(error.message)));
      request.on("response", (response) => {
        const status = response.statusCode ?? 0;
        response.destroy();
        const ok = status >= 200 && status < 300;
        resolve({ ok, status, problem: ok ? null : `The receiver answered ${status}.` });
      });
      request.end(body);
    });
  };
