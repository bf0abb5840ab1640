import type { Provider } from "oidc-provider";
import type { RequestFacts } from "../../kernel/operation/actor";
import { nodePair } from "./node-pair";

export type BrowserSession = InstanceType<Provider["Session"]> & { tenantSession?: number };

/** Lifetime in seconds, equal to that of the provider (flows.ts). The session of the tenant may end earlier. */
const LIFETIME_SECONDS = 365 * 86_400;

/** Data of a new session. */
interface Beginning {
  accountId: string;
  tenantSession: number;
}

/** Creates functions that read and change the browser's session of the protocol outside of the protocol's own requests. */
export function browserSessions({ baseUrl, provider }: { baseUrl: string; provider: () => Provider }) {
  function open(headers: Headers, facts: RequestFacts) {
    const request = new Request(baseUrl, {
      headers: headers.get("cookie") ? { cookie: headers.get("cookie")! } : {},
    });
    const pair = nodePair(request, { baseUrl, ip: facts.ip });
    const koa = provider().createContext(pair.req, pair.res);
    return { koa, pair };
  }

  /** Copies the cookies of the protocol's context to the response. */
  function handOn({ pair }: ReturnType<typeof open>, response: Response) {
    const cookies = pair.res.getHeader("set-cookie");
    for (const cookie of [cookies ?? []].flat()) response.headers.append("set-cookie", String(cookie));
    return response;
  }

  return {
    /** Returns the session that a Cookie header names. Returns null if no user is signed in with it. */
    read: async (headers: Headers): Promise<BrowserSession | null> => {
      const at = open(headers, { ip: null, requestId: null });
      const session = (await provider().Session.get(at.koa)) as BrowserSession;
      return session.accountId ? session : null;
    },

    /** Ends the browser's session, if there is one, and begins another under a new id. Sets its cookie on the response. */
    replace: async (headers: Headers, facts: RequestFacts, beginning: Beginning, response: Response) => {
      const at = open(headers, facts);
      const { Session } = provider();
      const before = await Session.get(at.koa);
      if (before.accountId) await before.destroy();
      const session = new Session() as BrowserSession & { id: string };
      session.loginAccount({ accountId: beginning.accountId });
      session.tenantSession = beginning.tenantSession;
      await session.save(LIFETIME_SECONDS);
      at.koa.cookies.set(provider().cookieName("session"), session.id, {
        httpOnly: true,
        overwrite: true,
        sameSite: "lax",
        expires: new Date(Date.now() + LIFETIME_SECONDS * 1000),
        secure: baseUrl.startsWith("https:"),
      });
      return handOn(at, response);
    },

    /** Ends the browser's session, if there is one. */
    end: async (headers: Headers, facts: RequestFacts, response: Response) => {
      const at = open(headers, facts);
      const session = await provider().Session.get(at.koa);
      if (session.accountId) await session.destroy();
      at.koa.cookies.set(provider().cookieName("session"), null, { overwrite: true });
      return handOn(at, response);
    },
  };
}

export type BrowserSessions = ReturnType<typeof browserSessions>;
