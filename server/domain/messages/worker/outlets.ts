import type { Config } from "../../../edge/config";
import type { Ports } from "../../../kernel/operation/ports";
import { createMailOutlet } from "./mail";
import type { Outlet } from "./outlet";
import { createTextOutlet } from "./text-gateway";

/**
 * Outlet of each channel. `keep`: the messages are kept for the platform administrator to read. Null: they
 * fail.
 */
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

/** True if messages of channels without outlet are kept: with example data and in development. */
const keeps = ({ SEED, NODE_ENV }: OutletConfig) => SEED !== "none" || NODE_ENV === "development";

/** Returns the handling of each channel's messages in this configuration. */
export function outletsOf(config: OutletConfig): Ports["installation"]["messages"] {
  const otherwise = keeps(config) ? "kept" : "off";
  return {
    email: config.SMTP_URL !== undefined ? "sent" : otherwise,
    sms: config.SMS_GATEWAY_URL !== undefined ? "sent" : otherwise,
  };
}

/** Creates the outlets of this configuration. */
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
