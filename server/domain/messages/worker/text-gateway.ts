import { CodedError } from "../../../kernel/texts/text";
import { guardedExchange, statusOf } from "../../../ports/guarded-exchange";
import { Undeliverable, type Outlet } from "./outlet";
import { defineTexts } from "@/server/kernel/texts/define";

export const deliveryTexts = defineTexts("delivery", {
  invalid_number: "This is not a telephone number.",
  gateway_refused: "The gateway refused the message ({status}).",
  gateway_answered: "The gateway answered {status}.",
});

interface Options {
  url: string;
  token: string | undefined;
  allowPrivate: boolean;
}

const TIMEOUT_MS = 15_000;
/** A number in E.164 format, also with the usual separators. */
const NUMBER = /^\+?[0-9][0-9 ()/.-]{3,30}$/;

/**
 * Creates the outlet that sends text messages to a gateway over HTTP: `{to, text}` as JSON. Any 2xx is a success. Follows no
 * redirect.
 */
export function createTextOutlet({ url: address, token, allowPrivate }: Options): Outlet {
  const url = new URL(address);

  const post = (body: string, id: string) =>
    guardedExchange(
      url,
      {
        method: "POST",
        // The operator's gateway.
        by: "text messages",
        headers: {
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(body)),
          // A gateway that supports the header recognizes a retry.
          "idempotency-key": id,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body,
      },
      { allowPrivate, timeoutMs: TIMEOUT_MS },
      statusOf,
    );

  return {
    send: async ({ id, to, text }) => {
      if (!NUMBER.test(to)) throw new Undeliverable(deliveryTexts.invalid_number());
      const number = to.replace(/[^+0-9]/g, "");
      const status = await post(JSON.stringify({ to: number, text }), id);
      if (status === 400 || status === 422)
        throw new Undeliverable(deliveryTexts.gateway_refused({ status }));
      if (status < 200 || status > 299) throw new CodedError(deliveryTexts.gateway_answered({ status }));
    },
    close: () => undefined,
  };
}
