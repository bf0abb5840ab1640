import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { ClientRecord } from "./clients";
import { escapeHtml, showPage } from "./hosted-page";
import type { ProtocolWords } from "./protocol-words";

/* Pages of oidc-provider itself: errors of a sign-in or sign-out, and the sign-out. */

type Context = KoaContextWithOIDC;

interface Branding {
  /** Tenant that owns the custom domain, whose branding every page shows; null for the installation's own host. */
  ownerId: number | null;
  /** Returns the branding of a tenant. */
  appearance: (tenantId: number) => Promise<Appearance>;
  /** Returns the stored record of a client of this provider. */
  recordOf: (client: object | undefined) => ClientRecord;
}

/** Routes that browsers open. */
const signingOut = new Set(["end_session", "end_session_confirm", "end_session_success"]);
const pages = new Set(["authorization", "resume", "code_verification", "device_resume", ...signingOut]);

/**
 * Renders errors: as a page on the routes of browsers, as JSON on all others. The Accept header has no
 * effect.
 */
export const errorPage =
  (branding: Branding): Configuration["renderError"] =>
  async (ctx, out, error) => {
    const route = ctx.oidc?.route ?? "";
    if (!pages.has(route)) return void (ctx.body = out);
    const description = String(out.error_description ?? error.message);
    const brand = await brandOf(branding, ctx, "error");
    showPage(ctx, (words) => {
      const [title, advice] = signingOut.has(route)
        ? [words.cannotSignOut, words.signOutAgain]
        : [words.cannotGoOn, words.backToApp];
      const reason = words.reasons[description];
      const why = reason ? `<p>${reason}</p>` : "";
      // The library's text is for the developer of the app, in the language of the standard.
      const exactly = `<p lang="en" class="exactly">${escapeHtml(description)}</p>`;
      return { title, body: `${why}<p>${advice}</p>${exactly}`, brand };
    });
  };

/** Configures the sign-out. It shows one confirmation, without scripts. */
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
    const { client } = ctx.oidc;
    const app = client ? branding.recordOf(client).app : null;
    // The account page has a known address, to which this page links. Users of other apps return to the app themselves.
    const account = app?.appId === null ? app.redirectUris[0] : undefined;
    showPage(ctx, ({ signedOut, close, signInAgain }) => ({
      title: signedOut,
      body: account
        ? `<p>${close}</p><p><a href="${escapeHtml(account)}">${signInAgain}</a></p>`
        : `<p>${close}</p>`,
      brand,
    }));
  },
});

/**
 * Adds the client to the URL of the page after a complete sign-out, so that the page has its branding. The library adds the
 * client only if a session remains elsewhere.
 */
export async function nameSignedOutClient(ctx: Context, next: () => Promise<void>) {
  await next();
  if (ctx.oidc?.route !== "end_session_confirm" || !ctx.oidc.client) return;
  const success = ctx.oidc.urlFor("end_session_success");
  if (ctx.response.get("location") === success)
    ctx.redirect(`${success}?${new URLSearchParams({ client_id: ctx.oidc.client.clientId }).toString()}`);
}

/** Returns the name of the app in the request if the user is signed in to it. Otherwise, returns a general text. */
function enteredName({ recordOf }: Branding, { oidc: { client, session } }: Context, words: ProtocolWords) {
  if (client && recordOf(client).app?.appId === null) return words.yourAccount;
  const entered = client && session?.authorizations?.[client.clientId];
  return (entered && client.clientName) ?? words.yourApps;
}

/** Returns the branding of the organization of the app, or of the owner of the domain, if there is one. */
async function brandOf(
  { ownerId, recordOf, appearance: of }: Branding,
  ctx: Context,
  page: "account" | "error",
) {
  const client = ctx.oidc?.client;
  const tenantId = client ? recordOf(client).tenantId : ownerId;
  const appearance = tenantId === null ? null : await of(tenantId);
  return { appearance, poweredBy: appearance?.poweredBy[page] ?? false };
}
