import { eq, sql } from "drizzle-orm";
import { users } from "@/db/tenant/users";
import type { SignInMethod } from "../../domain/sign-in-methods/sign-in-methods.schema";
import { offeredMethods } from "../../domain/sign-in-options/offered-methods";
import type { UserRecord } from "../../domain/users/people";
import type { Ports } from "../../kernel/operation/ports";
import type { Stores } from "../../kernel/operation/store";
import type { Database } from "../../store/database";
import { findCandidates, type Candidate } from "./candidates";
import { consoleFlows, tenantFlows, type FlowStore, type RenewableFlowStore } from "./flow-store";

/** The app to which the user signs in. `appId` is null for the user's own account page. */
export interface SignedInTo {
  appId: number | null;
  name: string;
  /**
   * True if the app demands two factors. A trusted device then does not replace the second one (OpenID Connect Core §3.1.2.1,
   * `acr_values`).
   */
  strong?: boolean;
}

/** The app to which the user signs in, with its address. */
export interface AppAddress extends Pick<Place, "baseUrl"> {
  tenantId: number;
  app: SignedInTo;
}

/** Target of a sign-in: an app of a tenant, or the console. */
export interface Place {
  /** Base URL of the host that serves the pages; null for the installation's own. */
  baseUrl: string | null;
  /** Null for the console, because the tenant is not known yet. */
  tenantId: number | null;
  /** Null for the console. */
  app: SignedInTo | null;
  flows: FlowStore;
  /** Returns the accounts with this address. For an app, there is at most one. */
  find(identifier: string): Promise<Candidate[]>;
  /** Returns the methods that are offered to every visitor. They must not depend on the account. */
  offered(): Promise<SignInMethod[]>;
}

/** The place of the console. A separate cookie identifies its sign-ins. */
export type ConsolePlace = Place & { flows: RenewableFlowStore };

export interface PlaceDeps {
  database: Database;
  stores: Stores;
  ports: Ports;
}

/** Returns false for an identifier that the database cannot hold. No user has such an address. */
const isHoldable = (identifier: string) => identifier.length <= 254 && !identifier.includes("\0");

/** Converts a user of a tenant to a candidate of the sign-in. */
export function candidateOf(tenantId: number, user: UserRecord): Candidate {
  const { id, email, name, phone, passwordHash, lockedUntil, lockedIndefinitely, lockCause } = user;
  return {
    tenantId,
    userId: id,
    name,
    phone,
    passwordHash,
    lockedUntil,
    lockedIndefinitely,
    lockCause,
    email: email ?? "",
    suspended: user.status !== "active",
    failures: user.failedSignIns,
  };
}

export function appPlace({ stores, ports }: PlaceDeps, { tenantId, app, baseUrl }: AppAddress): Place {
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

/**
 * Creates the place of the console. It always offers the password, and passkeys if the platform allows them. Connectors exist
 * only for apps.
 */
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
