import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { accessRules } from "@/db/tenant/access-rules";
import { appConnectors } from "@/db/tenant/app-access";
import { users } from "@/db/tenant/users";
import type { FirstMethod } from "./steps";
import { allowedOptions, signInOptions } from "../../domain/sign-in-options/sign-in-options";
import { readSetting } from "../../domain/settings/tenant-settings";
import type { Ports } from "../../kernel/ports";
import type { ReadTx, Stores } from "../../kernel/store";
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
      if (found?.kind !== "person") return [];
      const { id, name, phone, passwordHash, lockedUntil, lockedIndefinitely, failedSignIns } = found;
      return [
        {
          ...{ tenantId, userId: id, name, phone, passwordHash, lockedUntil, lockedIndefinitely },
          email: found.email ?? "",
          suspended: found.status !== "active",
          failures: failedSignIns,
        },
      ];
    },
    offered: async () => {
      const { allowedSignInOptions } = await ports.settings();
      return store.read((tx) => offeredBy(tx, app.appId, allowedSignInOptions, ports));
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

/** The methods of an app: what is approved and switched on, can be sent, and is not ruled out for everybody. */
async function offeredBy(
  tx: Pick<ReadTx, "appConnectors" | "accessRules" | "tenantSettings">,
  appId: number | null,
  allowed: Parameters<typeof allowedOptions>[1],
  { channels, clock }: Pick<Ports, "channels" | "clock">,
): Promise<FirstMethod[]> {
  const [connectors, options, ruledIn] = await Promise.all([
    tx.appConnectors.list({
      where: and(
        // To their own account people come as they come to any app.
        appId === null ? undefined : eq(appConnectors.appId, appId),
        eq(appConnectors.enabled, true),
        isNotNull(appConnectors.approvedAt),
      )!,
    }),
    readSetting(tx, signInOptions),
    methodsRuledIn(tx, appId, clock()),
  ]);
  const enabled = new Set(connectors.map(({ name }) => name));
  const { webAuthnEnabled, webAuthnAllowAsAuthentication } = allowedOptions(options, allowed);
  const possible: [FirstMethod, boolean][] = [
    ["password", true],
    ["webauthn", webAuthnEnabled && webAuthnAllowAsAuthentication],
    ["EmailOtp", enabled.has("EmailOtp") && channels.email],
    ["MagicLink", enabled.has("MagicLink") && channels.email],
    ["SmsOtp", enabled.has("SmsOtp") && channels.sms],
    ["Ldap", enabled.has("Ldap")],
    ["Saml", enabled.has("Saml")],
    ["Social", enabled.has("Social")],
  ];
  return possible.flatMap(([method, on]) => (on && ruledIn(method) ? [method] : []));
}

/**
 * Which methods the organization's and the app's rules leave. Rules about persons and tags are not looked at: what is
 * offered must not tell who somebody is. They are asked when they have proved it.
 */
async function methodsRuledIn(tx: Pick<ReadTx, "accessRules">, appId: number | null, now: Date) {
  const rules = await tx.accessRules.list({
    where: and(eq(accessRules.type, "method"), inArray(accessRules.scope, ["org", "app"]))!,
  });
  const inForce = rules.filter(
    ({ scope, appId: of, expiresAt }) =>
      (scope === "org" || of === appId) && (expiresAt === null || expiresAt > now),
  );
  const allowedIn = (scope: "org" | "app") => {
    const listed = inForce
      .filter((rule) => rule.scope === scope)
      .flatMap(({ definition }) => (definition as { methods: FirstMethod[] }).methods);
    return listed.length === 0 ? null : new Set(listed);
  };
  // Within a scope rules of one type are alternatives; every scope must be satisfied (decide.ts).
  const sets = [allowedIn("org"), allowedIn("app")].filter((set) => set !== null);
  return (method: FirstMethod) => sets.every((set) => set.has(method));
}
