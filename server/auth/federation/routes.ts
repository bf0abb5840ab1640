import type { RequestFacts } from "../../kernel/operation/actor";
import { BodyEvicted, createBodyMemory } from "../../kernel/http/body-memory";
import { turnNetworkOf } from "../../kernel/http/network";
import type { Database } from "../../store/database";
import { tenantAt, type Sites } from "../browser/sites";
import type { Federation } from "./federation";
import type { TenantRef } from "./admittance";
import type { Answer, Endpoint } from "./protocol";
import type { ReturnOutcome } from "./round-trip";
import { requestRefusals } from "../../kernel/refusals";
import { plainRefusal } from "../browser/plain-refusal";
import { defineRefusals } from "../../kernel/texts/define";

const identityProviderRefusals = defineRefusals("identity_provider", {
  /** The return address was called with another method. */
  address_method_not_allowed: { status: 405, text: "This address is not asked so." },
  answer_malformed: { status: 400, text: "This is not the answer of an identity provider." },
});

export interface FederationRoutesDeps {
  baseUrl: string;
  database: Database;
  federation: Federation;
  sites: Pick<Sites, "isServed">;
}

type AnswerEndpoint = Extract<Endpoint, { readAnswer: unknown }>;

/** Handles a request under /federation. */
export type FederationRoutes = (request: Request, facts: RequestFacts) => Promise<Response>;

/** Slug of the organization, kind and id of the provider, and name of our address. */
const PATH = /^\/federation\/([a-z0-9]{1,60})\/([a-z]{1,20})\/(\d{1,15})\/([a-z]{1,20})$/;

/** Maximum number of bytes of all bodies that are being received. Anyone can send a body. */
const MOST_BODIES = 64 * 400_000;

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
  async function receiveAnswer(
    request: Request,
    endpoint: AnswerEndpoint,
    ip: string | null,
  ): Promise<Answer | Response | null> {
    const url = new URL(request.url);
    if (request.method === "GET") return endpoint.readAnswer(url, null);
    try {
      const bytes = await inTime(request, bodies.receive(request, endpoint.mostBytes, turnNetworkOf(ip)));
      if (bytes instanceof Response) return bytes;
      return endpoint.readAnswer(url, new TextDecoder().decode(bytes ?? undefined));
    } catch (error) {
      if (error instanceof BodyEvicted)
        return closing(plainRefusal(request, requestRefusals.unavailable({ retryAfter: 5 })));
      throw error;
    }
  }

  return async function answer(request, facts) {
    const [, slug, kind, id, address] = PATH.exec(new URL(request.url).pathname) ?? [];
    const endpoint = kind && address ? federation.endpointAt(kind, address) : null;
    const tenantRef = endpoint && slug ? await tenantRefOf(slug) : null;
    if (!tenantRef || !endpoint || !kind) return plainRefusal(request, requestRefusals.path_not_found());
    if (!endpoint.methods.includes(request.method))
      return plainRefusal(request, identityProviderRefusals.address_method_not_allowed());
    const named = { kind, providerId: Number(id) };
    const target = await federation.findTarget(tenantRef, named);
    if ("publish" in endpoint)
      return target ? endpoint.publish(target) : plainRefusal(request, requestRefusals.path_not_found());
    // Checked before the body is read, because a stranger can name any provider.
    if (!target) return closing(await onward(tenantRef, null));
    const returned = await receiveAnswer(request, endpoint, facts.ip);
    if (returned instanceof Response) return returned;
    if (!returned) return plainRefusal(request, identityProviderRefusals.answer_malformed());
    const signs = { ...facts, userAgent: request.headers.get("user-agent") };
    return onward(tenantRef, await federation.receive(tenantRef, named, returned, signs));
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
