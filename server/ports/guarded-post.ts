import { textIn } from "../kernel/texts/text";
import { guardedExchange, statusOf, type GuardLimits } from "./guarded-exchange";
import { defineTexts } from "../kernel/texts/define";

export const deliveryTexts = defineTexts("delivery", { answered: "The receiver answered {status}." });

interface Answer {
  ok: boolean;
  /** Null if there was no answer. */
  status: number | null;
  /** Reason of the failure, for the log. */
  problem: string | null;
}

/**
 * Creates the function that posts a form to an address from an untrusted source. It follows no redirect,
 * refuses private addresses, does not read the body of the answer, and never throws.
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
