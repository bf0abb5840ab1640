import type * as z from "zod";
import type { auditEvents } from "@/db/tenant/journal";
import type { Actor, Channel, PlatformActor, TenantActor } from "@/server/kernel/operation/actor";
import {
  administratorCapabilities,
  platformAdministratorCapabilities,
  type Capability,
} from "@/server/kernel/capabilities";
import { hashSecret } from "@/server/kernel/http/client-id";
import { createExecute, type ExecuteOptions } from "@/server/kernel/operation/execute";
import type { AnyObject, Operation } from "@/server/kernel/operation/operation";
import type { Ports } from "@/server/kernel/operation/ports";
import { savedSettings } from "@/server/kernel/settings";
import type { Row, Stores, WriteTx } from "@/server/kernel/operation/store";
import type { Database } from "@/server/store/database";
import { createStores } from "@/server/store/stores";
import { quietWorld } from "./ports";
import { freshDatabase, type TestDatabase } from "./stores";

/** Passwords without hashing: argon2 would slow the suites, and has its own tests. */
const plainPasswords: Ports["passwords"] = {
  hash: (password) => Promise.resolve(`plain:${password}`),
  verify: (hash, password) => Promise.resolve(hash === `plain:${password}` || hash === `old:${password}`),
  isOutdated: (hash) => hash.startsWith("old:"),
};

interface ActorOptions {
  capabilities?: readonly Capability[] | "all";
  channel?: Channel;
  /** Uses a user as actor instead of a credential. */
  as?: { userId: number; email: string; sessionId?: number | null };
}

/** Creates an actor of a tenant: by default a credential with every capability. */
export function tenantActor(
  tenantId: number,
  { capabilities = "all", channel, as }: ActorOptions = {},
): TenantActor {
  return {
    scope: "tenant",
    tenantId,
    channel: channel ?? (as ? "console" : "management_api"),
    subject: as
      ? {
          kind: "user",
          label: as.email,
          userId: as.userId,
          email: as.email,
          consoleSessionId: null,
          sessionId: as.sessionId ?? null,
        }
      : { kind: "credential", label: "test credential", clientId: `t${tenantId}_test`, userId: null },
    capabilities: capabilities === "all" ? administratorCapabilities.owner : new Set(capabilities),
    request: { ip: "192.0.2.7", requestId: "request-1" },
  };
}

/** Creates an actor of the platform: by default a credential with every capability. */
export function platformActor(
  capabilities: ReadonlySet<Capability> = platformAdministratorCapabilities,
): PlatformActor {
  return {
    scope: "platform",
    channel: "platform_api",
    subject: { kind: "credential", label: "test credential", clientId: "platform_test", userId: null },
    capabilities,
    request: { ip: "192.0.2.8", requestId: "request-2" },
  };
}

export interface TestOperations {
  database: TestDatabase;
  stores: Stores;
  ports: Ports;
  /** Time of the clock. Tests may set it. */
  clock: { now: Date };
  /** Runs an operation as this actor, or as a credential of this tenant with every capability. */
  run<In extends AnyObject, Out extends z.ZodType>(
    by: Actor | number,
    operation: Operation<In, Out>,
    input: unknown,
    options?: ExecuteOptions,
  ): Promise<z.output<Out>>;
  /** Writes to a tenant without operations and without a record. */
  write<T>(tenantId: number, work: (tx: WriteTx) => Promise<T>): Promise<T>;
  /** Returns the tenant's audit events, oldest first. */
  events(tenantId: number): Promise<RecordedEvent[]>;
  close(): Promise<void>;
}

export type RecordedEvent = Row<typeof auditEvents>;

/** Creates operations over a new database of this kind. */
export async function testOperations(kind: Database["kind"]): Promise<TestOperations> {
  const database = await freshDatabase(kind);
  const stores = createStores(database);
  const clock = { now: new Date("2026-03-14T09:26:53.000Z") };
  const ports: Ports = {
    clock: () => clock.now,
    passwords: plainPasswords,
    settings: () => Promise.resolve(savedSettings(null)),
    ...quietWorld,
    vault: { encrypt: (text) => text, decrypt: (sealed) => sealed },
  };
  const execute = createExecute(stores, ports);
  /** Creates the row of a SCIM token that a test only names. */
  async function ensureToken(actor: Actor) {
    if (actor.scope !== "tenant" || actor.subject.kind !== "scim_client") return;
    const { label: name, tokenId: id } = actor.subject;
    const token = { id, name, tokenHash: hashSecret(`token ${id}`) };
    await stores.tenant(actor.tenantId).write((tx) => tx.scimTokens.insertIfAbsent(token));
  }
  return {
    database,
    stores,
    ports,
    clock,
    run: async (by, operation, input, options) => {
      const actor = typeof by === "number" ? tenantActor(by) : by;
      await ensureToken(actor);
      return execute(actor, operation, input, options);
    },
    write: (tenantId, work) => stores.tenant(tenantId).write((tx) => work(tx)),
    events: async (tenantId) => {
      const rows = await stores.tenant(tenantId).read((tx) => tx.auditEvents.list({}));
      return rows.sort((one, other) => one.id - other.id);
    },
    close: () => database.close(),
  };
}

/** Returns the pattern of a refusal for `toMatchObject`. */
export const refusal = (status: number, field?: string) => ({
  status,
  ...(field !== undefined && { details: { field } }),
});
