import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { ClientRecord } from "../clients";
import { escapeHtml, showPage } from "./hosted-page";
import type { ProtocolWords } from "./protocol-words";

/*
 * The pages that oidc-provider itself shows to people: that a sign-in cannot go on, and signing out.
 */

type Context = KoaContextWithOIDC;

interface Branding {
  /** How a tenant shows itself to its people. */
  appearance: (tenantId: number) => Promise<Appearance>;
  /** What is kept of a client of this provider. */
  recordOf: (client: object | undefined) => ClientRecord;
}

/** The routes that browsers are sent to. */
const pages = new Set([
  "authorization",
  "resume",
  "end_session",
  "end_session_confirm",
  "end_session_success",
  "code_verification",
  "device_resume",
]);

/** What went wrong: on a page where a browser asked, as JSON for machines, whatever they prefer to read. */
export const errorPage =
  (branding: Branding): Configuration["renderError"] =>
  async (ctx, out, error) => {
    if (!pages.has(ctx.oidc?.route ?? "")) return void (ctx.body = out);
    const said = out.error_description ?? error.message;
    const brand = await brandOf(branding, ctx, "error");
    showPage(ctx, ({ cannotGoOn, backToApp }) => ({
      title: cannotGoOn,
      // What the library says is for whoever built the app, in the language of the standard.
      body: `<p lang="en">${escapeHtml(said)}.</p><p>${backToApp}</p>`,
      brand,
    }));
  };

/** Signing out: asks once, without scripts. */
export const logoutFeature = (branding: Branding) => ({
  enabled: true,
  logoutSource: async (ctx: Context, form: string) => {
    const fields = form.replace("</form>", "");
    const brand = await brandOf(branding, ctx, "account");
    showPage(ctx, (words) => ({
      title: words.signOut,
      body: `<p>${escapeHtml(words.signedInTo(enteredName(branding, ctx, words)))}</p>
      ${fields}<button>${words.stay}</button><button class="primary" name="logout" value="yes">${words.leave}</button></form>`,
      brand,
    }));
  },
  postLogoutSuccessSource: async (ctx: Context) => {
    const brand = await brandOf(branding, ctx, "account");
    showPage(ctx, ({ signedOut, close }) => ({ title: signedOut, body: `<p>${close}</p>`, brand }));
  },
});

/** What somebody is signed in to, where one app is in play. */
function enteredName({ recordOf }: Branding, { oidc: { client } }: Context, words: ProtocolWords) {
  if (client && recordOf(client).app?.appId === null) return words.yourAccount;
  return client?.clientName ?? words.yourApps;
}

/** The organization whose app is in play, where one is. */
async function brandOf({ recordOf, appearance: of }: Branding, ctx: Context, page: "account" | "error") {
  const client = ctx.oidc?.client;
  const tenantId = client ? recordOf(client).tenantId : null;
  const appearance = tenantId === null ? null : await of(tenantId);
  return { appearance, poweredBy: appearance?.poweredBy[page] ?? false };
}
