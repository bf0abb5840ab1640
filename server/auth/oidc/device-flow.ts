import { RateLimiterMemory } from "rate-limiter-flexible";
import type { KoaContextWithOIDC } from "oidc-provider";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { ClientRecord } from "../clients";
import { escapeHtml, hostedPage } from "./hosted-page";
import { spokenTo } from "./page-words";

/*
 * Signing in on a device without a browser (RFC 8628): the device shows a code, the person types it here and signs in as
 * ever. Only for apps that allow it, in tenants that allow it (registry.ts leaves the grant type out of all others).
 */

type Context = KoaContextWithOIDC;

/** Where people type the code. */
export const DEVICE_PATH = "/device";

/** Of twenty letters each, without vowels, so that no word comes of it: 34 bits for ten minutes (RFC 8628 §6.1). */
const CODE = { charset: "base-20", mask: "****-****" } as const;

/** Wrong codes from one address in this time (RFC 8628 §5.1): one in 10⁹ to hit one of a hundred that are open. */
const WRONG_CODES = 20;
const WINDOW_SECONDS = 600;

export interface DevicePages {
  recordOf: (client: object | undefined) => ClientRecord;
  appearance: (tenantId: number) => Promise<Appearance>;
  ipOf: (ctx: Context) => string | null;
}

/** What is said of the library's refusals. */
const refusals: Partial<Record<string, "noSuchCode" | "expiredCode" | "usedCode" | "typeCode">> = {
  NotFoundError: "noSuchCode",
  ExpiredError: "expiredCode",
  AlreadyUsedError: "usedCode",
  NoCodeError: "typeCode",
};

/** The feature's configuration, and the middleware that slows down whoever guesses codes. */
export function createDeviceFlow({ recordOf, appearance, ipOf }: DevicePages) {
  const wrong = new RateLimiterMemory({ points: WRONG_CODES, duration: WINDOW_SECONDS });
  const keyOf = (ctx: Context) => ipOf(ctx) ?? "?";

  const brandOf = async (client: object | undefined) => {
    const { tenantId } = recordOf(client);
    const found = tenantId === null ? null : await appearance(tenantId);
    return { appearance: found, poweredBy: found?.poweredBy.consent ?? false };
  };

  const feature = {
    enabled: true,
    ...CODE,
    // `form` is the library's: its hidden field against forged requests is kept, its looks are not.
    userCodeInputSource: async (ctx: Context, form: string, _out?: object, error?: Error) => {
      if (error?.name === "NotFoundError") await wrong.penalty(keyOf(ctx));
      ctx.type = "html";
      const spoken = spokenTo(ctx);
      const { say } = spoken;
      if (error?.name === "AbortedError") {
        ctx.body = hostedPage(say.deviceRefused, `<p>${say.deviceRefusedHint}</p>`, undefined, spoken);
        return;
      }
      const known = error && say[refusals[error.name] ?? "startAgain"];
      const shown = (error as { userCode?: string } | undefined)?.userCode ?? "";
      ctx.body = hostedPage(
        say.device,
        `${known ? `<p class="problem" role="alert">${known}</p>` : `<p>${say.typeCode}</p>`}
        <form method="post" action="${DEVICE_PATH}">${hiddenFields(form)}
        <label for="code">${say.code}</label>
        <input id="code" type="text" name="user_code" value="${escapeHtml(shown.slice(0, 40))}" maxlength="40" required autofocus
          autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="XXXX-XXXX">
        <button class="primary">${say.goOn}</button></form>`,
        undefined,
        spoken,
      );
    },
    userCodeConfirmSource: async (
      ctx: Context,
      form: string,
      client: { clientName?: string | undefined },
      _device: object,
      code: string,
    ) => {
      ctx.type = "html";
      const spoken = spokenTo(ctx);
      const { say } = spoken;
      ctx.body = hostedPage(
        say.confirmDevice(client.clientName ?? say.thisApp),
        `<p>${say.confirmHint}</p>
        <p class="code">${escapeHtml(code)}</p>
        <form method="post" action="${DEVICE_PATH}">${hiddenFields(form)}
        <button name="abort" value="yes">${say.notMe}</button>
        <button class="primary">${say.myDevice}</button></form>`,
        await brandOf(client),
        spoken,
      );
    },
    successSource: async (ctx: Context) => {
      ctx.type = "html";
      const spoken = spokenTo(ctx);
      const { say } = spoken;
      ctx.body = hostedPage(
        say.deviceDone,
        `<p>${say.deviceDoneHint(escapeHtml(ctx.oidc.client?.clientName ?? say.theApp))}</p>`,
        await brandOf(ctx.oidc.client),
        spoken,
      );
    },
  };

  /** Refuses to look at codes from an address that has sent too many wrong ones. */
  async function slowGuessing(ctx: Context, next: () => Promise<void>) {
    if (ctx.path !== DEVICE_PATH || ctx.method !== "POST") return next();
    const state = await wrong.get(keyOf(ctx));
    if (!state || state.consumedPoints < WRONG_CODES) return next();
    ctx.status = 429;
    ctx.set("Retry-After", String(Math.max(1, Math.ceil(state.msBeforeNext / 1_000))));
    ctx.type = "html";
    const spoken = spokenTo(ctx);
    ctx.body = hostedPage(spoken.say.tooMany, `<p>${spoken.say.tooManyHint}</p>`, undefined, spoken);
  }

  return { feature, slowGuessing };
}

const hiddenFields = (form: string) => form.match(/<input type="hidden"[^>]*>/g)?.join("") ?? "";
