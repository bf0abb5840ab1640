import { setTimeout as delay } from "node:timers/promises";
import { accessSync, constants, mkdirSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import type { Logger } from "pino";
import { version } from "../package.json";
import { applySeed } from "./seed/apply";
import { writeSeedFile } from "./seed/seed-file";
import { createAuthentication, type Authentication } from "./auth/authentication";
import type { Reach } from "./auth/federation/protocol";
import type { Hosted } from "./auth/hosted";
import { createTryProvider } from "./auth/federation/protocols";
import { startClockCheck, type ClockCheck } from "./outbox/clock-check";
import { ConfigError, type Config } from "./edge/config";
import { createHttpApp, type HttpApp } from "./http/app";
import { startArchives } from "./outbox/archives";
import { cachedSurface } from "./edge/powered-by-header";
import {
  ADDRESS_HEADER,
  clientAddress,
  DOMAIN_HEADER,
  NONCE_HEADER,
  requestedHost,
  PATH_HEADER,
} from "./http/facts";
import { createRequestLimit } from "./http/limits";
import { createExecute, type Execute } from "./kernel/operation/execute";
import type { Ports } from "./kernel/operation/ports";
import { remembered } from "./kernel/concurrency/remembered";
import type { Stores } from "./kernel/operation/store";
import { createLog } from "./ports/log";
import { outletsOf } from "./domain/messages/worker/outlets";
import { createCredentialUsage } from "./domain/credentials/worker";
import { createProvisioningLog } from "./domain/provisioning/worker";
import { startWorkers } from "./outbox/workers";
import { readSettings } from "./platform/settings";
import { readTenantRecord } from "./platform/tenant-record";
import { createRenderPool } from "./pdf/pool";
import { createTxtLookup } from "./ports/dns";
import { createFileReader } from "./files/reader";
import { createGuardedRequest } from "./ports/guarded-fetch";
import { createGuessingLimit } from "./ports/guessing";
import { createLocator } from "./ports/locate";
import { createOutboundCheck } from "./ports/outbound";
import { certifiedKey } from "./ports/certificates";
import { createPasswords } from "./ports/passwords";
import { logTlsThread } from "./ports/tls/thread";
import { generateSigningKey } from "./ports/signing-keys";
import { createVault, readMasterKey } from "./ports/vault";
import { logSpace } from "./store/disk-space";
import { builderOver, openDatabase, type Database } from "./store/database";
import { describeClash, describeRepair, migrateDatabase } from "./store/migrate";
import { countsOf } from "./store/counts";
import { createStores } from "./store/stores";
import { createCounters } from "./kernel/concurrency/counters";
import { createTrpcHandler } from "./trpc/handler";

/** All services of the process. */
export interface Container {
  config: Config;
  log: Logger;
  database: Database;
  stores: Stores;
  ports: Ports;
  execute: Execute;
  auth: Authentication;
  http: HttpApp;
  /** Returns the client's address for a page's request. */
  pageAddress: (headers: Headers) => string | null;
  /** Returns the path and query of a page's request. */
  pagePath: (headers: Headers) => string | null;
  /** Returns the nonce of a page's scripts and styles. */
  pageNonce: (headers: Headers) => string | null;
  /** Returns the hosted pages for the host of a page's request. */
  hostedAt: (headers: Headers) => Promise<Hosted>;
  /**
   * Set when the server begins to stop. From then on, /readyz fails, so that load balancers send new requests
   * elsewhere.
   */
  draining: boolean;
  close(): Promise<void>;
}

export interface StartOptions {
  onStatement?: (text: string) => void;
  /** True (the default) runs background work such as the outbox in this process. */
  workers?: boolean;
  /** An open and migrated database, for tests. */
  database?: Database;
}

/** Creates the data directory with access for its owner only. Keeps the mode of an existing one. */
function prepareDataDirectory(directory: string) {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.W_OK);
  } catch (error) {
    throw new ConfigError(
      `Configuration: DATA_DIR: ${directory} cannot be used: ${(error as Error).message}`,
    );
  }
}

/** Lifetime of cached settings in milliseconds. After it, changes of other instances take effect. */
const SETTINGS_MS = 1_000;

