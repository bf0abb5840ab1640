import { textIn } from "../kernel/texts/text";
import { pino } from "pino";
import { createFederation } from "@/server/auth/federation/federation";
import { createFederationRoutes } from "@/server/auth/federation/routes";
import { createSites } from "@/server/auth/browser/sites";
import { approveConnector, setAppConnector } from "@/server/domain/connectors/connectors";
import { createExecute } from "@/server/kernel/operation/execute";
import type { Database } from "@/server/store/database";
import { anApp } from "./factories";
import { testOperations } from "./operations";
import { anyReach } from "./ports";

export const baseUrl = "http://castellan.test";
export const facts = { ip: "192.0.2.1", requestId: null };
export const signs = { ...facts, userAgent: "Test" };
/** The only organization of these tests, whose users come from another provider. */
export const tenantRef = { tenantId: 1, slug: "acme" };

/** Returns the redirect of a browser after a provider's callback, and the token in it. */
export function claimOf(response: Response) {
  const location = new URL(response.headers.get("location") ?? "about:blank");
  return {
    path: location.pathname,
    error: location.searchParams.get("error"),
    token: location.searchParams.get("claim")!,
  };
}

export const isExpired = (answer: Response) =>
  answer.headers.get("location") === `${baseUrl}/interaction/expired`;

/** Creates an organization with an app, and sign-ins to it through other providers. */
export async function federationScene(kind: Database["kind"]) {
  const test = await testOperations(kind);
  test.clock.now = new Date();
  const { stores, ports, database } = test;
  const { id: appId } = await anApp(test, 1, { name: "Portal" });
  await database.sql`
    insert into tenants (id, slug) values (1, 'acme') on conflict (id) do update set slug = excluded.slug`;
  const log = pino({ level: "silent" });
  const federation = createFederation({
    baseUrl,
    stores,
    ports,
    reach: anyReach,
    log,
    execute: createExecute(stores, ports),
  });
  const routes = createFederationRoutes({
    baseUrl,
    database,
    federation,
    sites: createSites({ database, baseUrl }),
  });
  return {
    test,
    federation,
    routes,
    appId,
    /** Approves a connector for the app, and enables or disables it. */
    connector: async (name: string, enabled = true) => {
      await test.run(1, approveConnector, { appId, name, approved: true });
      await test.run(1, setAppConnector, { appId, name, enabled });
    },
    /** Returns the newest sign-in, with its explanation in English. */
    lastSignIn: async () => {
      const [last] = (await test.write(1, (tx) => tx.signIns.list())).sort((one, other) => other.id - one.id);
      return last && { ...last, explanation: last.explanation?.map((text) => textIn("en", text)) ?? null };
    },
    get: (url: string | URL) => routes(new Request(url), facts),
    begin: (providerId: number, interactionUid = "uid-1", from = baseUrl) =>
      federation.begin(tenantRef, providerId, { appId, interactionUid, baseUrl: from }, signs),
    claim: (token: string, interactionUid = "uid-1") =>
      federation.claim({ tenantId: 1, appId }, { interactionUid, token }, signs),
  };
}

export type FederationScene = Awaited<ReturnType<typeof federationScene>>;
