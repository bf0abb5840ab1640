import type { Logger } from "pino";
import type { Config } from "../config";
import type { Actor, RequestFacts } from "../kernel/actor";
import { readAppearance } from "../domain/tenant-config/tenant-config";
import { createExecute } from "../kernel/execute";
import type { Ports } from "../kernel/ports";
import type { Stores } from "../kernel/store";
import { deriveKey } from "../ports/vault";
import type { Database } from "../store/database";
import { createAccessTokens } from "./access-tokens";
import { createAccount } from "./account/account";
import { createAccountVisits } from "./account/visits";
import { createBearerAuth } from "./bearer";
import { createClients } from "./clients";
import { actorOf } from "./console-actor";
import { createConsoleSessions, type ConsoleSession } from "./console-session";
import { createSignIn } from "./console-sign-in";
import { createNextAuthOptions, sessionCookieName } from "./next-auth";
import { createAdapterFactory } from "./oidc/adapter";
import { createOidcHandler } from "./oidc/handler";
import { createInteractions } from "./oidc/interaction";
import { openKeyRing } from "./oidc/keys";
import { createPeople } from "./oidc/people";
import { createPersonSignIn } from "./person-sign-in";
import { createScimAuth } from "./scim-token";
import { createSecretGuessing } from "./secret-guessing";

export interface AuthenticationDeps {
  config: Pick<Config, "BASE_URL">;
  database: Database;
  stores: Stores;
  ports: Ports;
  masterKey: Buffer;
  log: Logger;
  /** The address that a request of next-auth's came from; by default what server/main.ts says in its header. */
  addressOf?: (request: Request) => string | null;
}

/** A token for a credential that was issued at this time, whatever it is now: for the conformance seed. */
export interface ManagementTokenRequest {
  clientId: string;
  expiresInSeconds: number;
  issuedAt: Date;
}

export type Authentication = Awaited<ReturnType<typeof createAuthentication>>;

/** Everything that turns tokens, secrets, passwords and cookies into actors. */
export async function createAuthentication(deps: AuthenticationDeps) {
  const { config, database, stores, ports, masterKey, log } = deps;
  const { clock } = ports;
  const baseUrl = config.BASE_URL;
  const addressOf = deps.addressOf ?? ((request: Request) => request.headers.get("x-castellan-address"));

  const keys = await openKeyRing(database, ports.vault);
  const tokens = createAccessTokens({ database, baseUrl, keys, clock });
  const findClient = createClients(database, ports.settings, baseUrl);
  const people = createPeople(database);
  const execute = createExecute(stores, ports);
  const { handle: oidc, provider } = createOidcHandler({
    baseUrl,
    stores,
    people,
    execute,
    keys,
    tokens,
    findClient,
    guessing: createSecretGuessing(),
    settings: ports.settings,
    adapter: createAdapterFactory(database, ports.vault),
    cookieKey: deriveKey(masterKey, "oidc cookies"),
    log,
  });
  const appearance = (tenantId: number) => stores.tenant(tenantId).read(readAppearance);
  const interactions = createInteractions({
    baseUrl,
    provider,
    findClient,
    people,
    signIn: createPersonSignIn({ stores, ports }),
    execute,
    appearance,
  });
  const bearer = createBearerAuth({ database, tokens });
  const consoleSessions = createConsoleSessions({ database, stores, clock });
  const signIn = createSignIn({ database, stores, ports });
  const optionsFor = createNextAuthOptions({
    baseUrl,
    secret: deriveKey(masterKey, "next-auth").toString("base64url"),
    signIn,
    consoleSessions,
    log,
  });

  const cookieName = sessionCookieName(baseUrl);
  const session = (cookies: string | null): Promise<ConsoleSession | null> =>
    consoleSessions.read(cookieIn(cookies, cookieName));

  return {
    /** The actor of an Authorization header; throws 401. */
    bearer,
    /** The actor of a SCIM token; throws 401. */
    scimToken: createScimAuth(database),
    /** The OAuth endpoints. */
    oidc,
    /** The steps of people's sign-ins to apps. */
    interactions,
    /** How a tenant shows itself to its people. */
    appearance,
    /** What people see and do about their own account. */
    account: createAccount({
      baseUrl,
      visits: createAccountVisits({ baseUrl, database, provider, people }),
      execute,
    }),
    /** The console session that a Cookie header names, or null. */
    session,
    actorOf,
    /** The actor of a Cookie header in this tenant (by slug), or on the platform (null); null where it may not enter. */
    consoleActor: async (
      cookies: string | null,
      workspace: string | null,
      facts: RequestFacts,
    ): Promise<Actor | null> => {
      const found = await session(cookies);
      return found && actorOf(found, workspace, facts);
    },
    signIn,
    consoleSessions,
    cookieName,
    nextAuthOptions: (request: Request) =>
      optionsFor({
        ip: addressOf(request),
        requestId: request.headers.get("x-request-id"),
        userAgent: request.headers.get("user-agent"),
      }),
    issueManagementToken: async ({
      clientId,
      issuedAt,
      expiresInSeconds,
    }: ManagementTokenRequest): Promise<string> => {
      const client = await findClient(clientId);
      if (!client) throw new Error(`There is no live client ${clientId}.`);
      return tokens.issue(client, { issuedAt, expiresInSeconds });
    },
    rotateSigningKey: () => keys.rotate(),
  };
}

function cookieIn(header: string | null, name: string): string | undefined {
  for (const part of header?.split(";") ?? []) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}
