import { errors } from "oidc-provider";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { RequestFacts } from "../../kernel/operation/actor";
import { formOf } from "../../kernel/http/request-body";
import type { Counters } from "../../kernel/concurrency/counters";
import type { Execute } from "../../kernel/operation/execute";
import type { Federation } from "../federation/federation";
import type { AppSignIn, AppStep } from "../sign-in/app";
import { isOwnForm } from "../same-origin";
import { followTypedAddress, typedAddress } from "../typed-address";
import { apisOfParams, type ApiAccess } from "./api-access";
import { boundHash, browserBinding, type Bound } from "./browser-binding";
import { deviceCookie, keepDevice, type DeviceTokens } from "./device-cookie";
import { giveGrant } from "./grants";
import {
  addressOf,
  browserSession,
  createVisits,
  forget,
  requestedScopes,
  type InteractionPlaces,
  type Visit,
  type InteractionView,
  type LinkView,
} from "./interaction-visit";
import type { People } from "./people";
import { authorizationRefusals } from "../../kernel/refusals/authorization";
import { requestRefusals } from "../../kernel/refusals/requests";
import { plainRefusal } from "../plain-refusal";

export interface InteractionDeps extends InteractionPlaces {
  counters: Counters;
  people: People;
  apis: ApiAccess;
  signIn: AppSignIn;
  /** External providers with a redirect. */
  federation: Pick<Federation, "begin" | "claim">;
  execute: Execute;
  devices: DeviceTokens;
  /** Returns the branding of a tenant. */
  appearance: (tenantId: number) => Promise<Appearance>;
  slugOf: (tenantId: number) => Promise<string>;
}

/**
 * Maximum number of redirects to providers that one sign-in may start within this number of seconds. Each redirect stores a row
 * for that time (domain/federation/attempts.ts).
 */
const DEPARTURES = { most: 10, seconds: 900 };

type Step = "consent" | "abort" | "switch";

