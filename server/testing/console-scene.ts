import type { Authentication } from "@/server/auth/authentication";
import type { Database } from "@/server/store/database";
import { authenticationWorld, BASE_URL } from "./authentication";
import { consoleBrowser, consoleSignIn } from "./sign-in";

export const PASSWORD = "a long and uncommon one";
export const facts = { ip: "192.0.2.7", requestId: "r" };
/** What a sign-in comes to, whatever was wrong with it. */
export const refused = { outcome: "refused" };

/** The console of an installation, and browsers before it. */
export async function consoleWorld(kind: Database["kind"]) {
  const world = await authenticationWorld(kind);
  const auth = await world.instance();
  let addresses = 0;
  /** An address that nobody has come from yet (of 250). */
  const from = () => `203.0.113.${(addresses += 1) % 250}`;
  const browser = (held = "") => consoleBrowser(auth, BASE_URL, from(), { held });
  return {
    world,
    auth,
    from,
    browser,
    /** Whose console session it is to which a sign-in has come; null where it has not come to its end. */
    entered: async (visit: ReturnType<typeof browser>) => {
      const entry = await visit.enter();
      return entry && auth.session(`${auth.cookieName}=${entry.token}`);
    },
    close: () => world.close(),
  };
}

export type ConsoleWorld = Awaited<ReturnType<typeof consoleWorld>>;

/** The console before two tenants, on two instances over one database, and whoever signs in to it. */
export async function consoleScene(kind: Database["kind"]) {
  const { world, auth, from } = await consoleWorld(kind);
  const signIn = (email: string, password = PASSWORD, ip = from(), instance = auth) =>
    consoleSignIn(instance, BASE_URL, { email, password, ip });
  /** The Cookie header of a browser that holds this token, among other things. */
  const cookie = (token: string) => `theme=dark; ${auth.cookieName}=${token}; x=y`;
  return {
    world,
    auth,
    /** The other instance. */
    other: await world.instance(),
    acme: await world.tenant(),
    globex: await world.tenant(),
    from,
    signIn,
    /** The token of a sign-in that must succeed. */
    signedIn: async (email: string, password = PASSWORD) => {
      const result = await signIn(email, password);
      if (!("token" in result)) throw new Error(result.outcome);
      return result.token;
    },
    cookie,
    /** What an instance knows of the session with this token; null where there is none. */
    read: (token: string, instance: Authentication = auth) => instance.session(cookie(token)),
    /** What is recorded about somebody, in the order in which it happened. */
    actionsOf: async (tenantId: number, userId: number) => {
      const rows = await world.database.sql<{ action: string }[]>`
        select action from audit_events where tenant_id = ${tenantId} and target = ${`user:${userId}`} order by id`;
      return rows.map(({ action }) => action);
    },
  };
}

export type ConsoleScene = Awaited<ReturnType<typeof consoleScene>>;
