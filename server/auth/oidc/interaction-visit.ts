import { errors, type Provider } from "oidc-provider";
import type { RequestFacts } from "../../kernel/operation/actor";
import type { ClientRecord, FindClient } from "./clients";
import type { AppAddress } from "../sign-in/places";
import { acr, scopeClaims } from "./flows";
import { nodePair } from "./browser-session";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { RequestedApi } from "./api-access";
import type { SignInView } from "../sign-in/view";
import type { People } from "../sessions/people";

/* An interaction of the protocol in one browser: the requesting app and the browser session in which the interaction began. */

/** The protocol's session of a browser. `tenantSession` is the id of the tenant's own session (flows.ts). */
type BrowserSession = InstanceType<Provider["Session"]> & { tenantSession?: number };
type Details = Awaited<ReturnType<Provider["interactionDetails"]>>;
/** A request of one browser to one interaction. */
export interface Visit {
  provider: Provider;
  pair: ReturnType<typeof nodePair>;
  details: Details;
  client: ClientRecord & { tenantId: number; app: NonNullable<ClientRecord["app"]> };
  facts: RequestFacts;
}

/** Dependencies to find interactions. */
export interface InteractionPlaces {
  baseUrl: string;
  provider: () => Provider;
  findClient: FindClient;
  /** Tenant that owns the custom domain; null for the installation's own host. */
  ownerId: number | null;
  /** Returns the client id of an interaction while its row exists. */
  clientOf: (uid: string) => Promise<string | null>;
}

/** Returns the client of an interaction's app, with its organization. Returns null if users do not sign in to this client. */
async function appOf({ findClient }: InteractionPlaces, clientId: unknown) {
  const client = await findClient(String(clientId));
  return client?.app && client.tenantId !== null
    ? { ...client, tenantId: client.tenantId, app: client.app }
    : null;
}

/**
 * Returns this browser's visit to this interaction. Returns null if the interaction has expired or belongs to another
 * browser.
 */
export async function findVisit(
  places: InteractionPlaces,
  request: Request,
  uid: string,
  facts: RequestFacts,
): Promise<Visit | null> {
  const provider = places.provider();
  const pair = nodePair(request, { baseUrl: places.baseUrl, ip: facts.ip });
  try {
    const details = await provider.interactionDetails(pair.req, pair.res);
    const client = details.uid === uid ? await appOf(places, details.params["client_id"]) : null;
    return client && { provider, pair, details, client, facts };
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  }
}

/**
 * Returns the target of the sign-in for which a link was sent. Any browser may open the link, because the link itself
 * authorizes this.
 */
export async function linkedApp(places: InteractionPlaces, uid: string): Promise<AppAddress | null> {
  const provider = places.provider();
  const found = await provider.Interaction.find(uid);
  const client = found ? await appOf(places, found.params["client_id"]) : null;
  return found && client ? addressOf({ provider, client, details: found }) : null;
}

/**
 * Returns the organization of a sign-in that this browser does not take part in: the organization of the app, else the owner
 * of the domain. Returns null if neither is known.
 */
export async function organizationOf(places: InteractionPlaces, uid: string): Promise<number | null> {
  const clientId = await places.clientOf(uid);
  return (clientId === null ? null : await appOf(places, clientId))?.tenantId ?? places.ownerId;
}

/** Returns the requested scopes that this provider defines. */
export const requestedScopes = ({ params }: Details) => {
  const scope = params["scope"];
  return typeof scope === "string" ? scope.split(" ").filter((name) => Object.hasOwn(scopeClaims, name)) : [];
};

/** Returns the target of the sign-in, with the host and the requested strength. */
export function addressOf({
  provider,
  client: { tenantId, app },
  details: { params },
}: Pick<Visit, "provider" | "client"> & { details: Pick<Details, "params"> }): AppAddress {
  const { appId, name } = app;
  const asked = params["acr_values"];
  const wanted = typeof asked === "string" ? asked.split(" ") : [];
  const strong = wanted.includes(acr.multiple) && !wanted.includes(acr.single);
  return { tenantId, app: { appId, name, strong }, baseUrl: provider.issuer };
}

/** Returns the browser session in which the interaction began. It names the tenant's own session (flows.ts). */
export async function browserSession({ provider, details }: Visit): Promise<BrowserSession | undefined> {
  const { uid } = (details.session ?? {}) as { uid?: string };
  return uid === undefined ? undefined : provider.Session.findByUid(uid);
}

/**
 * Removes the signed-in user from the browser session, so that another user can sign in. Keeps the user if the account id equals
 * `unless`.
 */
export async function forget(at: Visit, unless: string | null) {
  const session = await browserSession(at);
  if (!session?.accountId || session.accountId === unless) return;
  // The types of the library declare these properties as required.
  const emptied = session as unknown as Record<string, unknown>;
  for (const field of ["accountId", "authorizations", "loginTs", "amr", "acr", "tenantSession"])
    delete emptied[field];
  await session.persist();
}

/** Target of a sign-in. `appId` is null for the user's own account page. */
export interface EnteredApp {
  appId: number | null;
  name: string;
}

/** Content of a page of the hosted sign-in. */
export interface InteractionView {
  /** The current prompt: sign-in, access decision or consent. */
  prompt: "login" | "access" | "consent";
  tenantId: number;
  /** The organization's name in URLs. */
  slug: string;
  app: EnteredApp;
  /** The user who is signed in so far. */
  account: { email: string | null; name: string | null } | null;
  /** Address to prefill: the one typed before, or the app's `login_hint`. */
  loginHint: string | null;
  /** Branding of the organization. */
  appearance: Appearance;
  /** Scopes that the app requests. */
  scopes: string[];
  /** APIs for which the app requests scopes. Empty before the consent. */
  apis: RequestedApi[];
  /** Names of the claims with data of the user that the organization added for the app. */
  claims: string[];
  /** True if the organization allows users to stay signed in. */
  mayBeRemembered: boolean;
  /** The administrator who acts as the user, and the reason why the app does not open; null if no administrator acts. */
  acting: { by: string; until: Date; why: "elsewhere" | "unagreed" | null } | null;
  /** State of the sign-in; null after the user has signed in. */
  signIn: SignInView | null;
}

/** Content of the page of a link that was sent. */
export interface LinkView {
  app: EnteredApp;
  appearance: Appearance;
  /** The browser that opens the link: the one that requested it, another one that may approve it, or another one that may not. */
  device: "same" | "other" | "barred";
}

/**
 * Returns the administrator who acts as the user in this browser, and the check of flows.ts that failed. Returns null if no
 * administrator acts.
 */
export async function actingIn(people: People, at: Visit, accountId: string) {
  const session = await browserSession(at);
  const acting = (await people.standing(at.client.tenantId, accountId, session?.tenantSession))?.acting;
  if (!acting) return null;
  const { reasons } = at.details.prompt;
  const why = reasons.includes("acting_elsewhere")
    ? ("elsewhere" as const)
    : reasons.includes("acting_unagreed") || at.details.prompt.name === "consent"
      ? ("unagreed" as const)
      : null;
  return { by: acting.by.label, until: acting.until, why };
}