/** Creates the content and the form handlers of the pages of a sign-in. */
export function createInteractions(deps: InteractionDeps) {
  const { baseUrl, counters, people, execute } = deps;
  const { visit, linked, organizationOf } = createVisits(deps);
  const secure = baseUrl.startsWith("https:");
  const binding = browserBinding(baseUrl);

  /** Ends the interaction with this result and redirects the browser to the protocol. */
  async function finish({ details }: Visit, result: object, anew = false) {
    // Keeps the results of earlier steps, unless `anew` discards them or the app gets an error, as `interactionResult` of the library
    // does. The library would read the interaction and the session again.
    const discards = anew || "error" in result;
    details.result = discards ? { ...result } : { ...details.lastSubmission, ...result };
    try {
      await details.persist();
    } catch (error) {
      // Another request has ended this interaction (adapter.ts).
      if (!(error instanceof errors.SessionNotFound)) throw error;
      return redirect(pageOf(details.uid));
    }
    return redirect(details.returnTo);
  }

  /**
   * Returns the administrator who acts as the user in this browser, and the check of flows.ts that failed. Returns null if no
   * administrator acts.
   */
  async function actingIn(at: Visit, accountId: string): Promise<InteractionView["acting"]> {
    const session = await browserSession(at);
    const acting = (await people.standing(at.client.tenantId, accountId, session?.tenantSession))?.acting;
    if (!acting) return null;
    const { reasons } = at.details.prompt;
    const why = reasons.includes("acting_elsewhere")
      ? ("elsewhere" as const)
      : reasons.includes("acting_unagreed") || at.details.prompt.name === "consent"
        ? ("unagreed" as const)
        : null;
    return { by: acting.by.label, until: acting.until, why };
  }

  const signsOf = (request: Request, device: string, facts: RequestFacts) => ({
    ...facts,
    userAgent: request.headers.get("user-agent"),
    deviceHash: deps.devices.digest(device),
    signal: request.signal,
  });

  /** Runs a step of the sign-in (server/auth/sign-in). */
  async function signIn(at: Visit, step: string, form: FormData, request: Request): Promise<Response> {
    const device = deviceCookie(request.headers.get("cookie"), secure);
    const { uid } = at.details;
    const signs = signsOf(request, device, at.facts);
    const bound = binding.read(request.headers.get("cookie"), uid);
    const field = (name: string) => textOf(form, name);
    const result = await deps.signIn.step(addressOf(at), uid, step, field, signs, bound);
    if (result === null) return plainRefusal(request, requestRefusals.path_not_found());
    const response = await onward(at, result, device, bound);
    const typed = textOf(form, "email");
    const failed = result.to === "page" && result.trouble !== undefined;
    if (step === "sign-in")
      followTypedAddress(response, typed, failed, { path: `/interaction/${uid}`, secure });
    return response;
  }

  /** Redirects after a step: back to the page, or into the protocol after the sign-in. */
  async function onward(at: Visit, result: AppStep, device: string, bound: Bound): Promise<Response> {
    const response = await answerTo(at, result, device, bound);
    binding.keep(response, at.details.uid, bound);
    return response;
  }

  async function answerTo(at: Visit, result: AppStep, device: string, bound: Bound): Promise<Response> {
    const { uid } = at.details;
    if (result.to === "json") return Response.json(result.body, { headers: { "cache-control": "no-store" } });
    if (result.to === "page") {
      const again = redirect(pageOf(uid, result.trouble));
      // A device that waits for an approval must be recognized later.
      if (result.trouble === "device") keepDevice(again, await deps.devices.renew(device), secure);
      return again;
    }
    const accountId = String(result.userId);
    const { sessionId: tenantSession, remembered: remember, amr, acr } = result;
    const boundTo = bound.token === null ? null : boundHash(bound.token);
    const response = await finish(at, { login: { accountId, tenantSession, amr, acr, remember, boundTo } });
    keepDevice(response, await deps.devices.renew(device), secure);
    await forget(at, accountId);
    return response;
  }

  /** Redirects the user to the chosen provider. */
  async function depart(at: Visit, form: FormData, request: Request): Promise<Response> {
    const { uid } = at.details;
    const { tenantId, app } = at.client;
    const providerId = Number(textOf(form, "provider"));
    if (
      !Number.isSafeInteger(providerId) ||
      (await counters.take({ key: `departures:${uid}`, ...DEPARTURES })) > 0
    )
      return redirect(pageOf(uid, "outside"));
    const tenantRef = { tenantId, slug: await deps.slugOf(tenantId) };
    const signs = { ...at.facts, userAgent: request.headers.get("user-agent") };
    const underWay = { appId: app.appId, interactionUid: uid, baseUrl };
    const there = await deps.federation.begin(tenantRef, providerId, underWay, signs);
    return redirect(there ?? pageOf(uid, "outside"));
  }

  /**
   * Completes the return from a provider. The protocol's cookie proves that this browser started the redirect. The claim proves
   * that the same browser returned.
   */
  async function takeBack(at: Visit, token: string, request: Request): Promise<Response> {
    const { uid } = at.details;
    const { tenantId, app } = at.client;
    const device = deviceCookie(request.headers.get("cookie"), secure);
    const signs = signsOf(request, device, at.facts);
    const toward = { tenantId, appId: app.appId };
    const proof = await deps.federation.claim(toward, { interactionUid: uid, token }, signs);
    if (proof === null) return redirect(pageOf(uid, "outside"));
    const bound = binding.read(request.headers.get("cookie"), uid);
    return onward(at, await deps.signIn.proved(addressOf(at), uid, proof, signs, bound), device, bound);
  }

  const pageOf = (uid: string, trouble?: string) =>
    `${baseUrl}/interaction/${uid}${trouble ? `?error=${trouble}` : ""}`;

  /** Approves the sign-in for which a link was requested, from another device. */
  async function approve(uid: string, form: FormData, request: Request, facts: RequestFacts) {
    const address = await linked(uid);
    const token = textOf(form, "token");
    const back = (outcome: string) =>
      redirect(
        `${baseUrl}/interaction/${uid}?${new URLSearchParams({ link: `${address?.tenantId ?? 0}.${token}`, error: outcome }).toString()}`,
      );
    if (!address || !(await deps.signIn.mayCrossDevices(address.tenantId))) return back("link");
    const signs = signsOf(request, deviceCookie(request.headers.get("cookie"), secure), facts);
    const trouble = await deps.signIn.approve(address, uid, (name) => textOf(form, name), signs);
    return back(trouble ?? "approved");
  }

  /** Returns the APIs that the app asks for, with the scopes that this user may get. */
  const apisOf = ({ client: { tenantId, clientId }, details }: Visit, userId: number | null) =>
    apisOfParams(deps.apis, { tenantId, clientId, userId }, details.params);

  async function consent(at: Visit) {
    const session = await browserSession(at);
    const accountId = session?.accountId;
    const { tenantId, app, clientId } = at.client;
    const entry =
      accountId === undefined ? null : await people.entry(tenantId, accountId, session?.tenantSession);
    // The protocol then demands a new sign-in.
    if (!entry?.standing || app.appId === null) return redirect(at.details.returnTo);
    const { subject, standing } = entry;
    // An administrator who acts as the user must not give a consent in the user's place.
    if (standing.acting) return steps.abort(at);
    const grantId = await giveGrant(at.provider, execute, {
      tenantId,
      appId: app.appId,
      clientId,
      subject,
      sessionId: session?.tenantSession ?? null,
      scopes: requestedScopes(at.details),
      apiScopes: Object.fromEntries(
        (await apisOf(at, subject.userId)).map(({ audience, scopes }) => [
          audience,
          scopes.map(({ name }) => name),
        ]),
      ),
      facts: at.facts,
    });
    if (grantId === null) return redirect(at.details.returnTo);
    return finish(at, { consent: { grantId } });
  }

  const steps: Record<Step, (at: Visit) => Promise<Response>> = {
    consent,
    abort: (at) =>
      finish(at, { error: "access_denied", error_description: "The person did not let the app in." }),
    switch: async (at) => {
      const response = await finish(at, {}, true);
      await forget(at, null);
      return response;
    },
  };

  return {
    /** Returns the content of the page of this interaction. Returns null if it has expired or belongs to another browser. */
    describe: async (
      uid: string,
      cookies: string | null,
      signs: { ip: string | null; userAgent: string | null },
    ): Promise<InteractionView | null> => {
      const request = new Request(`${baseUrl}/interaction/${uid}`, {
        headers: cookies ? { cookie: cookies } : {},
      });
      const facts = { ip: signs.ip, requestId: null };
      const at = await visit(request, uid, facts);
      if (!at) return null;
      const { accountId } = (at.details.session ?? {}) as { accountId?: string };
      const hint = at.details.params["login_hint"];
      const { tenantId } = at.client;
      const prompt = at.details.prompt.name as InteractionView["prompt"];
      const deviceHash = deps.devices.digest(deviceCookie(cookies, secure));
      const [account, appearance, slug, acting, apis, signIn] = await Promise.all([
        accountId === undefined ? null : people.find(tenantId, accountId),
        deps.appearance(tenantId),
        deps.slugOf(tenantId),
        accountId === undefined ? null : actingIn(at, accountId),
        prompt === "consent" ? apisOf(at, accountId === undefined ? null : Number(accountId)) : [],
        prompt === "login"
          ? deps.signIn.view(
              addressOf(at),
              uid,
              { ...facts, userAgent: signs.userAgent, deviceHash },
              binding.read(cookies, uid),
            )
          : null,
      ]);
      return {
        prompt,
        signIn,
        tenantId,
        slug,
        app: { appId: at.client.app.appId, name: at.client.app.name },
        account,
        appearance,
        loginHint: typedAddress(cookies) ?? (typeof hint === "string" ? hint : null),
        scopes: requestedScopes(at.details),
        apis,
        mayBeRemembered: await people.mayBeRemembered(at.client.tenantId),
        acting,
      };
    },

    /** Returns the branding of the organization of a sign-in that cannot continue here; null if the organization is unknown. */
    brandOfLost: async (uid: string): Promise<Appearance | null> => {
      const tenantId = await organizationOf(uid);
      return tenantId === null ? null : deps.appearance(tenantId);
    },

    /** Returns the content of the page of a link. Opening the page changes nothing, because mail scanners open links, too. */
    describeLink: async (uid: string, cookies: string | null): Promise<LinkView | null> => {
      const address = await linked(uid);
      if (!address) return null;
      const { tenantId, app } = address;
      const request = new Request(`${baseUrl}/interaction/${uid}`, {
        headers: cookies ? { cookie: cookies } : {},
      });
      const same = await visit(request, uid, { ip: null, requestId: null });
      const [appearance, mayCross] = await Promise.all([
        deps.appearance(tenantId),
        deps.signIn.mayCrossDevices(tenantId),
      ]);
      const device = same ? "same" : mayCross ? "other" : "barred";
      return { app: { appId: app.appId, name: app.name }, appearance, device };
    },

    /** Handles the return from an external provider (federation/routes.ts redirects here). */
    returned: async (request: Request, uid: string, facts: RequestFacts): Promise<Response> => {
      const at = await visit(request, uid, facts);
      const token = new URL(request.url).searchParams.get("claim");
      return at && token ? takeBack(at, token, request) : redirect(pageOf(uid));
    },

    /** Handles a form of the page. Redirects back to the page or into the protocol. */
    submit: async (request: Request, uid: string, step: string, facts: RequestFacts): Promise<Response> => {
      if (request.method !== "POST") return plainRefusal(request, requestRefusals.path_not_found());
      // Every step needs the protocol's cookie, which is SameSite, or the token of a link.
      if (!isOwnForm(request, baseUrl)) return plainRefusal(request, authorizationRefusals.foreign_form());
      const form = await formOf(request);
      if (step === "approve") return approve(uid, form, request, facts);
      const at = await visit(new Request(request.url, { headers: request.headers }), uid, facts);
      if (!at) return redirect(`${baseUrl}/interaction/${uid}`);
      if (step === "outside") return depart(at, form, request);
      if (Object.hasOwn(steps, step)) return steps[step as Step](at);
      return signIn(at, step, form, request);
    },
  };
}

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

const redirect = (location: string) =>
  new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
