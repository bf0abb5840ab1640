import type { Config } from "../../config";
import type { Ports } from "../../kernel/ports";
import { createMailOutlet } from "./mail";
import type { Outlet } from "./outlet";
import { createTextOutlet } from "./text-gateway";

/** Where each channel leads: an outlet; `keep`: what would have been sent is kept to be read; null: nowhere. */
export type Outlets = Record<"email" | "sms", Outlet | "keep" | null>;

export type OutletConfig = Pick<
  Config,
  | "SMTP_URL"
  | "MAIL_FROM"
  | "SMS_GATEWAY_URL"
  | "SMS_GATEWAY_TOKEN"
  | "SEED"
  | "NODE_ENV"
  | "WEBHOOK_ALLOW_PRIVATE"
>;

/** Whether messages of channels that lead nowhere are kept to be read: with example data, and where Castellan is developed. */
const keeps = ({ SEED, NODE_ENV }: OutletConfig) => SEED !== "none" || NODE_ENV === "development";

/** What becomes of each channel's messages, as this process is configured. */
export function outletsOf(config: OutletConfig): Ports["installation"]["messages"] {
  const otherwise = keeps(config) ? "kept" : "off";
  return {
    email: config.SMTP_URL !== undefined ? "sent" : otherwise,
    sms: config.SMS_GATEWAY_URL !== undefined ? "sent" : otherwise,
  };
}

/** The outlets as this process is configured. */
export function createOutlets(config: OutletConfig): Outlets {
  const otherwise = keeps(config) ? "keep" : null;
  const { SMTP_URL, MAIL_FROM, SMS_GATEWAY_URL, SMS_GATEWAY_TOKEN, WEBHOOK_ALLOW_PRIVATE } = config;
  return {
    email:
      SMTP_URL !== undefined && MAIL_FROM !== undefined
        ? createMailOutlet({ url: SMTP_URL, from: MAIL_FROM })
        : otherwise,
    sms:
      SMS_GATEWAY_URL !== undefined
        ? createTextOutlet({
            url: SMS_GATEWAY_URL,
            token: SMS_GATEWAY_TOKEN,
            allowPrivate: WEBHOOK_ALLOW_PRIVATE,
          })
        : otherwise,
  };
}
