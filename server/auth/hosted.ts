import { LRUCache } from "lru-cache";
import { createExecute } from "../kernel/operation/execute";
import type { Ports } from "../kernel/operation/ports";
import type { Stores } from "../kernel/operation/store";
import type { Database } from "../store/database";
import { createAccount } from "./account/account";
import { createAccountVisits } from "./account/visits";
import { clientsOf, createClients } from "./oidc/clients";
import { createEmailLinks, type Background, type EmailLinkLimits } from "./email-links/email-links";
import type { Federation } from "./federation/federation";
import { clientOfInteraction, createAdapterFactory } from "./oidc/adapter";
import { createAppOrigins } from "./oidc/cors";
import { createDeviceTokens } from "./browser/device-cookie";
import { createOidcHandler } from "./oidc/handler";
import { createInteractions } from "./oidc/interaction";
import type { ProviderDeps } from "./oidc/provider";
import type { RowBudget } from "./limits/row-budget";
import type { AppSignIn } from "./sign-in/app";
import type { Counters } from "../kernel/concurrency/counters";
import type { CustomSite, Site } from "./browser/sites";

/** Dependencies that all hosts share. A limit on guesses therefore counts the guesses at all hosts together. */
export interface HostedDeps extends Omit<
  ProviderDeps,
  "baseUrl" | "ownerId" | "adapter" | "findClient" | "isAppOrigin" | "execute"
> {
  database: Database;
  stores: Stores;
  ports: Ports;
  signIn: AppSignIn;
  federation: Federation;
  counters: Counters;
  doorLimits: EmailLinkLimits;
  /** Limits the rows that anonymous requests create in the provider. */
  rowBudget: RowBudget;
  background: Background;
}

/**
 * Creates the pages and endpoints of one host: an OpenID Connect issuer of its own with its pages. A custom domain serves only
 * one organization.
 */
function createHosted(deps: HostedDeps, site: Site) {
  const { database, counters, stores, people, appearance, signIn, federation, background } = deps;
  const { baseUrl, tenant } = site;
  const domain = tenant === null ? null : new URL(baseUrl).hostname;
  // Links in mails and new passkeys use this host. Links for administrators use the installation's own host (ownUrl).
  const ports: Ports = { ...deps.ports, installation: { ...deps.ports.installation, baseUrl } };
  const execute = createExecute(stores, ports);
  const allClients = createClients(database, ports.settings, baseUrl);
  const findClient = tenant === null ? allClients : clientsOf(tenant.tenantId, allClients);
  const { handle: oidc, provider } = createOidcHandler({
    ...deps,
    baseUrl,
    ownerId: tenant?.tenantId ?? null,
    execute,
    findClient,
    isAppOrigin: createAppOrigins(database, tenant?.tenantId ?? null),
    // A custom domain does not accept tokens of the management interface.
    tokens: tenant === null ? deps.tokens : { ...deps.tokens, verify: () => Promise.resolve(null) },
    adapter: createAdapterFactory(database, ports.vault, domain, deps.rowBudget),
  });
  return {
    /** Base URL of this host. */
    baseUrl,
    /** Address of the sign-in of administrators. The console is at the installation's own host. */
    consoleSignIn: tenant === null ? "/sign-in" : `${deps.ports.installation.baseUrl}/sign-in`,
    provider,
    findClient,
    /** The OAuth endpoints. */
    oidc,
    /** The steps of users' sign-ins to apps. */
    interactions: createInteractions({
      baseUrl,
      provider,
      findClient,
      counters,
      people,
      apis: deps.apis,
      signIn,
      federation,
      execute,
      appearance,
      ownerId: tenant?.tenantId ?? null,
      clientOf: (uid) => clientOfInteraction(database, uid, domain),
      devices: createDeviceTokens(database, domain),
      slugOf: async (tenantId) => (await ports.tenantRecord(tenantId)).slug,
    }),
    /** The pages of users' own accounts. */
    account: createAccount({
      baseUrl,
      execute,
      visits: createAccountVisits({ site, database, provider, people }),
    }),
    /** The pages for people who are not signed in: a forgotten password, an invitation. */
    emailLinks: createEmailLinks({
      site,
      database,
      stores,
      ports,
      execute,
      limits: deps.doorLimits,
      later: background.later,
    }),
  };
}

export type Hosted = ReturnType<typeof createHosted>;

/** Maximum number of cached hosts, about 230 KB each. Other hosts are created on request, in some milliseconds. */
const READY_HOSTS = 200;

/** Creates the cache of the hosted pages of all hosts. */
export function createHosts(deps: HostedDeps, own: Site) {
  const ready = new LRUCache<string, Hosted>({ max: READY_HOSTS });
  const main = createHosted(deps, own);
  return {
    /** The installation's own host. */
    main,
    /** Returns the host of an organization's own domain. */
    at: (site: CustomSite): Hosted => {
      // The key contains the organization, because the owner of a domain can change.
      const key = JSON.stringify(site);
      const before = ready.get(key);
      if (before) return before;
      const made = createHosted(deps, site);
      ready.set(key, made);
      return made;
    },
  };
}
