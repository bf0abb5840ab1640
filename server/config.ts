import { isIP, isIPv4, isIPv6 } from "node:net";
import { existsSync } from "node:fs";
import * as z from "zod";

/** Creates the schema of a whole number between two limits. */
function whole(least: number, most: number) {
  const words = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(words).int(words).min(least, words).max(most, words);
}

const oneOf = <const Names extends readonly [string, ...string[]]>(...names: Names) =>
  z.enum(names, `must be one of ${names.join(", ")}`);

/** Returns true if an address is an origin, with or without a final slash. Returns false for a path, which would be lost. */
function isOrigin(text: string) {
  const { origin, href } = new URL(text);
  return href === `${origin}/`;
}

/**
 * Returns true if a resolver accepts this server. Checked in advance, because port 0 ends the process in the
 * resolver.
 */
function isNameServer(text: string) {
  if (isIP(text)) return true;
  const [, v6, v4, port = "53"] = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const isAddress = v6 === undefined ? isIPv4(v4 ?? "") : isIPv6(v6);
  return isAddress && Number(port) > 0 && Number(port) <= 65_535;
}

/** A list of name servers such as `127.0.0.1:5353,10.0.0.2:53`. */
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);
const flag = oneOf("0", "1").transform((value) => value === "1");

const address = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `must be an address such as ${example}` }).optional();

const Environment = z
  .object({
    NODE_ENV: oneOf("development", "production", "test").default("development"),
    PORT: whole(0, 65_535).default(3000),
    HOST: z.string().optional(),
    BASE_URL: z
      .url({ protocol: /^https?$/, error: "must be an address such as https://id.example.org", abort: true })
      .refine(
        isOrigin,
        "must be an address without a path, a query or a password, such as https://id.example.org",
      )
      .optional(),
    DATA_DIR: z.string().min(1).default(".data"),
    DATABASE_URL: address(/^postgres(ql)?$/, "postgres://user@host/database"),
    DATABASE_POOL: whole(1, 500).default(16),
    SEED: oneOf("demo", "conformance", "none").default("none"),
    /** 32 bytes in base64. Without it, a key is created and stored in DATA_DIR. */
    ENCRYPTION_KEY: z
      .string()
      .refine((value) => Buffer.from(value, "base64").length === 32, "must be 32 bytes in base64")
      .optional(),
    LOG_LEVEL: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent").default("info"),
    /** Number of trusted reverse proxies before the server. They report the client's address. */
    TRUSTED_PROXIES: whole(0, 10).default(0),
    WEBHOOK_ALLOW_PRIVATE: flag.default(false),
    WEBHOOK_RETRY_SCALE: z.coerce
      .number("must be a number above 0")
      .positive("must be a number above 0")
      .default(1),
    DNS_SERVERS: list
      .refine(
        (servers) => servers.every(isNameServer),
        "must be addresses such as 127.0.0.1:5353, with commas between",
      )
      .default([]),
    /** Location database in MaxMind's format; without it, the bundled countries. */
    GEOIP_DATABASE: z.string().refine(existsSync, "must be the path of a file that is there").optional(),
    /** Addresses and ranges of anonymizers, one on each line. */
    ANONYMIZER_LIST: z.string().refine(existsSync, "must be the path of a file that is there").optional(),
    RENDER_PUBLIC: flag.default(false),
    /** Seconds from SIGTERM until the server refuses new connections. /readyz answers 503 from the start. */
    SHUTDOWN_DELAY: whole(0, 300).optional(),
    /** Mail server, `smtp://user:password@host:587` or `smtps://…`. */
    SMTP_URL: address(/^smtps?$/, "smtp://user:password@host:587"),
    /** Sender address of mails. */
    MAIL_FROM: z.email("must be an e-mail address").optional(),
    /** Gateway for text messages. It receives `{to, text}` as JSON. */
    SMS_GATEWAY_URL: address(/^https?$/, "https://gateway.example.org/send"),
    /** Bearer token for the gateway. */
    SMS_GATEWAY_TOKEN: z.string().min(1).optional(),
  })
  .refine(({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined, {
    path: ["MAIL_FROM"],
    message: "must be set where SMTP_URL is",
  });

export type Config = Readonly<
  Omit<z.output<typeof Environment>, "BASE_URL" | "HOST" | "SHUTDOWN_DELAY"> & {
    HOST: string;
    SHUTDOWN_DELAY: number;
    BASE_URL: string;
    production: boolean;
  }
>;

/** Default delay of a stop in seconds: load balancers usually probe every few seconds. */
const PRODUCTION_DELAY = 5;

/** Error of an invalid variable. Its message is the only line that the failed start prints. */
export class ConfigError extends Error {}

function withoutTrailingSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === "/") end -= 1;
  return address.slice(0, end);
}

/**
 * Returns the validated configuration of this process. Throws ConfigError with the name of the variable at
 * fault.
 */
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
    // Development mode serves sources and stack traces. Only this machine reaches it by default.
    HOST: rest.HOST ?? (rest.NODE_ENV === "development" ? "127.0.0.1" : "0.0.0.0"),
    BASE_URL: withoutTrailingSlashes(BASE_URL ?? `http://localhost:${rest.PORT}`),
    production: rest.NODE_ENV === "production",
    SHUTDOWN_DELAY: rest.SHUTDOWN_DELAY ?? (rest.NODE_ENV === "production" ? PRODUCTION_DELAY : 0),
  };
}
