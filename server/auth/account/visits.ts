import type { Provider } from "oidc-provider";
import type { RequestFacts, TenantActor } from "../../kernel/operation/actor";
import { accountClientId } from "../../kernel/http/client-id";
import type { Database } from "../../store/database";
import { acr } from "../oidc/flows";
import { nodePair } from "../oidc/node-pair";
import type { People } from "../oidc/people";
import { tenantAt, type Site } from "../sites";
import { personActor } from "./person-actor";

/*
 * The account page is a relying party of the same provider: a visitor without a session is redirected to /authorize and returns.
 * It needs no token (response_type none, OAuth 2.0 Multiple Response Type Encoding Practices §4), because on this origin it can
 * read the browser session itself.
 */

/** A visitor of an organization's account page. */
export type Visit =
  | { state: "unknown" }
  | { state: "signed_out"; tenantId: number; signIn: string }
  /** An administrator acts as the user for one app only. `refusal` is the page that states this. */
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

  /** Returns the protocol's session of this browser, for any user. */
  async function browserSession(cookies: string | null): Promise<BrowserSession> {
    const request = new Request(`${baseUrl}/account`, { headers: cookies ? { cookie: cookies } : {} });
    const { req, res } = nodePair(request, { baseUrl, ip: null });
    const at = provider();
    return at.Session.get(at.createContext(req, res));
  }

  /**
   * Returns the address of a sign-in that comes back to the account page. `anew` demands a new sign-in also from signed-in users,
   * with the second factor also on trusted devices.
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
      // The protocol refuses the account page like every app outside of the permission (oidc/flows.ts), and shows the reason.
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
