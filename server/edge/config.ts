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

/**
 * Returns true if an address is an origin, with or without a final slash. An address with a path is refused, because
 * the path would be lost.
 */
function isOrigin(text: string) {
  const { origin, href } = new URL(text);
  return href === `${origin}/`;
}

/**
 * Returns true if Node's resolver accepts this text as a name server. Port 0 must be refused here, because the resolver
 * ends the process for it.
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

/**
 * The least product of memory and passes of OWASP's recommended costs of argon2id (Password Storage Cheat Sheet): m=7168 with
 * t=5. The default is its m=19456 with t=2.
 */
const LEAST_WORK = 7_168 * 5;

/** Cost of a password hash in the form of a PHC string, such as `m=65536,t=4,p=1`. */
const passwordCost = z
  .string()
  .regex(/^m=\d{1,8},t=\d{1,3},p=\d{1,2}$/, "must be a cost of argon2id such as m=19456,t=2,p=1")
  .transform((text) => {
    const [memoryCost = 0, timeCost = 0, parallelism = 0] = text.match(/\d+/g)!.map(Number);
    return { memoryCost, timeCost, parallelism };
  })
  .refine(
    ({ memoryCost, timeCost }) => memoryCost >= 7_168 && memoryCost * timeCost >= LEAST_WORK,
    "must be at least OWASP's minimum: m of 7168, and m times t of 35840",
  )
  .refine(
    ({ memoryCost, timeCost, parallelism }) =>
      memoryCost <= 1_048_576 && timeCost <= 100 && parallelism >= 1 && parallelism <= 16,
    "must be at most m=1048576,t=100,p=16, with p of at least 1",
  );

/** Returns a language tag in its canonical form, or null for any other text. */
function canonicalLanguage(text: string): string | null {
  try {
    return new Intl.Locale(text).toString();
  } catch {
    return null;
  }
}

const language = z
  .string()
  .refine((text) => canonicalLanguage(text) !== null, "must be a language such as de or de-u-co-phonebk")
  .transform((text) => canonicalLanguage(text)!);

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
    /** Language by whose rules names are sorted. */
    SORT_LANGUAGE: language.prefault("und"),
    PASSWORD_COST: passwordCost.prefault("m=19456,t=2,p=1"),
    LOG_LEVEL: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent").default("info"),
    /** Number of trusted reverse proxies in front of the server. The proxies report the client's address. */
    TRUSTED_PROXIES: whole(0, 10).default(0),
    /** Header in which the proxy passes the certificate of an app (mTLS, RFC 8705), such as `Client-Cert` (RFC 9440). */
    CLIENT_CERTIFICATE_HEADER: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,100}$/, "must be the name of a header such as Client-Cert")
      .optional(),
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
    /** Folder for scheduled archives of all organizations. PostgreSQL only. */
    ARCHIVE_DIR: z.string().min(1).optional(),
    /** Public keys of age that decrypt the scheduled archives. */
    ARCHIVE_RECIPIENTS: list.default([]),
    ARCHIVE_EVERY_HOURS: whole(1, 8_760).default(24),
    /** Number of archives that are kept of each organization. */
    ARCHIVE_KEEP: whole(1, 10_000).default(7),
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
  })
  // Without a proxy, anybody could send the header.
  .refine(
    ({ CLIENT_CERTIFICATE_HEADER, TRUSTED_PROXIES }) =>
      CLIENT_CERTIFICATE_HEADER === undefined || TRUSTED_PROXIES > 0,
    { path: ["CLIENT_CERTIFICATE_HEADER"], message: "needs a trusted proxy (TRUSTED_PROXIES)" },
  )
  .refine(
    ({ ARCHIVE_DIR, ARCHIVE_RECIPIENTS }) => ARCHIVE_DIR === undefined || ARCHIVE_RECIPIENTS.length > 0,
    {
      path: ["ARCHIVE_RECIPIENTS"],
      message: "must be set where ARCHIVE_DIR is",
    },
  )
  // The embedded database has one connection. An archive would stop all requests until it is written.
  .refine(({ ARCHIVE_DIR, DATABASE_URL }) => ARCHIVE_DIR === undefined || DATABASE_URL !== undefined, {
    path: ["ARCHIVE_DIR"],
    message: "needs PostgreSQL (DATABASE_URL)",
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
