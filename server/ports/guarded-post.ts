import { deliveryTexts } from "../kernel/texts/deliveries";
import { textIn } from "../kernel/texts/text";
import { guardedExchange, statusOf, type GuardLimits } from "./guarded-exchange";

interface Answer {
  ok: boolean;
  /** Null: there was none. */
  status: number | null;
  /** Why it did not work, for the log. */
  problem: string | null;
}

/**
 * Posts a form to an address that somebody chose: no redirects, no private addresses, and what is answered is not read. Never
 * throws.
 */
export const createGuardedPost =
  (limits: GuardLimits) =>
  async (address: string, by: string, form: URLSearchParams): Promise<Answer> => {
    try {
      const body = form.toString();
      const headers = {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(Buffer.byteLength(body)),
        "cache-control": "no-store",
      };
      const status = await guardedExchange(
        new URL(address),
        { method: "POST", by, headers, body },
        limits,
        statusOf,
      );
      const ok = status >= 200 && status < 300;
      return { ok, status, problem: ok ? null : textIn("en", deliveryTexts.answered({ status })) };
    } catch (error) {
      return { ok: false, status: null, problem: (error as Error).message };
    }
  };
