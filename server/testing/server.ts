import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { getRequestListener } from "@hono/node-server";
import { buildContainer, type Container } from "@/server/container";
import type { Database } from "@/server/store/database";
import { takeAddress } from "./server-address";
import { seededSource, testConfig } from "./seeded-source";
import { databaseKind, freshDatabase, type TestDatabase } from "./stores";

export interface Credential {
  clientId: string;
  clientSecret: string;
}
/** A user of an app, with the tokens issued for it. */
interface ConnectedApp extends Credential {
  userId: number;
  appId: number;
  accessToken: string;
  refreshToken: string;
}
interface SeededTenant {
  tenantId: number;
  slug: string;
  owner: { userId: number; email: string; password: string };
  credential: Credential;
  scimToken: string;
  governedRoleId: number;
  ungovernedRoleId: number;
}
export interface Seed {
  baseUrl: string;
  platform: { admin: { email: string; password: string }; credential: Credential };
  tenants: [SeededTenant, SeededTenant];
  fixtures: {
    capabilityCredentials: Record<string, Credential>;
    platformCapabilityCredentials: Record<string, Credential>;
    plainUser: { userId: number; email: string; password: string };
    serviceAccountWithApps: { userId: number; appIds: number[] };
    connectedApp: ConnectedApp;
    connectedApps: ConnectedApp[];
    taggedUser: ConnectedApp & { tagId: number };
    connectorApp: { appId: number; approved: string; unapproved: string };
    userWithSessions: number;
    secondUserWithSessions: number;
    userWithDevices: number;
    userWithRisk: number;
    mfaResetRequestIds: number[];
    securityAlertIds: number[];
    trustedDeviceSessionId: number;
    acceptedInvitationId: number;
    roleSyncConnector: string;
    expiredAccessToken: string;
    revokedCredential: Credential & { accessToken: string };
  };
}

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

/** A seeded server on a port of this machine, with real HTTP. */
export interface TestServer {
  url: string;
  seed: Seed;
  container: Container;
  database: TestDatabase;
  token(credential: Credential, scope?: string): Promise<string>;
  /**
   * Sends one request with a token of this credential, or with this token, and JSON in both directions.
   * Returns an answer that is not JSON as text.
   */
  call<T = Record<string, unknown>>(
    by: Credential | string | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  close(): Promise<void>;
}

interface TestServerOptions {
  workers?: boolean;
  environment?: Record<string, string>;
  /** Replaces the new database. */
  database?: TestDatabase;
}

/** Starts the whole server on a new database of this kind, with SEED=conformance. */
export async function startTestServer(
  kind: Database["kind"] = databaseKind,
  { workers = false, environment = {}, database: given }: TestServerOptions = {},
): Promise<TestServer> {
  const address = await takeAddress();
  const { url } = address;
  const directory = mkdtempSync(path.join(os.tmpdir(), "castellan-test-"));
  const config = testConfig(url, directory, environment);
  const isUsual = !given && !environment["SEED"] && !environment["ENCRYPTION_KEY"];
  const source = isUsual ? seededSource(kind, url) : undefined;
  const database = given ?? (await freshDatabase(kind, "plain", source));
  if (source) cpSync(source.directory, directory, { recursive: true });
  const container = await buildContainer(config, { database, workers });
  const listener = getRequestListener(container.http.fetch, { overrideGlobalObjects: false });
  address.serve((request, response) => void listener(request, response));
  const seed = JSON.parse(readFileSync(path.join(directory, "seed.json"), "utf8")) as Seed;

  const tokens = new Map<string, Promise<string>>();
  const issue = async ({ clientId, clientSecret }: Credential, scope?: string) => {
    const response = await fetch(`${url}/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: clientSecret,
        ...(scope !== undefined && { scope }),
      }),
    });
    const body = (await response.json()) as { access_token?: string };
    if (!body.access_token) throw new Error(`POST /token: ${response.status} ${JSON.stringify(body)}`);
    return body.access_token;
  };
  const token = (credential: Credential, scope?: string) => {
    if (scope !== undefined) return issue(credential, scope);
    const known = tokens.get(credential.clientSecret) ?? issue(credential);
    tokens.set(credential.clientSecret, known);
    return known;
  };

  return {
    url,
    seed,
    container,
    database,
    token,
    call: async <T>(
      by: Credential | string | null,
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const bearer = by === null ? null : typeof by === "string" ? by : await token(by);
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isText = text !== "" && !/\bjson\b/.test(response.headers.get("content-type") ?? "json");
      return {
        status: response.status,
        headers: response.headers,
        body: (text === "" ? null : isText ? text : JSON.parse(text)) as T,
      };
    },
    close: async () => {
      address.release();
      await container.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
