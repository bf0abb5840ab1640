import type { Provider } from "oidc-provider";
import type { RequestFacts, TenantActor } from "../../kernel/actor";
import { accountClientId } from "../../kernel/client-id";
import type { Database } from "../../store/database";
import { acr } from "../oidc/flows";
import { nodePair } from "../oidc/node-pair";
import type { People } from "../oidc/people";
import { tenantAt, type Site } from "../sites";
import { personActor } from "./person-actor";

/*
 * The account page is a relying party of the same provider: whoever has no session here is sent to /authorize and comes
 * back. It needs no token (response_type none, OAuth 2.0 Multiple Response Type Encoding Practices §4), because on this
 * origin it can ask for the browser session itself.
 */

/** A visitor of an organization's account page. */
export type Visit =
  | { state: "unknown" }
  | { state: "signed_out"; tenantId: number; signIn: string }
  /** An administrator acts as the person for one app alone; `refusal` is where they are told. */
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

  /** The protocol's session of this browser, whosever it is. */
  async function browserSession(cookies: string | null): Promise<BrowserSession> {
    const request = new Request(`${baseUrl}/account`, { headers: cookies ? { cookie: cookies } : {} });
    const { req, res } = nodePair(request, { baseUrl, ip: null });
    const at = provider();
    return at.Session.get(at.createContext(req, res));
  }

  /**
   * Where to sign in, to come back to the account page; `anew` also asks those who are signed in, and for their second factor on
   * trusted devices, too.
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

    /** Where to sign out, of this organization's session. */
    signOutAddress: (tenantId: number) => `/end_session?client_id=${accountClientId(tenantId)}`,

    /**
     * Who this browser's person is in this organization, as of now: a session that was ended, a person who was locked or
     * suspended, and a session of another organization are all as if there were none. Who acts as the person for an app has no account
     * page. `page`: where to come back to.
     */
    visit: async (slug: string, cookies: string | null, facts: RequestFacts, page = ""): Promise<Visit> => {
      const tenantId = await tenantOf(slug);
      if (tenantId === null) return { state: "unknown" };
      const signIn = signInAddress(tenantId, slug, { state: page });
      const signedOut: Visit = { tenantId, state: "signed_out", signIn };
      const { accountId, tenantSession } = await browserSession(cookies);
      const standing = accountId ? await people.standing(tenantId, accountId, tenantSession) : null;
      if (!accountId || !standing) return signedOut;
      // The protocol refuses the account page like every app that it was not granted for (oidc/flows.ts), and says why.
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
