import { LRUCache } from "lru-cache";
import { createExecute } from "../kernel/execute";
import type { Ports } from "../kernel/ports";
import type { Stores } from "../kernel/store";
import type { Database } from "../store/database";
import { createAccount } from "./account/account";
import { createAccountVisits } from "./account/visits";
import { clientsOf, createClients } from "./clients";
import { createEmailLinks } from "./email-links/email-links";
import type { Background } from "./email-links/background";
import type { EmailLinkLimits } from "./email-links/limits";
import type { Federation } from "./federation/federation";
import { clientOfInteraction, createAdapterFactory } from "./oidc/adapter";
import { createDeviceRenewal } from "./oidc/device-cookie";
import { createOidcHandler } from "./oidc/handler";
import { createInteractions } from "./oidc/interaction";
import type { ProviderDeps } from "./oidc/provider";
import type { RowBudget } from "./row-budget";
import type { AppSignIn } from "./sign-in/app";
import type { CustomSite, Site } from "./sites";

/** What all hosts share; a limit that counts guesses counts them wherever they are made. */
export interface HostedDeps extends Omit<
  ProviderDeps,
  "baseUrl" | "ownerId" | "adapter" | "findClient" | "execute"
> {
  database: Database;
  stores: Stores;
  ports: Ports;
  signIn: AppSignIn;
  federation: Federation;
  doorLimits: EmailLinkLimits;
  /** Bounds what anonymous requests have the provider keep. */
  rowBudget: RowBudget;
  background: Background;
}

/**
 * What people are shown and apps talk to at one host: an OpenID Connect issuer of its own, with the pages that belong to it. On
 * a custom domain it knows one organization and nobody else.
 */
export function createHosted(deps: HostedDeps, site: Site) {
  const { database, stores, people, appearance, signIn, federation, background } = deps;
  const { baseUrl, tenant } = site;
  const domain = tenant === null ? null : new URL(baseUrl).hostname;
  // Links in mails, and the passkeys that somebody makes, belong to this host; administrators' links do not (ownUrl).
  const ports: Ports = { ...deps.ports, installation: { ...deps.ports.installation, baseUrl } };
  const execute = createExecute(stores, ports);
  const allClients = createClients(database, ports.settings, baseUrl);
  const findClient = tenant === null ? allClients : clientsOf(tenant.tenantId, allClients);
  const { handle: oidc, provider } = createOidcHandler({
    ...deps,
    ...{ baseUrl, ownerId: tenant?.tenantId ?? null, execute, findClient },
    // Tokens of the management interface are not this issuer's.
    tokens: tenant === null ? deps.tokens : { ...deps.tokens, verify: () => Promise.resolve(null) },
    adapter: createAdapterFactory(database, ports.vault, domain, deps.rowBudget),
  });
  return {
    /** The address of this host. */
    baseUrl,
    /** Where administrators sign in, as a page of this host leads there: the console is at the installation's own. */
    consoleSignIn: tenant === null ? "/sign-in" : `${deps.ports.installation.baseUrl}/sign-in`,
    provider,
    findClient,
    /** The OAuth endpoints. */
    oidc,
    /** The steps of people's sign-ins to apps. */
    interactions: createInteractions({
      ...{ baseUrl, provider, findClient, people, signIn, federation, execute, appearance },
      ownerId: tenant?.tenantId ?? null,
      clientOf: (uid) => clientOfInteraction(database, uid, domain),
      renewDevice: createDeviceRenewal(database),
      slugOf: async (tenantId) => (await ports.tenantRecord(tenantId)).slug,
    }),
    /** What people see and do about their own account. */
    account: createAccount({
      ...{ baseUrl, execute },
      visits: createAccountVisits({ site, database, provider, people }),
    }),
    /** What people come through who are not signed in: a forgotten password, an invitation. */
    emailLinks: createEmailLinks({
      ...{ site, database, stores, ports, execute },
      limits: deps.doorLimits,
      later: background.later,
    }),
  };
}

export type Hosted = ReturnType<typeof createHosted>;

/** Hosts that are kept ready at once, about 230 KB each; any other one is made ready, in some milliseconds, when it is asked for. */
const READY_HOSTS = 200;

/** The hosted pages of every host. */
export function createHosts(deps: HostedDeps, own: Site) {
  const ready = new LRUCache<string, Hosted>({ max: READY_HOSTS });
  const main = createHosted(deps, own);
  return {
    /** The installation's own. */
    main,
    /** Those of an organization's own domain. */
    at: (site: CustomSite): Hosted => {
      // Whose it is belongs to the key: a domain can change hands.
      const key = JSON.stringify(site);
      const before = ready.get(key);
      if (before) return before;
      const made = createHosted(deps, site);
      ready.set(key, made);
      return made;
    },
  };
}
