import type { Provider } from "oidc-provider";
import type { RequestFacts } from "../../kernel/operation/actor";
import { toReqRes } from "fetch-to-node";

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

/** Returns a fetch request as request and response of node:http, with the configured addresses. */
export function nodePair(request: Request, { baseUrl, ip }: { baseUrl: string; ip: string | null }) {
  const { host, protocol } = new URL(baseUrl);
  const { req, res } = toReqRes(request);
  // Koa reads two facts from the socket: the remote address, and whether the connection is encrypted. fetch-to-node has no socket.
  const socket = { encrypted: protocol === "https:", remoteAddress: ip ?? undefined, destroy() {} };
  Object.defineProperty(req, "socket", { value: socket });
  // Addresses in discovery must be the configured ones. Headers of the client or a proxy must not change them.
  req.headers.host = host;
  for (const name of ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-for"]) delete req.headers[name];
  // A body needs one of these two headers (RFC 9112 §6). A request that did not use HTTP/1 may lack both.
  if (req.headers["content-length"] === undefined) req.headers["transfer-encoding"] ??= "chunked";
  return { req, res };
}
