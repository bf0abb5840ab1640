import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { ClientRecord } from "../clients";
import { escapeHtml, showPage } from "./hosted-page";
import type { ProtocolWords } from "./protocol-words";

/*
 * The pages that oidc-provider itself shows to people: that a sign-in or a sign-out cannot go on, and signing out.
 */

type Context = KoaContextWithOIDC;

interface Branding {
  /** Whose domain it is, which shows that organization's look whatever is asked for; null: the installation's own host. */
  ownerId: number | null;
  /** How a tenant shows itself to its people. */
  appearance: (tenantId: number) => Promise<Appearance>;
  /** What is kept of a client of this provider. */
  recordOf: (client: object | undefined) => ClientRecord;
}

/** The routes that browsers are sent to. */
const signingOut = new Set(["end_session", "end_session_confirm", "end_session_success"]);
const pages = new Set(["authorization", "resume", "code_verification", "device_resume", ...signingOut]);

/** What went wrong: on a page where a browser asked, as JSON for machines, whatever they prefer to read. */
export const errorPage =
  (branding: Branding): Configuration["renderError"] =>
  async (ctx, out, error) => {
    const route = ctx.oidc?.route ?? "";
    if (!pages.has(route)) return void (ctx.body = out);
    const said = String(out.error_description ?? error.message);
    const brand = await brandOf(branding, ctx, "error");
    showPage(ctx, (words) => {
      const [title, advice] = signingOut.has(route)
        ? [words.cannotSignOut, words.signOutAgain]
        : [words.cannotGoOn, words.backToApp];
      const reason = words.reasons[said];
      const why = reason ? `<p>${reason}</p>` : "";
      // What the library says is for whoever built the app, in the language of the standard.
      const exactly = `<p lang="en" class="exactly">${escapeHtml(said)}</p>`;
      return { title, body: `${why}<p>${advice}</p>${exactly}`, brand };
    });
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
    const { client } = ctx.oidc;
    const app = client ? branding.recordOf(client).app : null;
    // Of the account page it is known where it is; an app's people go back to it as they came.
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
 * The page after signing out everywhere is told, too, for which client that was: the library names it only where one stays
 * signed in elsewhere, and the page would be nobody's.
 */
export async function nameSignedOutClient(ctx: Context, next: () => Promise<void>) {
  await next();
  if (ctx.oidc?.route !== "end_session_confirm" || !ctx.oidc.client) return;
  const success = ctx.oidc.urlFor("end_session_success");
  if (ctx.response.get("location") === success)
    ctx.redirect(`${success}?${new URLSearchParams({ client_id: ctx.oidc.client.clientId }).toString()}`);
}

/** What somebody is signed in to, where one app is in play; no app is named that they are not signed in to. */
function enteredName({ recordOf }: Branding, { oidc: { client, session } }: Context, words: ProtocolWords) {
  if (client && recordOf(client).app?.appId === null) return words.yourAccount;
  const entered = client && session?.authorizations?.[client.clientId];
  return (entered && client.clientName) ?? words.yourApps;
}

/** The organization whose app is in play, or whose domain it is, where there is one. */
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
