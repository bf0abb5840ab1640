import type { Provider } from "oidc-provider";
import type { RequestFacts, TenantActor } from "../../kernel/operation/actor";
import { accountClientId } from "../../kernel/http/client-id";
import type { Database } from "../../store/database";
import { acr } from "../oidc/flows";
import { nodePair } from "../oidc/browser-session";
import type { People } from "../sessions/people";
import { tenantAt, type Site } from "../browser/sites";
import { personActor } from "../sessions/actors";

/*
 * The account page is a relying party of the same provider: a visitor without a session is redirected to /authorize and returns.
 * It needs no token (response_type none, OAuth 2.0 Multiple Response Type Encoding Practices §4), because on this origin it can
 * read the browser session itself.
 */

/** A visitor of an organization's account page. */
export type Visit =
  | { state: "unknown" }
  | { state: "signed_out"; tenantId: number; signIn: string }
  /**
   * The visitor is an administrator who acts as the user for one app only. `refusal` is the address of the page that states this.
   */
  | { state: "acting_elsewhere"; tenantId: number; refusal: string }
  | {
      state: "here";
      actor: TenantActor;
      person: { userId: number; email: string | null; name: string | null };
    };

interface VisitDeps {
  site: Site;
  database: Database;
  provider: () => Provider;
  people: People;
}

type BrowserSession = InstanceType<Provider["Session"]> & { tenantSession?: number };

export function createAccountVisits({ site, database, provider, people }: VisitDeps) {
  const { baseUrl } = site;
  const tenantOf = (slug: string) => tenantAt(database, site, slug);

  /** Returns the browser's session at the provider. Its user may be of any organization. */
  async function browserSession(cookies: string | null): Promise<BrowserSession> {
    const request = new Request(`${baseUrl}/account`, { headers: cookies ? { cookie: cookies } : {} });
    const { req, res } = nodePair(request, { baseUrl, ip: null });
    const at = provider();
    return at.Session.get(at.createContext(req, res));
  }

  /**
   * Returns the URL of a sign-in that redirects back to the account page. If `anew` is true, the sign-in is demanded also from a
   * signed-in user, and the second factor also on a trusted device.
   */
  function signInAddress(tenantId: number, slug: string, { anew = false, hint = "", state = "" } = {}) {
    const address = new URL("/authorize", baseUrl);
    address.search = new URLSearchParams({
      client_id: accountClientId(tenantId),
      response_type: "none",
      scope: "openid",
      redirect_uri: `${baseUrl}/account/${slug}`,
      ...(anew && { prompt: "login", acr_values: acr.multiple }),
      ...(hint && { login_hint: hint }),
      ...(state && { state }),
    }).toString();
    return `${address.pathname}${address.search}`;
  }

  return {
    signInAddress,

    /** Returns the address of the sign-out from this organization's session. */
    signOutAddress: (tenantId: number) => `/end_session?client_id=${accountClientId(tenantId)}`,

    /**
     * Returns the current user of this browser in this organization. An ended session, a locked or suspended user, and a session
     * of another organization count as signed out. An administrator who acts as the user for an app has no account page. `page`
     * is the page to come back to.
     */
    visit: async (slug: string, cookies: string | null, facts: RequestFacts, page = ""): Promise<Visit> => {
      const tenantId = await tenantOf(slug);
      if (tenantId === null) return { state: "unknown" };
      const signIn = signInAddress(tenantId, slug, { state: page });
      const signedOut: Visit = { tenantId, state: "signed_out", signIn };
      const { accountId, tenantSession } = await browserSession(cookies);
      const standing = accountId ? await people.standing(tenantId, accountId, tenantSession) : null;
      if (!accountId || !standing) return signedOut;
      // The provider opens only the app of the permission. For the account page, /authorize shows the reason (oidc/flows.ts).
      if (standing.acting && standing.acting.appId !== null)
        return { tenantId, state: "acting_elsewhere", refusal: signIn };
      const person = await people.find(tenantId, accountId);
      if (!person) return signedOut;
      return {
        state: "here",
        person,
        actor: personActor({
          tenantId,
          person,
          sessionId: tenantSession ?? null,
          actedBy: standing.acting?.by,
          facts,
        }),
      };
    },
  };
}

export type AccountVisits = ReturnType<typeof createAccountVisits>;
