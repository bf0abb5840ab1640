import type { Logger } from "pino";
import type { Config } from "../edge/config";
import type { Actor, RequestFacts } from "../kernel/operation/actor";
import { readAppearance } from "../domain/tenant-config/tenant-config";
import { createExecute } from "../kernel/operation/execute";
import type { Ports } from "../kernel/operation/ports";
import type { Stores } from "../kernel/operation/store";
import { deriveKey } from "../ports/vault";
import type { Counters } from "../kernel/concurrency/counters";
import type { Database } from "../store/database";
import { createActAs } from "./act-as/act-as";
import { createAccessTokens } from "./oidc/access-tokens";
import { createBearerAuth } from "./oidc/bearer";
import { actorOf } from "./sessions/actors";
import { createConsoleAuth } from "./console-auth";
import { createConsoleSessions, type ConsoleSession } from "./sessions/console-session";
import { createBackground, createEmailLinkLimits } from "./email-links/email-links";
import { createFederation } from "./federation/federation";
import type { Reach } from "./federation/protocol";
import { createFederationRoutes } from "./federation/routes";
import { createHosts } from "./hosted";
import { createNextAuthOptions, sessionCookieName } from "./next-auth";
import { browserSessions } from "./oidc/browser-session";
import { createDeviceTokens } from "./browser/device-cookie";
import { createDeviceLimits } from "./oidc/device-flow";
import { openKeyRing } from "./oidc/keys";
import { createLogouts } from "./oidc/logouts";
import { createApiAccess } from "./oidc/api-access";
import { createPeople } from "./sessions/people";
import { createScimAuth } from "./oidc/scim-token";
import { createRowBudget } from "./limits/row-budget";
import { createSecretGuessing, createSecretUse } from "./oidc/secret-guessing";
import { createAppSignIn } from "./sign-in/app";
import { createConsoleSignIn } from "./sign-in/console";
import { createConsolePages } from "./sign-in/console-pages";
import { createSignInEngine } from "./sign-in/engine";
import { createSites } from "./browser/sites";

export interface AuthenticationDeps {
  config: Pick<Config, "BASE_URL" | "CLIENT_CERTIFICATE_HEADER">;
  database: Database;
  counters: Counters;
  stores: Stores;
  ports: Ports;
  masterKey: Buffer;
  /** Access to identity providers. */
  reach: Reach;
  log: Logger;
}

/** Parameters of a token that is issued for a credential at a given time. Used by the conformance seed. */
export interface ManagementTokenRequest {
  clientId: string;
  expiresInSeconds: number;
  issuedAt: Date;
}

export type Authentication = Awaited<ReturnType<typeof createAuthentication>>;

