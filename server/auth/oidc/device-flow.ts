import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { ErrorCode } from "../../kernel/errors";
import { trimEndOf } from "../../kernel/trim";
import type { ClientRecord } from "../clients";
import { createNetworkLimit } from "../network-limit";
import { escapeHtml, showPage } from "./hosted-page";

/*
 * Signing in on a device without a browser (RFC 8628): the device shows a code, the person types it here and signs in as
 * ever. Only for apps that allow it, in tenants that allow it: no other client has the grant type (lookups.ts).
 */

type Context = KoaContextWithOIDC;

/** Where people type the code. */
export const DEVICE_PATH = "/device";
/** Where devices begin (RFC 8628 §3.1). */
export const START_PATH = "/device_authorization";

/** Of twenty letters each, without vowels, so that no word comes of it: 34 bits for ten minutes (RFC 8628 §6.1). */
const CODE = { charset: "base-20", mask: "****-****" } as const;

/** Wrong codes from one address in this time (RFC 8628 §5.1): one in 10⁹ to hit one of a hundred that are open. */
const WRONG_CODES = 20;
const WINDOW_SECONDS = 600;

/** Devices that one address may start in a minute: each is a row for ten minutes, and public apps prove nothing. */
const STARTS = 60;

/** What is counted of whoever guesses codes or starts devices, at all hosts together. */
export const createDeviceLimits = () => ({
  wrong: createNetworkLimit({ points: WRONG_CODES, duration: WINDOW_SECONDS }),
  starts: createNetworkLimit({ points: STARTS, duration: 60 }),
});

export type DeviceLimits = ReturnType<typeof createDeviceLimits>;

export interface DevicePages {
  deviceLimits: DeviceLimits;
  /** Whose domain it is; null: the installation's own host. */
  ownerId: number | null;
  recordOf: (client: object | undefined) => ClientRecord;
  appearance: (tenantId: number) => Promise<Appearance>;
  ipOf: (ctx: Context) => string | null;
}

/** Whether a request is for this path, as the library's router reads it: with or without a slash at its end. */
const isAt = ({ path }: Context, expected: string) => trimEndOf(path, "/") === expected;

/** Whether a request comes with a session that was saved before: such a one ends at a time. */
const hasSession = async (provider: Provider, ctx: Context) =>
  (await provider.Session.get(ctx)).exp !== undefined;

/** The errors that a typed code can bring, which all tell whoever guesses that it is worth nothing. */
const wrongCodes = new Set(["NotFoundError", "ExpiredError", "AlreadyUsedError"]);

/** The feature's configuration, and the middleware that slows down whoever guesses codes. */
export function createDeviceFlow({ deviceLimits, ownerId, recordOf, appearance, ipOf }: DevicePages) {
  const { wrong, starts } = deviceLimits;
  /** Requests that brought a wrong code. */
  const guessedWrong = new WeakSet<Context>();

  const brandOf = async (client: object | undefined) => {
    // Until a code was typed nobody knows whose app it is of.
    const tenantId = client ? recordOf(client).tenantId : ownerId;
    const found = tenantId === null ? null : await appearance(tenantId);
    return { appearance: found, poweredBy: found?.poweredBy.consent ?? false };
  };

  const feature = {
    enabled: true,
    ...CODE,
    // `form` is the library's: its hidden field against forged requests is kept, its looks are not.
    userCodeInputSource: async (ctx: Context, form: string, _out?: object, error?: Error) => {
      if (error && wrongCodes.has(error.name)) guessedWrong.add(ctx);
      const shown = (error as { userCode?: string } | undefined)?.userCode ?? "";
      const brand = await brandOf(undefined);
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
      const brand = await brandOf(client);
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
      const brand = await brandOf(client);
      showPage(ctx, ({ device: words }) => ({
        title: words.done,
        body: `<p>${escapeHtml(words.goOnIn(client?.clientName))}</p>`,
        brand,
        // What led here is used up.
        again: null,
      }));
    },
  };

  /** A form without the session that its page was made for; the library would fail to save what it notes in a new one. */
  async function refuseStranger(ctx: Context) {
    ctx.status = 400;
    const brand = await brandOf(undefined);
    showPage(ctx, ({ device: words }) => ({
      title: words.title,
      body: `<p class="problem" role="alert">${words.failed}</p>`,
      brand,
      again: DEVICE_PATH,
    }));
  }

  /**
   * Refuses codes from a network that has sent too many wrong ones, in a form and in an address alike. A form counts before its
   * code is looked at, so that of many at once none slips through; a right one is given back.
   */
  const slowGuessing = (provider: Provider) => async (ctx: Context, next: () => Promise<void>) => {
    // A query costs much to read: none is where no code is typed.
    if (!isAt(ctx, DEVICE_PATH)) return next();
    if (ctx.method !== "POST" && ctx.query["user_code"] === undefined) return next();
    const looks = ctx.method === "POST";
    const wait = looks ? await wrong.take(ipOf(ctx)) : await wrong.wait(ipOf(ctx));
    if (wait === 0) {
      try {
        return looks && !(await hasSession(provider, ctx)) ? await refuseStranger(ctx) : await next();
      } finally {
        if (looks && !guessedWrong.has(ctx)) await wrong.giveBack(ipOf(ctx));
      }
    }
    ctx.status = 429;
    ctx.set("Retry-After", String(wait));
    const brand = await brandOf(undefined);
    showPage(ctx, ({ device: words }) => ({
      title: words.tooMany,
      body: `<p>${words.wait}</p>`,
      brand,
      again: DEVICE_PATH,
    }));
  };

  /**
   * Refuses to start more devices from an address than any household has. What starts none does not count: whose secret is
   * wrong, or whose app may not sign in so, must not keep others behind the same address from it. `slow_down` is for
   * polling at the token endpoint only (RFC 8628 §3.5); here errors are as in RFC 6749 §5.2, and 429 as everywhere else.
   */
  async function slowStarting(ctx: Context, next: () => Promise<void>) {
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
      // Counted beforehand, so that many at once are held up, too.
      if (ctx.status !== 200) await starts.giveBack(ipOf(ctx));
    }
  }

  return { feature, slowGuessing, slowStarting };
}

const hiddenFields = (form: string) => form.match(/<input type="hidden"[^<>]*>/g)?.join("") ?? "";