/** Opens the database, migrates it, seeds an empty one, and creates all services. */
export async function buildContainer(config: Config, options: StartOptions = {}): Promise<Container> {
  const log = createLog(config.LOG_LEVEL);
  prepareDataDirectory(config.DATA_DIR);
  const database =
    options.database ??
    (await openDatabase({
      url: config.DATABASE_URL,
      directory: config.DATA_DIR,
      poolSize: config.DATABASE_POOL,
      onState: (isUp, reason) => {
        if (isUp) log.warn("the database answers again");
        else log.error(reason ? { reason: reason.message } : {}, "the database does not answer");
      },
      onStatement: options.onStatement,
      onSpace: (space, event) => logSpace(log, space, event),
      onWait: (pid) => log.warn({ pid }, "waiting for the end of the process that uses the data directory"),
    }));
  let clocks: ClockCheck | undefined;
  try {
    clocks = await startClockCheck(database, { log });
    const { repairs, clashes, canSortNames } = await migrateDatabase(database, config.SORT_LANGUAGE);
    if (!canSortNames) log.warn("PostgreSQL was built without ICU: names are sorted by code point");
    for (const repair of repairs) log.warn(repair, describeRepair(repair));
    for (const clash of clashes) log.warn(clash, describeClash(clash));
    return await assemble(config, log, { database, clocks }, options);
  } catch (error) {
    await clocks?.stop();
    await database.close();
    throw error;
  }
}

