import { parse } from "hono/utils/cookie";
import * as nextAuth from "next-auth/next";
import type { NextAuthOptions } from "next-auth";
import type { RequestFacts } from "../kernel/operation/actor";
import { type AppError, refusalBody } from "../kernel/errors";
import { authorizationRefusals, requestRefusals } from "../kernel/refusals";
import { formOf } from "../kernel/http/request-body";
import { isOwnForm } from "./browser/same-origin";
import { parseUrl } from "../kernel/http/parse-url";

/*
 * HTTP interface of the console to the sign-in library (next-auth). The library receives only requests to the endpoints that the
 * console's pages call. All other requests are answered here.
 */

/** Allowed method of each path below /api/auth. */
const endpoints: Record<string, "GET" | "POST"> = {
  csrf: "GET",
  session: "GET",
  "callback/credentials": "POST",
  signout: "POST",
};

export interface ConsoleAuthDeps {
  baseUrl: string;
  optionsFor: (facts: RequestFacts & { userAgent: string | null; cookies: string | null }) => NextAuthOptions;
}

/** The response to which next-auth's handler for API routes writes. */
interface LibraryResponse {
  status: (code: number) => LibraryResponse;
  getHeader: (name: string) => string | string[] | undefined;
  setHeader: (name: string, value: string | string[]) => LibraryResponse;
  send: (body: unknown) => void;
  json: (body: unknown) => void;
  end: () => void;
}
type Library = (request: object, response: LibraryResponse, options: NextAuthOptions) => Promise<void>;

/** next-auth is a CommonJS module. Node and bundlers import its default export differently. */
const library = ((nextAuth.default as { default?: unknown }).default ?? nextAuth.default) as Library;

/** Creates the handler of /api/auth. */
export function createConsoleAuth({ baseUrl, optionsFor }: ConsoleAuthDeps) {
  return async function answer(request: Request, facts: RequestFacts): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/api\/auth\//, "");
    const method = Object.hasOwn(endpoints, path) ? endpoints[path] : undefined;
    if (method === undefined) return refusalResponse(requestRefusals.path_not_found());
    const asked = request.method === "HEAD" ? "GET" : request.method;
    if (asked !== method) {
      const allow = method === "GET" ? "GET, HEAD" : method;
      return refusalResponse(requestRefusals.method_not_allowed({ methods: allow }, { headers: { allow } }));
    }
    // If both headers are absent, the library's CSRF token is the proof. It must match a SameSite cookie.
    if (method === "POST" && !isOwnForm(request, baseUrl))
      return refusalResponse(authorizationRefusals.foreign_form());
    const form = method === "POST" ? await formOf(request) : new FormData();
    const cookies = request.headers.get("cookie");
    const options = optionsFor({ ...facts, userAgent: request.headers.get("user-agent"), cookies });
    const body = Object.fromEntries(
      [...form].filter(
        ([name, value]) => typeof value === "string" && (name !== "callbackUrl" || isOwnAddress(value)),
      ),
    );
    return ask(path, { method, body, cookies: libraryCookies(cookies) }, options);
  };

  /** Sends one request to the library. Omits the headers, because the library would derive its own address from some of them. */
  async function ask(
    path: string,
    asked: { method: string; body: object; cookies: object },
    options: NextAuthOptions,
  ) {
    const headers = new Headers();
    let [status, text]: [number, string | null] = [200, null];
    const response: LibraryResponse = {
      status: (code) => ((status = code), response),
      getHeader: (name) =>
        name === "Set-Cookie" ? headers.getSetCookie() : (headers.get(name) ?? undefined),
      setHeader: (name, value) => {
        headers.delete(name);
        for (const line of [value].flat()) headers.append(name, line);
        return response;
      },
      send: (body) => void (text = typeof body === "string" ? body : JSON.stringify(body)),
      json: (body) => {
        headers.set("content-type", "application/json");
        text = JSON.stringify(body, (_key, value: unknown) =>
          typeof value === "string" ? ownPage(value) : value,
        );
      },
      end: () => {},
    };
    const request = { ...asked, headers: {}, query: { nextauth: path.split("/") } };
    await library(request, response, options);
    const location = headers.get("location");
    if (location !== null) headers.set("location", ownPage(location));
    headers.set("cache-control", "no-store");
    return new Response(text, { status, headers });
  }

  /** Returns true if the text is a path or an address of this installation. */
  function isOwnAddress(text: string): boolean {
    const url = parseUrl(text);
    return url === null ? text.startsWith("/") : url.origin === new URL(baseUrl).origin;
  }

  /** Returns the sign-in page in place of an address of the library's own pages. Returns any other address unchanged. */
  function ownPage(address: string): string {
    const own = `${baseUrl}/api/auth/`;
    return address.startsWith(own) ? `${baseUrl}/sign-in${new URL(address).search}` : address;
  }
}

/**
 * Returns the cookies for the library, without that of a callback address. The library throws for a cookie that contains no
 * address, which another host of the same site can set. The forms of the console send the address themselves.
 */
const libraryCookies = (cookies: string | null) =>
  Object.fromEntries(
    Object.entries(parse(cookies ?? "")).filter(([name]) => !name.endsWith("next-auth.callback-url")),
  );

const refusalResponse = (refusal: AppError) =>
  Response.json(refusalBody(refusal), {
    status: refusal.status,
    headers: { "cache-control": "no-store", ...refusal.details.headers },
  });
