import type { RequestFacts } from "../../kernel/operation/actor";
import { BodyEvicted, createBodyMemory } from "../../kernel/http/body-memory";
import { turnNetworkOf } from "../../kernel/http/network";
import type { Database } from "../../store/database";
import { tenantAt, type Sites } from "../sites";
import type { ProviderRecord } from "../../domain/federation/providers";
import type { Federation } from "./federation";
import type { Returned, ReturnOutcome, TenantRef } from "./round-trip";
import { identityProviderRefusals } from "../../kernel/refusals/identity-providers";
import { requestRefusals } from "../../kernel/refusals/requests";
import { plainRefusal } from "../plain-refusal";

export interface FederationRoutesDeps {
  baseUrl: string;
  database: Database;
  federation: Federation;
  sites: Pick<Sites, "isServed">;
}

/** Handles a request under /federation. */
export type FederationRoutes = (request: Request, facts: RequestFacts) => Promise<Response>;

const PATH =
  /^\/federation\/([a-z0-9]{1,60})\/(?:(saml)\/(\d{1,15})\/(metadata|acs)|(oidc)\/(\d{1,15})\/(callback))$/;

/** Maximum length in bytes of a SAML form. A usual response is much smaller. */
const MOST_FORM = 400_000;

/** Maximum length in bytes of an OpenID Connect answer in a form. */
const MOST_ANSWER = 32_000;

/** Maximum number of bytes of all bodies that are being received. Anyone can send a body. */
const MOST_BODIES = 64 * MOST_FORM;

/** Maximum time in milliseconds for receiving a body. */
const LONGEST_BODY_MS = 20_000;

/** Creates the endpoints to which identity providers redirect people, and from which they read our metadata. */
export function createFederationRoutes({
  baseUrl,
  database,
  federation,
  sites,
}: FederationRoutesDeps): FederationRoutes {
  async function tenantRefOf(slug: string): Promise<TenantRef | null> {
    const tenantId = await tenantAt(database, { tenant: null }, slug);
    return tenantId === null ? null : { tenantId, slug };
  }

  const bodies = createBodyMemory({ most: MOST_BODIES });

  /** Returns the answer of a provider. Returns null if the request contains none, or a response if its body is refused. */
  async function received(
    request: Request,
    kind: ProviderRecord["kind"],
    ip: string | null,
  ): Promise<Returned | Response | null> {
    const isSaml = kind === "saml";
    if (request.method === "GET") return isSaml ? null : { kind: "oidc", url: new URL(request.url) };
    try {
      const limit = isSaml ? MOST_FORM : MOST_ANSWER;
      const bytes = await inTime(request, bodies.receive(request, limit, turnNetworkOf(ip)));
      if (bytes instanceof Response) return bytes;
      const text = new TextDecoder().decode(bytes ?? undefined);
      return isSaml ? samlForm(text) : oidcAnswer(request, text);
    } catch (error) {
      if (error instanceof BodyEvicted)
        return closing(plainRefusal(request, requestRefusals.unavailable({ retryAfter: 5 })));
      throw error;
    }
  }

  return async function answer(request, facts) {
    const url = new URL(request.url);
    const match = PATH.exec(url.pathname);
    if (!match) return plainRefusal(request, requestRefusals.path_not_found());
    const providerId = Number(match[3] ?? match[6]);
    const what = match[4] ?? match[7];
    const tenantRef = await tenantRefOf(match[1]!);
    if (!tenantRef) return plainRefusal(request, requestRefusals.path_not_found());
    if (!methods[what as keyof typeof methods].includes(request.method))
      return plainRefusal(request, identityProviderRefusals.address_method_not_allowed());
    if (what === "metadata") {
      const xml = await federation.metadata(tenantRef, providerId);
      return xml === null
        ? plainRefusal(request, requestRefusals.path_not_found())
        : new Response(xml, { headers: { "content-type": "application/samlmetadata+xml" } });
    }
    const kind = what === "acs" ? "saml" : "oidc";
    // Checked before the body is read, because a stranger can name any provider.
    if (!(await federation.hasProvider(tenantRef, providerId, kind)))
      return closing(await onward(tenantRef, null));
    const returned = await received(request, kind, facts.ip);
    if (returned instanceof Response) return returned;
    if (!returned) return plainRefusal(request, identityProviderRefusals.answer_malformed());
    const signs = { ...facts, userAgent: request.headers.get("user-agent") };
    return onward(tenantRef, await federation.receive(tenantRef, providerId, returned, signs));
  };

  /**
   * Redirects to the sign-in at the host where it began. A custom domain is used only while the organization owns it. The target
   * never depends on data in the answer.
   */
  async function onward({ tenantId }: TenantRef, outcome: ReturnOutcome): Promise<Response> {
    const left = outcome?.baseUrl ?? baseUrl;
    const back = left === baseUrl || (await sites.isServed(left, tenantId)) ? left : baseUrl;
    return new Response(null, {
      status: 303,
      headers: {
        location: `${back}/interaction/${pathOf(outcome)}`,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      },
    });
  }
}

/** Returns the path of the page below /interaction. If no sign-in waits for the answer, it is the page of an expired sign-in. */
function pathOf(outcome: ReturnOutcome): string {
  if (outcome === null) return "expired";
  const { interactionUid, claim } = outcome;
  return claim === null ? `${interactionUid}?error=outside` : `${interactionUid}/outside?claim=${claim}`;
}

/** Methods of each address. A provider may answer with a form (OAuth 2.0 Form Post Response Mode), as Apple does. */
const methods = { metadata: ["GET"], acs: ["POST"], callback: ["GET", "POST"] };

/** Returns a provider's answer in a form as a URL. The fields of the form become its query. */
function oidcAnswer(request: Request, text: string): Returned {
  const url = new URL(request.url);
  url.search = text;
  return { kind: "oidc", url };
}

/** Returns the fields of the HTTP-POST binding (saml-bindings §3.5.4); null if one is missing. */
function samlForm(text: string): Returned | null {
  const form = new URLSearchParams(text);
  const [samlResponse, relayState] = [form.get("SAMLResponse"), form.get("RelayState")];
  return samlResponse !== null && relayState !== null ? { kind: "saml", samlResponse, relayState } : null;
}

/** Ends the connection after an answer, because the rest of the request's body is not read (RFC 9110 §15.5.14). */
function closing(response: Response): Response {
  response.headers.set("connection", "close");
  return response;
}

/** Returns the result of `reading`, or a refusal after LONGEST_BODY_MS. */
async function inTime<T>(request: Request, reading: Promise<T>): Promise<T | Response> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Response>((resolve) => {
    timer = setTimeout(
      () => resolve(closing(plainRefusal(request, requestRefusals.body_too_slow()))),
      LONGEST_BODY_MS,
    );
  });
  // The connection ends after the refusal, so the reading fails. Its error is ignored.
  reading.catch(() => {});
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