async function assemble(
  config: Config,
  log: Logger,
  { database, clocks }: { database: Database; clocks: ClockCheck },
  { workers = true }: StartOptions,
): Promise<Container> {
  logTlsThread(log);
  const stores = createStores(database);
  const counters = createCounters(countsOf(database));
  const masterKey = readMasterKey(config);
  const outlets = outletsOf(config);
  const allowPrivate = config.WEBHOOK_ALLOW_PRIVATE;
  const reach: Reach = {
    request: createGuardedRequest({ allowPrivate, timeoutMs: 10_000, maxBytes: 1_000_000 }),
    allowPrivate,
  };
  const { locate, locates } = createLocator({
    database: config.GEOIP_DATABASE,
    anonymizers: config.ANONYMIZER_LIST,
  });
  const files = createFileReader(log);
  const ports: Ports = {
    clock: () => new Date(),
    passwords: createPasswords(config.PASSWORD_COST),
    pause: (ms) => delay(ms),
    slowGuessing: createGuessingLimit(counters),
    readPeople: files.people,
    settings: remembered(() => readSettings(builderOver(database.sql)), SETTINGS_MS),
    tenantRecord: (tenantId) => readTenantRecord(builderOver(database.sql), tenantId),
    installation: {
      version,
      startedAt: new Date(),
      database: database.kind,
      baseUrl: config.BASE_URL,
      ownUrl: config.BASE_URL,
      messages: outlets,
      locates,
      freeSpace: () => database.space?.() ?? null,
    },
    txtRecords: createTxtLookup(config.DNS_SERVERS),
    locate,
    channels: { email: outlets.email !== "off", sms: outlets.sms !== "off" },
    outboundObjection: createOutboundCheck({ allowPrivate }),
    vault: createVault(masterKey),
    tryProvider: createTryProvider(reach),
    certifiedKey: (name) => certifiedKey(name, new Date()),
    signingKey: generateSigningKey,
  };
  const execute = createExecute(stores, ports);
  const jobStores = createStores(database, { cost: "job" });
  const auth = await createAuthentication({
    config,
    database,
    counters,
    stores,
    ports,
    masterKey,
    reach,
    log,
  });
  const inBackground = { ...database, sql: database.background };
  const settings = ports.settings;
  const requestLimit = createRequestLimit(
    async () => (await settings()).requestsPerMinute,
    countsOf(inBackground),
  );
  const trpc = createTrpcHandler({ baseUrl: config.BASE_URL, log, execute, consoleActor: auth.consoleActor });

  const hostedAt = async (headers: Headers) => {
    const site = await auth.sites.of(headers.get(DOMAIN_HEADER));
    return site ? auth.hostedAt(site) : auth.main;
  };

  const provisioningLog = createProvisioningLog(inBackground, log);
  const credentialUsage = createCredentialUsage(inBackground, { log, clock: ports.clock });
  const pdf = createRenderPool({ workers: 3, ofOne: 2, queue: 50, timeoutMs: 19_500, memoryMb: 768, log });
  const container: Container = {
    config,
    log,
    database,
    stores,
    ports,
    execute,
    auth,
    // The front sets these headers, and removes those of the client.
    pageAddress: (headers) => headers.get(ADDRESS_HEADER),
    pagePath: (headers) => headers.get(PATH_HEADER),
    pageNonce: (headers) => headers.get(NONCE_HEADER),
    hostedAt,
    draining: false,
    http: createHttpApp({
      baseUrl: config.BASE_URL,
      log,
      execute,
      bearer: auth.bearer,
      scimToken: auth.scimToken,
      consoleActor: auth.consoleActor,
      signedIn: async (cookies) => (await auth.session(cookies)) !== null,
      pdf,
      renderPublic: config.RENDER_PUBLIC,
      requestLimit,
      recordProvisioning: provisioningLog.record,
      // Written in the background, like all work of the workers.
      countUse: workers ? credentialUsage.count : () => {},
      namesItself: cachedSurface(database),
      hosted: auth.main,
      hostedAt: (_request, bindings) => {
        const site = auth.sites.of(hostOf(bindings, config));
        return site && site.then((found) => found && auth.hostedAt(found));
      },
      actAs: auth.actAs.submit,
      consoleSignIn: auth.consolePages.submit,
      consoleAuth: auth.consoleAuth,
      federation: auth.federation,
      trpc,
      addressOf: (request, bindings) => addressOf(request, bindings, config),
      ready: async () => !container.draining && clocks.agree() && (await database.isUp()),
    }),
    close: async () => {
      await auth.settled();
      await clocks.stop();
      await archives?.stop();
      await stopWorkers?.();
      await provisioningLog.stop();
      await credentialUsage.stop();
      await pdf.close();
      await files.close();
      await auth.close();
      await database.close();
    },
  };

  await applySeed(
    config.SEED,
    {
      config,
      stores,
      database,
      ports,
      execute,
      send: async (request) => container.http.fetch(request),
      issueManagementToken: auth.issueManagementToken,
    },
    (seeded) => writeSeedFile(config.DATA_DIR, seeded),
  );
  if (workers) provisioningLog.startTrimming();
  const jobs = { stores: jobStores, execute: createExecute(jobStores, ports, stores) };
  const stopWorkers = workers
    ? startWorkers({ ...container, ...jobs, database: inBackground, readFeed: files.feed })
    : null;
  const archives = workers ? startArchives(container, masterKey) : null;
  return container;
}

/** Returns the host of a request; null for a request without a connection. */
function hostOf(bindings: unknown, config: Config): string | null {
  const { incoming } = (bindings ?? {}) as { incoming?: { headers: IncomingHttpHeaders } };
  if (!incoming) return null;
  const { host, "x-forwarded-host": forwarded } = incoming.headers;
  return requestedHost(host, forwarded?.toString(), config.TRUSTED_PROXIES);
}

function addressOf(request: Request, bindings: unknown, config: Config) {
  const incoming = (bindings as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming;
  return clientAddress(
    incoming?.socket?.remoteAddress,
    request.headers.get("x-forwarded-for") ?? undefined,
    config.TRUSTED_PROXIES,
  );
}

// On globalThis, because Next bundles its own copy of every module, and a second embedded database would
// corrupt the first.
const slot = globalThis as typeof globalThis & { castellan?: Promise<Container> };

/** Starts this process's container. */
export function startContainer(config: Config, options?: StartOptions): Promise<Container> {
  slot.castellan ??= buildContainer(config, options);
  return slot.castellan;
}

/** Returns this process's container. */
export const container = (): Promise<Container> => {
  if (slot.castellan === undefined) throw new Error("The pages run only behind server/main.ts.");
  return slot.castellan;
};
