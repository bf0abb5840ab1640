import type { Authentication } from "@/server/auth/authentication";
import type { Database } from "@/server/store/database";
import { authenticationWorld, BASE_URL } from "./authentication";
import { consoleBrowser, consoleSignIn } from "./sign-in";

export const PASSWORD = "a long and uncommon one";
export const facts = { ip: "192.0.2.7", requestId: "r" };
/** Result of a refused sign-in, for any reason. */
export const refused = { outcome: "refused" };

/** Creates the console of an installation and browsers for it. */
export async function consoleWorld(kind: Database["kind"]) {
  const world = await authenticationWorld(kind);
  const auth = await world.instance();
  let addresses = 0;
  /** Returns another address for each call (of 250). */
  const from = () => `203.0.113.${(addresses += 1) % 250}`;
  const browser = (held = "") => consoleBrowser(auth, BASE_URL, from(), { held });
  return {
    world,
    auth,
    from,
    browser,
    /** Returns the console session of a completed sign-in; null for an unfinished one. */
    entered: async (visit: ReturnType<typeof browser>) => {
      const entry = await visit.enter();
      return entry && auth.session(`${auth.cookieName}=${entry.token}`);
    },
    close: () => world.close(),
  };
}

export type ConsoleWorld = Awaited<ReturnType<typeof consoleWorld>>;

/** Creates the console with two tenants, on two instances over one database, and sign-ins to it. */
export async function consoleScene(kind: Database["kind"]) {
  const { world, auth, from } = await consoleWorld(kind);
  const signIn = (email: string, password = PASSWORD, ip = from(), instance = auth) =>
    consoleSignIn(instance, BASE_URL, { email, password, ip });
  /** Returns the Cookie header of a browser with this token and other cookies. */
  const cookie = (token: string) => `theme=dark; ${auth.cookieName}=${token}; x=y`;
  return {
    world,
    auth,
    /** The second instance. */
    other: await world.instance(),
    acme: await world.tenant(),
    globex: await world.tenant(),
    from,
    signIn,
    /** Returns the token of a sign-in. Throws if it fails. */
    signedIn: async (email: string, password = PASSWORD) => {
      const result = await signIn(email, password);
      if (!("token" in result)) throw new Error(result.outcome);
      return result.token;
    },
    cookie,
    /** Returns an instance's session of this token; null without one. */
    read: (token: string, instance: Authentication = auth) => instance.session(cookie(token)),
    /** Returns the recorded actions on a user, oldest first. */
    actionsOf: async (tenantId: number, userId: number) => {
      const rows = await world.database.sql<{ action: string }[]>`
        select action from audit_events where tenant_id = ${tenantId} and target = ${`user:${userId}`} order by id`;
      return rows.map(({ action }) => action);
    },
  };
}

export type ConsoleScene = Awaited<ReturnType<typeof consoleScene>>;
