import { errors, type Provider } from "oidc-provider";
import type { RequestFacts } from "../../kernel/actor";
import type { ClientRecord, FindClient } from "../clients";
import type { AppAddress } from "../sign-in/places";
import { acr, scopeClaims } from "./flows";
import { nodePair } from "./node-pair";

/*
 * An interaction of the protocol as one browser is in it: the app that asked, and the browser session that it began in.
 */

/** The protocol's session of a browser, which names the tenant's own (flows.ts). */
type BrowserSession = InstanceType<Provider["Session"]> & { tenantSession?: number };
type Details = Awaited<ReturnType<Provider["interactionDetails"]>>;
/** One browser at one interaction. */
export interface Visit {
  provider: Provider;
  pair: ReturnType<typeof nodePair>;
  details: Details;
  client: ClientRecord & { tenantId: number; app: NonNullable<ClientRecord["app"]> };
  facts: RequestFacts;
}

/** Where interactions are found. */
export interface InteractionPlaces {
  baseUrl: string;
  provider: () => Provider;
  findClient: FindClient;
  /** Whose domain it is; null: the installation's own host. */
  ownerId: number | null;
  /** The client whose sign-in an interaction is or was, as long as that is kept. */
  clientOf: (uid: string) => Promise<string | null>;
}

/** Finds interactions, by the browser that is in them or by a link. */
export function createVisits({
  baseUrl,
  provider: current,
  findClient,
  ownerId,
  clientOf,
}: InteractionPlaces) {
  /** The app that an interaction is about, with its organization; null where people do not sign in to it. */
  async function appOf(clientId: unknown) {
    const client = await findClient(String(clientId));
    return client?.app && client.tenantId !== null
      ? { ...client, tenantId: client.tenantId, app: client.app }
      : null;
  }

  return {
    /** This browser at this interaction; null where it has expired or is another browser's. */
    visit: async (request: Request, uid: string, facts: RequestFacts): Promise<Visit | null> => {
      const provider = current();
      const pair = nodePair(request, { baseUrl, ip: facts.ip });
      try {
        const details = await provider.interactionDetails(pair.req, pair.res);
        const client = details.uid === uid ? await appOf(details.params["client_id"]) : null;
        return client && { provider, pair, details, client, facts };
      } catch (error) {
        if (error instanceof errors.SessionNotFound) return null;
        throw error;
      }
    },

    /** The sign-in that a link was sent for, from any browser: whoever has the link knows it. */
    linked: async (uid: string) => {
      const found = await current().Interaction.find(uid);
      return found ? appOf(found.params["client_id"]) : null;
    },

    /** Whose a sign-in is, or was, that this browser is not in: of the app that asked, else of the domain; null: nobody knows. */
    organizationOf: async (uid: string): Promise<number | null> => {
      const clientId = await clientOf(uid);
      return (clientId === null ? null : await appOf(clientId))?.tenantId ?? ownerId;
    },
  };
}

/** What the app asks for, as far as it is known here. */
export const requestedScopes = ({ params }: Details) => {
  const scope = params["scope"];
  return typeof scope === "string" ? scope.split(" ").filter((name) => Object.hasOwn(scopeClaims, name)) : [];
};

/** What is signed in to and where, and how strongly the app asks for it. */
export function addressOf({ provider, client: { tenantId, app }, details: { params } }: Visit): AppAddress {
  const { appId, name } = app;
  const asked = params["acr_values"];
  const wanted = typeof asked === "string" ? asked.split(" ") : [];
  const strong = wanted.includes(acr.multiple) && !wanted.includes(acr.single);
  return { tenantId, app: { appId, name, strong }, baseUrl: provider.issuer };
}

/** The browser session that the interaction began in, which names the tenant's own (flows.ts). */
export async function browserSession({ provider, details }: Visit): Promise<BrowserSession | undefined> {
  const { uid } = (details.session ?? {}) as { uid?: string };
  return uid === undefined ? undefined : provider.Session.findByUid(uid);
}

/** Takes the person who was signed in out of the browser session, so that another can come in their place. */
export async function forget(at: Visit, unless: string | null) {
  const session = await browserSession(at);
  if (!session?.accountId || session.accountId === unless) return;
  // The types of the library declare these properties as required.
  const emptied = session as unknown as Record<string, unknown>;
  for (const field of ["accountId", "authorizations", "loginTs", "amr", "acr", "tenantSession"])
    delete emptied[field];
  await session.persist();
}
