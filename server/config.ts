import { existsSync } from "node:fs";
import { z } from "zod";

/** An address list such as `127.0.0.1:5353,10.0.0.2:53`. */
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);
const flag = z.enum(["0", "1", ""]).transform((value) => value === "1");

const Environment = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    HOST: z.string().default("0.0.0.0"),
    BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
    DATA_DIR: z.string().min(1).default(".data"),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(16),
    SEED: z.enum(["demo", "conformance", "none"]).default("none"),
    /** 32 bytes in base64; without it a key is made and kept in DATA_DIR. */
    ENCRYPTION_KEY: z
      .string()
      .refine((value) => Buffer.from(value, "base64").length === 32, "must be 32 bytes in base64")
      .optional(),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
    /** How many reverse proxies stand before the server and may be believed about the client's address. */
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
    WEBHOOK_ALLOW_PRIVATE: flag.default(false),
    WEBHOOK_RETRY_SCALE: z.coerce.number().positive().default(1),
    DNS_SERVERS: list.default([]),
    /** Where addresses are, in MaxMind's format; without it the bundled countries. */
    GEOIP_DATABASE: z.string().refine(existsSync, "names no file").optional(),
    /** Addresses and ranges of anonymizers, one on each line. */
    ANONYMIZER_LIST: z.string().refine(existsSync, "names no file").optional(),
    RENDER_PUBLIC: flag.default(false),
    /** Where mails are handed over, `smtp://user:password@host:587` or `smtps://…`. */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** The address that mails come from. */
    MAIL_FROM: z.email("must be an e-mail address").optional(),
    /** Where text messages are handed over: it is sent `{to, text}` as JSON. */
    SMS_GATEWAY_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Sent to the gateway as a bearer token. */
    SMS_GATEWAY_TOKEN: z.string().min(1).optional(),
  })
  .refine(({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined, {
    path: ["MAIL_FROM"],
    message: "must be set where SMTP_URL is",
  });

export type Config = Readonly<
  Omit<z.output<typeof Environment>, "BASE_URL"> & { BASE_URL: string; production: boolean }
>;

/** A start with a bad variable ends with this one line. */
export class ConfigError extends Error {}

/** The configuration of this process, checked; throws ConfigError that names the variable at fault. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const result = Environment.safeParse(given);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new ConfigError(`Configuration: ${issue?.path.join(".")}: ${issue?.message}`);
  }
  const { BASE_URL, ...rest } = result.data;
  return {
    ...rest,
    BASE_URL: (BASE_URL ?? `http://localhost:${rest.PORT}`).replace(/\/+$/, ""),
    production: rest.NODE_ENV === "production",
  };
}
