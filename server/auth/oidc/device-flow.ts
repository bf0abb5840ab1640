import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { ErrorCode } from "../../kernel/errors";
import { trimEndOf } from "../../kernel/strings/trim";
import type { ClientRecord } from "./clients";
import type { Counters } from "../../kernel/concurrency/counters";
import { createNetworkLimit } from "../limits/network-limit";
import { escapeHtml, showPage } from "./hosted-page";

/*
 * Sign-in on a device without a browser (RFC 8628). The device shows a code; the person types it here and signs in as usual.
 * Available only to apps that allow it, in tenants that allow it: no other client has the grant type (lookups.ts).
 */

type Context = KoaContextWithOIDC;

/** Path of the page on which people type the code. */
export const DEVICE_PATH = "/device";
/** Path at which devices begin (RFC 8628 §3.1). */
export const START_PATH = "/device_authorization";

/**
 * Format of the code: 8 letters of an alphabet of 20 without vowels, so that no words appear. This gives 34 bits for ten minutes
 * (RFC 8628 §6.1).
 */
const CODE = { charset: "base-20", mask: "****-****" } as const;

/**
 * Maximum number of wrong codes that one client (network-limit.ts) may send within the window (RFC 8628 §5.1). While a hundred
 * codes are open, twenty guesses hit one of them with a probability of about 10⁻⁷.
 */
const WRONG_CODES = 20;
const WINDOW_SECONDS = 600;

/**
 * Maximum number of devices that one client may start in a minute. Each device is a row for ten minutes, and public apps do not
 * authenticate.
 */
const STARTS = 60;

/** Creates the limits on wrong codes and on started devices, for all hosts together. */
export const createDeviceLimits = (counters: Counters) => ({
  wrong: createNetworkLimit(counters, { name: "device-code", points: WRONG_CODES, duration: WINDOW_SECONDS }),
  starts: createNetworkLimit(counters, { name: "device", points: STARTS, duration: 60 }),
});

export type DeviceLimits = ReturnType<typeof createDeviceLimits>;

export interface DevicePages {
  deviceLimits: DeviceLimits;
  /** Tenant that owns the custom domain; null for the installation's own host. */
  ownerId: number | null;
  recordOf: (client: object | undefined) => ClientRecord;
  appearance: (tenantId: number) => Promise<Appearance>;
  ipOf: (ctx: Context) => string | null;
}

/** Returns true if the request has this path, with or without a trailing slash, as the library's router matches it. */
const isAt = ({ path }: Context, expected: string) => trimEndOf(path, "/") === expected;

/** Returns true if the request has a stored session. Only a stored session has an expiry. */
const hasSession = async (provider: Provider, ctx: Context) =>
  (await provider.Session.get(ctx)).exp !== undefined;

/** Errors of the library for an invalid code. They count as guesses. */
const wrongCodes = new Set(["NotFoundError", "ExpiredError", "AlreadyUsedError"]);

type Next = () => Promise<void>;

/** Requests with a wrong code. */
const guessedWrong = new WeakSet<Context>();

async function brandOf({ ownerId, recordOf, appearance }: DevicePages, client: object | undefined) {
  // The app and its organization are unknown before a code is typed.
  const tenantId = client ? recordOf(client).tenantId : ownerId;
  const found = tenantId === null ? null : await appearance(tenantId);
  return { appearance: found, poweredBy: found?.poweredBy.consent ?? false };
}