/** Creates all services that convert tokens, secrets, passwords and cookies to actors. */
export async function createAuthentication(deps: AuthenticationDeps) {
  const { config, database, counters, stores, ports, masterKey, log } = deps;
  const { clock } = ports;
  const baseUrl = config.BASE_URL;

  const keys = await openKeyRing(database, ports);
  const tokens = createAccessTokens({ database, baseUrl, keys, clock });
  const people = createPeople(database);
  const execute = createExecute(stores, ports);
  const appearance = (tenantId: number) => stores.tenant(tenantId).read(readAppearance);
  const logouts = createLogouts(database, keys, baseUrl);
  const { reach } = deps;
  const federation = createFederation({ baseUrl, stores, ports, execute, reach, log });
  const engine = createSignInEngine({ baseUrl, database, counters, stores, ports, federation, execute, log });
  const background = createBackground(log);
  const hosts = createHosts(
    {
      database,
      stores,
      ports,
      people,
      apis: createApiAccess(database),
      keys,
      tokens,
      appearance,
      logouts,
      federation,
      background,
      log,
      counters,
      guessing: createSecretGuessing(counters),
      secretUse: createSecretUse(database),
      request: reach.request,
      deviceLimits: createDeviceLimits(counters),
      settings: ports.settings,
      certificateHeader: config.CLIENT_CERTIFICATE_HEADER,
      clock,
      cookieKey: deriveKey(masterKey, "oidc cookies"),
      pairwiseKey: deriveKey(masterKey, "oidc pairwise subjects"),
      refreshKey: deriveKey(masterKey, "oidc refresh tokens"),
      signIn: createAppSignIn({ database, stores, ports, engine }),
      doorLimits: createEmailLinkLimits(database, counters),
      rowBudget: createRowBudget(),
    },
    { baseUrl, tenant: null },
  );
  const sites = createSites({ database, baseUrl });
  const bearer = createBearerAuth({ database, tokens });
  const consoleSessions = createConsoleSessions({ database, stores, clock });
  const consoleSignIn = createConsoleSignIn({
    database,
    stores,
    ports,
    engine,
    devices: createDeviceTokens(database, null),
  });
  const consolePages = createConsolePages({ baseUrl, signIn: consoleSignIn });
  const optionsFor = createNextAuthOptions({
    baseUrl,
    secret: deriveKey(masterKey, "next-auth").toString("base64url"),
    consolePages,
    consoleSessions,
    log,
  });

  const cookieName = sessionCookieName(baseUrl);
  const session = (cookies: string | null): Promise<ConsoleSession | null> =>
    consoleSessions.read(cookieIn(cookies, cookieName));

  const actAs = createActAs({
    baseUrl,
    execute,
    people,
    session,
    browser: browserSessions({ baseUrl, provider: hosts.main.provider }),
    appearance,
    tenantRecord: ports.tenantRecord,
    appOf: async (tenantId, appId) => {
      const app = await stores.tenant(tenantId).read((tx) => tx.apps.get(appId));
      return app
        ? { name: app.name, redirectUris: [app.redirectUri ?? [], app.additionalRedirectUris].flat() }
        : null;
    },
  });

  return {
    /** Returns the actor that an Authorization header identifies. Throws 401. */
    bearer,
    /** Returns the actor that a SCIM token identifies. Throws 401. */
    scimToken: createScimAuth(database),
    /** Returns the branding of a tenant. */
    appearance,
    /** Resolves when the background work of all forms submitted so far has ended. */
    settled: background.settled,
    /** Ends the processes that verify the answers of identity providers. */
    close: federation.close,
    /** Finds the organization of a host. */
    sites,
    /** The hosted pages of the installation's own host. */
    main: hosts.main,
    /** The hosted pages of an organization's own domain. */
    hostedAt: hosts.at,
    /** Acting as a user, in a browser. */
    actAs,
    /** Endpoints to which identity providers redirect people. */
    federation: createFederationRoutes({ baseUrl, database, federation, sites }),
    /** Returns the console session that a Cookie header names, or null. */
    session,
    actorOf,
    /**
     * Returns the actor that a Cookie header identifies in this tenant (by slug) or on the platform (null). Returns null if the
     * user may not enter.
     */
    consoleActor: async (
      cookies: string | null,
      workspace: string | null,
      facts: RequestFacts,
    ): Promise<Actor | null> => {
      const found = await session(cookies);
      return found && actorOf(found, workspace, facts);
    },
    /** The console's sign-in: its page, its steps, and the exchange for next-auth. */
    consolePages,
    consoleSessions,
    cookieName,
    /** Handler of /api/auth. */
    consoleAuth: createConsoleAuth({ baseUrl, optionsFor }),
    issueManagementToken: async ({
      clientId,
      issuedAt,
      expiresInSeconds,
    }: ManagementTokenRequest): Promise<string> => {
      const client = await hosts.main.findClient(clientId);
      if (!client) throw new Error(`There is no live client ${clientId}.`);
      return tokens.issue(client, { issuedAt, expiresInSeconds });
    },
    /** Creates logout tokens, which notify apps of the end of a session. */
    logoutToken: logouts.token,
    /** Reads the signing keys again, for tests that change them. */
    refreshKeys: () => keys.refresh(0),
  };
}

function cookieIn(header: string | null, name: string): string | undefined {
  for (const part of header?.split(";") ?? []) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}
