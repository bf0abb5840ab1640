import type { NextAuthOptions } from "next-auth";
import type { Logger } from "pino";
import type { RequestFacts } from "../kernel/operation/actor";
import type { ConsoleSessions } from "./sessions/console-session";
import type { ConsolePages } from "./sign-in/console-pages";

/** Maximum lifetime of a console session in seconds. The server ends a session at its own expiry. */
const COOKIE_SECONDS = 720 * 3_600;

export interface NextAuthDeps {
  baseUrl: string;
  /** Signs next-auth's CSRF token. */
  secret: string;
  /** The sign-in at /sign-in. */
  consolePages: Pick<ConsolePages, "redeem">;
  consoleSessions: ConsoleSessions;
  log: Logger;
}

const isSecure = (baseUrl: string) => baseUrl.startsWith("https:");

/**
 * Returns the name of the cookie with the console session's token. With https, browsers send the cookie only over https, and no
 * other host can set it.
 */
export const sessionCookieName = (baseUrl: string) =>
  `${isSecure(baseUrl) ? "__Host-" : ""}castellan.session`;

/**
 * Creates next-auth's options for one request. Its "JWT" is our opaque token, whose row decides if the session is valid. With
 * next-auth's own tokens, a sign-out, a suspension or a new password would not end a session.
 */
export function createNextAuthOptions({ baseUrl, secret, consolePages, consoleSessions, log }: NextAuthDeps) {
  // next-auth reads its own address only from this variable. Without it, next-auth uses the request's Host header.
  process.env["NEXTAUTH_URL"] = baseUrl;
  const secure = isSecure(baseUrl);

  return function optionsFor(
    facts: RequestFacts & { userAgent: string | null; cookies: string | null },
  ): NextAuthOptions {
    return {
      secret,
      useSecureCookies: secure,
      session: { strategy: "jwt", maxAge: COOKIE_SECONDS },
      pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
      cookies: {
        sessionToken: {
          name: sessionCookieName(baseUrl),
          options: { httpOnly: true, sameSite: "lax", path: "/", secure },
        },
      },
      providers: [
        // Written out, because next-auth's own CredentialsProvider is CommonJS, which Node and Next import differently.
        {
          id: "credentials",
          name: "Castellan",
          type: "credentials",
          credentials: { code: { type: "text" } },
          authorize: async (given) => {
            const code: unknown = given?.["code"];
            if (typeof code !== "string") return null;
            const entry = await consolePages.redeem(facts.cookies, code, facts);
            // next-auth puts the message of an error into the address of its answer.
            if (entry === "device") throw new Error(entry);
            return entry && { id: entry.token, email: entry.email, name: entry.name };
          },
        },
      ],
      callbacks: {
        // Only the cookie contains the token. /api/auth/session returns the user without it.
        jwt: ({ token, user }) => (user ? { opaque: user.id, email: user.email, name: user.name } : token),
        session: ({ session }) => session,
      },
      jwt: {
        encode: async ({ token }) => (typeof token?.["opaque"] === "string" ? token["opaque"] : ""),
        decode: async ({ token }) => {
          const session = await consoleSessions.read(token);
          return session ? { opaque: token, email: session.email, name: session.name } : null;
        },
      },
      events: {
        signOut: async ({ token }) => {
          if (typeof token?.["opaque"] === "string") await consoleSessions.revoke(token["opaque"], facts);
        },
      },
      logger: {
        error: (code, metadata) => {
          // A browser may send the cookie of an ended session, which is no error.
          if (code === "JWT_SESSION_ERROR") return;
          log.error({ err: metadata instanceof Error ? metadata : metadata.error, code }, "next-auth failed");
        },
        warn: (code) => log.warn({ code }, "next-auth"),
        debug: () => {},
      },
    };
  };
}