/** Creates the configuration of the feature, with its pages. */
export const deviceFeature = (pages: DevicePages) => ({
  enabled: true,
  ...CODE,
  // `form` is the form of the library. Its hidden field against forged requests is kept. Its markup is replaced.
  userCodeInputSource: async (ctx: Context, form: string, _out?: object, error?: Error) => {
    if (error && wrongCodes.has(error.name)) guessedWrong.add(ctx);
    const shown = (error as { userCode?: string } | undefined)?.userCode ?? "";
    const brand = await brandOf(pages, undefined);
    showPage(ctx, ({ device: words }) => {
      if (error?.name === "AbortedError")
        return { title: words.refused, body: `<p>${words.deviceSaysSo}</p>`, brand, again: null };
      const problem = error && (words.problems[error.name] ?? words.failed);
      return {
        title: words.title,
        body: `${problem ? `<p class="problem" role="alert">${problem}</p>` : `<p>${words.typeCode}</p>`}
      <form method="post" action="${DEVICE_PATH}">${hiddenFields(form)}
      <label for="code">${words.code}</label>
      <input id="code" type="text" name="user_code" value="${escapeHtml(shown.slice(0, 40))}" maxlength="40" required autofocus
        autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="XXXX-XXXX">
      <button class="primary">${words.goOn}</button></form>`,
        brand,
        again: DEVICE_PATH,
      };
    });
  },
  userCodeConfirmSource: async (
    ctx: Context,
    form: string,
    client: { clientName?: string | undefined },
    _device: object,
    code: string,
  ) => {
    const brand = await brandOf(pages, client);
    showPage(ctx, ({ device: words }) => ({
      title: words.toApp(client.clientName),
      body: `<p>${words.compare}</p>
      <p class="code">${escapeHtml(code)}</p>
      <form method="post" action="${DEVICE_PATH}">${hiddenFields(form)}
      <button name="abort" value="yes">${words.notMe}</button>
      <button class="primary">${words.mine}</button></form>`,
      brand,
      again: `${DEVICE_PATH}?${new URLSearchParams({ user_code: code }).toString()}`,
    }));
  },
  successSource: async (ctx: Context) => {
    const { client } = ctx.oidc;
    const brand = await brandOf(pages, client);
    showPage(ctx, ({ device: words }) => ({
      title: words.done,
      body: `<p>${escapeHtml(words.goOnIn(client?.clientName))}</p>`,
      brand,
      // The code is used up, so the page cannot be shown again.
      again: null,
    }));
  },
});

/**
 * Refuses a form that is sent without the session of its page. Otherwise, the library would fail when it saves its state in a
 * new session.
 */
async function refuseStranger(pages: DevicePages, ctx: Context) {
  ctx.status = 400;
  const brand = await brandOf(pages, undefined);
  showPage(ctx, ({ device: words }) => ({
    title: words.title,
    body: `<p class="problem" role="alert">${words.failed}</p>`,
    brand,
    again: DEVICE_PATH,
  }));
}

/**
 * Refuses codes from a network that has sent too many wrong ones, in a form or in a query. A form counts before the check of
 * its code, so that concurrent guesses cannot exceed the limit. A correct code is subtracted again.
 */
export const slowGuessing = (pages: DevicePages, provider: Provider) => async (ctx: Context, next: Next) => {
  const {
    deviceLimits: { wrong },
    ipOf,
  } = pages;
  // Parsing the query is expensive, so it is read only on the page for codes.
  if (!isAt(ctx, DEVICE_PATH)) return next();
  if (ctx.method !== "POST" && ctx.query["user_code"] === undefined) return next();
  const looks = ctx.method === "POST";
  const wait = looks ? await wrong.take(ipOf(ctx)) : await wrong.wait(ipOf(ctx));
  if (wait === 0) {
    try {
      return looks && !(await hasSession(provider, ctx)) ? await refuseStranger(pages, ctx) : await next();
    } finally {
      if (looks && !guessedWrong.has(ctx)) await wrong.giveBack(ipOf(ctx));
    }
  }
  ctx.status = 429;
  ctx.set("Retry-After", String(wait));
  const brand = await brandOf(pages, undefined);
  showPage(ctx, ({ device: words }) => ({
    title: words.tooMany,
    body: `<p>${words.wait}</p>`,
    brand,
    again: DEVICE_PATH,
  }));
};

/**
 * Limits the devices that one client may start in a minute. Requests that start no device do not count: a client with a wrong
 * secret or without the grant type must not block others behind the same address. `slow_down` is only for polling at the token
 * endpoint (RFC 8628 §3.5). The error here has the form of RFC 6749 §5.2 and status 429, as in the other interfaces.
 */
export const slowStarting =
  ({ deviceLimits: { starts }, ipOf }: DevicePages) =>
  async (ctx: Context, next: Next) => {
    if (ctx.method !== "POST" || !isAt(ctx, START_PATH)) return next();
    const wait = await starts.take(ipOf(ctx));
    if (wait > 0) {
      ctx.status = 429;
      ctx.set("Retry-After", String(wait));
      ctx.body = {
        error: "too_many_requests" satisfies ErrorCode,
        error_description: "too many devices are started from this address",
      };
      return;
    }
    try {
      await next();
    } finally {
      // The request was counted before the work, so that concurrent requests are limited, too.
      if (ctx.status !== 200) await starts.giveBack(ipOf(ctx));
    }
  };

const hiddenFields = (form: string) => form.match(/<input type="hidden"[^<>]*>/g)?.join("") ?? "";
