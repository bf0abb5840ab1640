import { eq, sql } from "drizzle-orm";
import { users } from "@/db/tenant/users";
import type { FirstMethod } from "./steps";
import { offeredMethods } from "../../domain/sign-in-options/offered-methods";
import type { UserRecord } from "../../domain/users/people";
import type { Ports } from "../../kernel/ports";
import type { Stores } from "../../kernel/store";
import type { Database } from "../../store/database";
import { findCandidates, type Candidate } from "../sign-in-candidates";
import { consoleFlows, tenantFlows, type FlowStore, type RenewableFlowStore } from "./flow-store";

/** The app that somebody signs in to; without an id it is their own account page. */
export interface SignedInTo {
  appId: number | null;
  name: string;
  /** Whether it asks for two factors, which a trusted device then does not stand in for (Core §3.1.2.1, acr_values). */
  strong?: boolean;
}

/** The app that somebody signs in to, and where. */
export interface AppAddress extends Partial<Pick<Place, "baseUrl">> {
  tenantId: number;
  app: SignedInTo;
}

/** What somebody signs in to: an app of a tenant, or the console. */
export interface Place {
  /** The address of the host that its pages are served at; null: the installation's own. */
  baseUrl: string | null;
  /** Null: the console, where nobody has said yet which tenant. */
  tenantId: number | null;
  /** Null: the console. */
  app: SignedInTo | null;
  flows: FlowStore;
  /** Who has this address: of an app's tenant one at most. */
  find(identifier: string): Promise<Candidate[]>;
  /** What whoever comes is offered; it does not depend on who that is. */
  offered(): Promise<FirstMethod[]>;
}

/** The console, whose sign-ins are known by a cookie of its own. */
export type ConsolePlace = Place & { flows: RenewableFlowStore };

export interface PlaceDeps {
  database: Database;
  stores: Stores;
  ports: Ports;
}

/** What a database cannot hold nobody has as an address. */
const isHoldable = (identifier: string) => identifier.length <= 254 && !identifier.includes("\0");

/** This person of a tenant, as a sign-in looks at whom it may be for. */
export function candidateOf(tenantId: number, user: UserRecord): Candidate {
  const { id, email, name, phone, passwordHash, lockedUntil, lockedIndefinitely, lockCause } = user;
  return {
    ...{ tenantId, userId: id, name, phone, passwordHash, lockedUntil, lockedIndefinitely, lockCause },
    email: email ?? "",
    suspended: user.status !== "active",
    failures: user.failedSignIns,
  };
}

export function appPlace({ stores, ports }: PlaceDeps, { tenantId, app, baseUrl = null }: AppAddress): Place {
  const store = stores.tenant(tenantId);
  return {
    baseUrl,
    tenantId,
    app,
    flows: tenantFlows(stores, ports, tenantId),
    find: async (identifier) => {
      if (!isHoldable(identifier)) return [];
      const found = await store.read((tx) => tx.users.find(eq(users.emailKey, sql`lower(${identifier})`)));
      return found?.kind === "person" ? [candidateOf(tenantId, found)] : [];
    },
    offered: async () => {
      const { allowedSignInOptions } = await ports.settings();
      const { channels, clock } = ports;
      const open = { allowed: allowedSignInOptions, channels, now: clock() };
      return store.read((tx) => offeredMethods(tx, app.appId, open));
    },
  };
}

/** Password and passkey always go to the console; the connectors are of apps. */
export function consolePlace({ database, stores, ports }: PlaceDeps): ConsolePlace {
  return {
    baseUrl: null,
    tenantId: null,
    app: null,
    flows: consoleFlows(stores, ports),
    find: (identifier) => findCandidates(database, identifier),
    offered: async () => {
      const { webAuthnEnabled, webAuthnAllowAsAuthentication } = (await ports.settings())
        .allowedSignInOptions;
      return webAuthnEnabled && webAuthnAllowAsAuthentication ? ["password", "webauthn"] : ["password"];
    },
  };
}
