import { newOpaqueToken } from "../../kernel/http/client-id";
import type { RequestFacts } from "../../kernel/operation/actor";
import { formOf, textOf } from "../../kernel/http/request-body";
import { deviceCookie, deviceDigest, keepDevice } from "../browser/device-cookie";
import { isOwnForm } from "../browser/same-origin";
import { followTypedAddress, typedAddress } from "../browser/typed-address";
import type { ConsoleOutcome, ConsoleSignIn, ConsoleView } from "./console";
import { authorizationRefusals, requestRefusals } from "../../kernel/refusals";
import { plainRefusal, redirect } from "../browser/plain-refusal";

/**
 * Returns the name of the cookie that binds a sign-in at the console to the browser that began it. Over https, no other host can
 * set it (RFC 6265bis §4.1.3.2).
 */
export const flowCookieName = (baseUrl: string) =>
  `${baseUrl.startsWith("https:") ? "__Host-" : ""}castellan_sign_in`;
const LIFETIME_SECONDS = 1_800;

interface Visitor {
  ip: string | null;
  userAgent: string | null;
}

/** Creates the HTTP interface of the sign-in to the console: it finds the browser's flow, runs the step and redirects. */
export function createConsolePages({ baseUrl, signIn }: { baseUrl: string; signIn: ConsoleSignIn }) {
  const secure = baseUrl.startsWith("https:");
  const cookieName = flowCookieName(baseUrl);
  const pattern = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43})(?:;|$)`);
  const keyIn = (cookies: string | null): string | undefined => pattern.exec(cookies ?? "")?.[1];
  const signsOf = (cookies: string | null, { ip, userAgent }: Visitor) => ({
    ip,
    userAgent,
    requestId: null,
    deviceHash: deviceDigest(deviceCookie(cookies, secure), null),
  });

  return {
    /** Returns the content of the sign-in page for the browser with these cookies. */
    describe: async (
      cookies: string | null,
      visitor: Visitor,
    ): Promise<ConsoleView & { loginHint: string | null }> => ({
      // Without a cookie, the key is random and no sign-in has it. The content is that of a new sign-in.
      ...(await signIn.view(keyIn(cookies) ?? newOpaqueToken(), signsOf(cookies, visitor))),
      loginHint: typedAddress(cookies),
    }),

    /** Runs a step that a form of that page submits. */
    submit: async (request: Request, step: string, facts: RequestFacts): Promise<Response> => {
      if (request.method !== "POST") return plainRefusal(request, requestRefusals.path_not_found());
      // If both headers are absent, the SameSite cookie of the flow is the proof. A form of another site would begin a new sign-in.
      if (!isOwnForm(request, baseUrl)) return plainRefusal(request, authorizationRefusals.foreign_form());
      const cookies = request.headers.get("cookie");
      const form = await formOf(request);
      const visitor = { ...facts, userAgent: request.headers.get("user-agent"), signal: request.signal };
      const device = deviceCookie(cookies, secure);
      const field = (name: string) => textOf(form, name);
      const held = keyIn(cookies) ?? newOpaqueToken();
      const { key, result } = await signIn.step(held, step, field, visitor, device);
      if (result === null) return plainRefusal(request, requestRefusals.path_not_found());
      const response =
        result.to === "json"
          ? Response.json(result.body, { headers: { "cache-control": "no-store" } })
          : redirect(
              `${baseUrl}/sign-in${result.to === "page" && result.trouble ? `?error=${result.trouble}` : ""}`,
            );
      const attributes = `Path=/; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
      response.headers.append("set-cookie", `${cookieName}=${key}; ${attributes}`);
      const typed = field("email");
      const failed = result.to === "page" && result.trouble !== undefined;
      if (step === "sign-in") followTypedAddress(response, typed, failed, { path: "/sign-in", secure });
      // Sends the new device token. The browser becomes known when the user enters, or when the device waits for an approval.
      if (result.to === "ready") keepDevice(response, result.device, secure);
      return response;
    },

    /** Exchanges the code for the session, on behalf of next-auth. */
    redeem: (
      cookies: string | null,
      code: string,
      facts: RequestFacts & Visitor,
    ): Promise<ConsoleOutcome> => {
      const key = keyIn(cookies);
      if (key === undefined) return Promise.resolve(null);
      const { ip, userAgent, requestId } = facts;
      return signIn.redeem(key, code, { ip, userAgent, requestId });
    },
  };
}

export type ConsolePages = ReturnType<typeof createConsolePages>;
