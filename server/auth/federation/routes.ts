import type { RequestFacts } from "../../kernel/actor";
import type { Database } from "../../store/database";
import type { Outside } from "./outside";
import type { Returned, ReturnOutcome, Road } from "./round-trip";

export interface FederationRoutesDeps {
  baseUrl: string;
  database: Database;
  outside: Outside;
}

/** The answer of a request under /federation. */
export type FederationRoutes = (request: Request, facts: RequestFacts) => Promise<Response>;

const PATH =
  /^\/federation\/([a-z0-9]{1,60})\/(?:(saml)\/(\d{1,15})\/(metadata|acs)|(oidc)\/(\d{1,15})\/(callback))$/;

/** The largest form that a provider may send: a SAML response with room to spare. */
const MOST_FORM = 1_000_000;

/** Where identity providers send people back to, and where they read our metadata. */
export function createFederationRoutes({
  baseUrl,
  database,
  outside,
}: FederationRoutesDeps): FederationRoutes {
  async function roadOf(slug: string): Promise<Road | null> {
    const [row] = await database.sql<{ id: string }[]>`
      select id from tenants where slug = ${slug} and status = 'active'`;
    return row ? { tenantId: Number(row.id), slug } : null;
  }

  return async function answer(request, facts) {
    const url = new URL(request.url);
    const match = PATH.exec(url.pathname);
    if (!match) return plain(404, "There is nothing at this path.");
    const providerId = Number(match[3] ?? match[6]);
    const what = match[4] ?? match[7];
    const road = await roadOf(match[1]!);
    if (!road) return plain(404, "There is nothing at this path.");
    if (request.method !== (what === "acs" ? "POST" : "GET"))
      return plain(405, "This address is not asked so.");
    if (what === "metadata") {
      const xml = await outside.metadata(road, providerId);
      return xml === null
        ? plain(404, "There is nothing at this path.")
        : new Response(xml, { headers: { "content-type": "application/samlmetadata+xml" } });
    }
    const returned = what === "acs" ? await samlForm(request) : { kind: "oidc" as const, url };
    if (!returned) return plain(400, "This is not the answer of an identity provider.");
    const signs = { ...facts, userAgent: request.headers.get("user-agent") };
    return onward(await outside.receive(road, providerId, returned, signs));
  };

  /** Back to the sign-in. Whoever nobody waits for stays where they are: nothing that was sent says where to go. */
  function onward(outcome: ReturnOutcome): Response {
    if (outcome === null)
      return plain(400, "This sign-in has ended or took too long. Go back to the app and sign in again.");
    const { interactionUid, claim } = outcome;
    const to = `${baseUrl}/interaction/${interactionUid}`;
    const location = claim === null ? `${to}?error=outside` : `${to}/outside?claim=${claim}`;
    return new Response(null, {
      status: 303,
      headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
    });
  }
}

/** The form of the HTTP-POST binding (saml-bindings §3.5.4); null where it is none. */
async function samlForm(request: Request): Promise<Returned | null> {
  if (!(Number(request.headers.get("content-length") ?? Infinity) <= MOST_FORM)) return null;
  const form = await request.formData().catch(() => null);
  const [samlResponse, relayState] = [form?.get("SAMLResponse"), form?.get("RelayState")];
  return typeof samlResponse === "string" && typeof relayState === "string"
    ? { kind: "saml", samlResponse, relayState }
    : null;
}

const plain = (status: number, text: string) =>
  new Response(text, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
