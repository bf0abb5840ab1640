import { errors } from "oidc-provider";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { RequestFacts } from "../../kernel/operation/actor";
import { formOf, textOf } from "../../kernel/http/request-body";
import type { Counters } from "../../kernel/concurrency/counters";
import type { Execute } from "../../kernel/operation/execute";
import type { Federation } from "../federation/federation";
import type { AppSignIn, AppStep } from "../sign-in/app";
import { isOwnForm } from "../browser/same-origin";
import { followTypedAddress, typedAddress } from "../browser/typed-address";
import { claimsAboutUser } from "../../domain/app-claims/evaluate";
import { apisOfParams, type ApiAccess } from "./api-access";
import { boundHash, browserBinding, type Bound } from "../browser/browser-binding";
import { deviceCookie, keepDevice, type DeviceTokens } from "../browser/device-cookie";
import { giveGrant } from "./grants";
import {
  addressOf,
  browserSession,
  forget,
  requestedScopes,
  type InteractionPlaces,
  type Visit,
  type InteractionView,
  type LinkView,
  actingIn,
  findVisit,
  linkedApp,
  organizationOf,
} from "./interaction-visit";
import type { People } from "../sessions/people";
import { authorizationRefusals, requestRefusals } from "../../kernel/refusals";
import { plainRefusal, redirect } from "../browser/plain-refusal";

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

interface Interactions extends InteractionDeps {
  secure: boolean;
  binding: ReturnType<typeof browserBinding>;
}

/** Creates the content and the form handlers of the pages of a sign-in. */
export function createInteractions(deps: InteractionDeps) {
  const { baseUrl } = deps;
  const secure = baseUrl.startsWith("https:");
  const pages = { ...deps, secure, binding: browserBinding(baseUrl) };
  return {
    describe: describe.bind(null, pages),
    brandOfLost: brandOfLost.bind(null, pages),
    describeLink: describeLink.bind(null, pages),
    returned: returned.bind(null, pages),
    submit: submit.bind(null, pages),
  };
}

/** Ends the interaction with this result and redirects the browser to the protocol. */
async function finish(pages: Interactions, { details }: Visit, result: object, anew = false) {
  // Keeps the results of earlier steps, unless `anew` discards them or the app gets an error, as `interactionResult` of the library
  // does. The library would read the interaction and the session again.
  const discards = anew || "error" in result;
  details.result = discards ? { ...result } : { ...details.lastSubmission, ...result };
  try {
    await details.persist();
  } catch (error) {
    // Another request has ended this interaction (adapter.ts).
    if (!(error instanceof errors.SessionNotFound)) throw error;
    return redirect(pageOf(pages, details.uid));
  }
  return redirect(details.returnTo);
}

const signsOf = ({ devices }: Interactions, request: Request, device: string, facts: RequestFacts) => ({
  ...facts,
  userAgent: request.headers.get("user-agent"),
  deviceHash: devices.digest(device),
  signal: request.signal,
});

/** A request of a sign-in, with the tokens of its browser. */
interface Sent {
  at: Visit;
  request: Request;
  device: string;
  bound: Bound;
  signs: ReturnType<typeof signsOf>;
}

function sentBy(pages: Interactions, at: Visit, request: Request): Sent {
  const cookies = request.headers.get("cookie");
  const device = deviceCookie(cookies, pages.secure);
  const bound = pages.binding.read(cookies, at.details.uid);
  return { at, request, device, bound, signs: signsOf(pages, request, device, at.facts) };
}

/** Runs a step of the sign-in (server/auth/sign-in). */
async function signIn(pages: Interactions, sent: Sent, step: string, form: FormData): Promise<Response> {
  const { at, request, signs, bound } = sent;
  const { uid } = at.details;
  const field = (name: string) => textOf(form, name);
  const result = await pages.signIn.step(addressOf(at), uid, step, field, signs, bound);
  if (result === null) return plainRefusal(request, requestRefusals.path_not_found());
  const response = await onward(pages, sent, result);
  const failed = result.to === "page" && result.trouble !== undefined;
  if (step === "sign-in")
    followTypedAddress(response, field("email"), failed, {
      path: `/interaction/${uid}`,
      secure: pages.secure,
    });
  return response;
}

/** Redirects after a step: back to the page, or into the protocol after the sign-in. */
async function onward(pages: Interactions, sent: Sent, result: AppStep): Promise<Response> {
  const response = await answerTo(pages, sent, result);
  pages.binding.keep(response, sent.at.details.uid, sent.bound);
  return response;
}

async function answerTo(pages: Interactions, { at, device, bound }: Sent, result: AppStep) {
  const { devices, secure } = pages;
  if (result.to === "json") return Response.json(result.body, { headers: { "cache-control": "no-store" } });
  if (result.to === "page") {
    const again = redirect(pageOf(pages, at.details.uid, result.trouble));
    // A device that waits for an approval must be recognized later.
    if (result.trouble === "device") keepDevice(again, await devices.renew(device), secure);
    return again;
  }
  const accountId = String(result.userId);
  const { sessionId: tenantSession, remembered: remember, amr, acr } = result;
  const boundTo = bound.token === null ? null : boundHash(bound.token);
  const login = { accountId, tenantSession, amr, acr, remember, boundTo };
  const response = await finish(pages, at, { login });
  keepDevice(response, await devices.renew(device), secure);
  await forget(at, accountId);
  return response;
}

/** Redirects the user to the chosen provider. */
async function depart(pages: Interactions, at: Visit, form: FormData, request: Request): Promise<Response> {
  const { baseUrl, counters, federation, slugOf } = pages;
  const { uid } = at.details;
  const { tenantId, app } = at.client;
  const providerId = Number(textOf(form, "provider"));
  if (
    !Number.isSafeInteger(providerId) ||
    (await counters.take({ key: `departures:${uid}`, ...DEPARTURES })) > 0
  )
    return redirect(pageOf(pages, uid, "outside"));
  const tenantRef = { tenantId, slug: await slugOf(tenantId) };
  const signs = { ...at.facts, userAgent: request.headers.get("user-agent") };
  const underWay = { appId: app.appId, interactionUid: uid, baseUrl };
  const there = await federation.begin(tenantRef, providerId, underWay, signs);
  return redirect(there ?? pageOf(pages, uid, "outside"));
}

/**
 * Completes the return from a provider. The protocol's cookie proves that this browser started the redirect. The claim proves
 * that the same browser returned.
 */
async function takeBack(pages: Interactions, sent: Sent, token: string): Promise<Response> {
  const { at, signs, bound } = sent;
  const { uid } = at.details;
  const { tenantId, app } = at.client;
  const toward = { tenantId, appId: app.appId };
  const proof = await pages.federation.claim(toward, { interactionUid: uid, token }, signs);
  if (proof === null) return redirect(pageOf(pages, uid, "outside"));
  return onward(pages, sent, await pages.signIn.proved(addressOf(at), uid, proof, signs, bound));
}

const pageOf = ({ baseUrl }: Interactions, uid: string, trouble?: string) =>
  `${baseUrl}/interaction/${uid}${trouble ? `?error=${trouble}` : ""}`;

/** Approves the sign-in for which a link was requested, from another device. */
async function approve(
  pages: Interactions,
  uid: string,
  form: FormData,
  request: Request,
  facts: RequestFacts,
) {
  const { baseUrl, secure } = pages;
  const address = await linkedApp(pages, uid);
  const token = textOf(form, "token");
  const back = (outcome: string) =>
    redirect(
      `${baseUrl}/interaction/${uid}?${new URLSearchParams({ link: `${address?.tenantId ?? 0}.${token}`, error: outcome }).toString()}`,
    );
  if (!address || !(await pages.signIn.mayCrossDevices(address.tenantId))) return back("link");
  const signs = signsOf(pages, request, deviceCookie(request.headers.get("cookie"), secure), facts);
  const trouble = await pages.signIn.approve(address, uid, (name) => textOf(form, name), signs);
  return back(trouble ?? "approved");
}

/** Returns the APIs that the app asks for, with the scopes that this user may get. */
const apisOf = ({ apis }: Interactions, { client, details }: Visit, userId: number | null) =>
  apisOfParams(apis, { tenantId: client.tenantId, clientId: client.clientId, userId }, details.params);

async function consent(pages: Interactions, at: Visit) {
  const session = await browserSession(at);
  const accountId = session?.accountId;
  const { tenantId, app, clientId } = at.client;
  const entry =
    accountId === undefined ? null : await pages.people.entry(tenantId, accountId, session?.tenantSession);
  // The protocol then demands a new sign-in.
  if (!entry?.standing || app.appId === null) return redirect(at.details.returnTo);
  const { subject, standing } = entry;
  // An administrator who acts as the user must not give a consent in the user's place.
  if (standing.acting) return abort(pages, at);
  const grantId = await giveGrant(at.provider, pages.execute, {
    tenantId,
    appId: app.appId,
    clientId,
    subject,
    sessionId: session?.tenantSession ?? null,
    scopes: requestedScopes(at.details),
    apiScopes: Object.fromEntries(
      (await apisOf(pages, at, subject.userId)).map(({ audience, scopes }) => [
        audience,
        scopes.map(({ name }) => name),
      ]),
    ),
    facts: at.facts,
  });
  if (grantId === null) return redirect(at.details.returnTo);
  return finish(pages, at, { consent: { grantId } });
}

const abort = (pages: Interactions, at: Visit) =>
  finish(pages, at, { error: "access_denied", error_description: "The person did not let the app in." });

async function switchUser(pages: Interactions, at: Visit) {
  const response = await finish(pages, at, {}, true);
  await forget(at, null);
  return response;
}

const steps: Record<string, (pages: Interactions, at: Visit) => Promise<Response>> = {
  consent,
  abort,
  switch: switchUser,
};

/** Returns the content of the page of this interaction. Returns null if it has expired or belongs to another browser. */
async function describe(
  pages: Interactions,
  uid: string,
  cookies: string | null,
  signs: { ip: string | null; userAgent: string | null },
): Promise<InteractionView | null> {
  const { binding, devices, people, secure, slugOf } = pages;
  const request = new Request(pageOf(pages, uid), { headers: cookies ? { cookie: cookies } : {} });
  const facts = { ip: signs.ip, requestId: null };
  const at = await findVisit(pages, request, uid, facts);
  if (!at) return null;
  const { accountId } = (at.details.session ?? {}) as { accountId?: string };
  const hint = at.details.params["login_hint"];
  const { tenantId } = at.client;
  const prompt = at.details.prompt.name as InteractionView["prompt"];
  const deviceHash = devices.digest(deviceCookie(cookies, secure));
  const [account, appearance, slug, acting, apis, signIn] = await Promise.all([
    accountId === undefined ? null : people.find(tenantId, accountId),
    pages.appearance(tenantId),
    slugOf(tenantId),
    accountId === undefined ? null : actingIn(people, at, accountId),
    prompt === "consent" ? apisOf(pages, at, accountId === undefined ? null : Number(accountId)) : [],
    prompt === "login"
      ? pages.signIn.view(
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
    claims: claimsAboutUser(at.client.app.claims),
    mayBeRemembered: await people.mayBeRemembered(at.client.tenantId),
    acting,
  };
}

/** Returns the branding of the organization of a sign-in that cannot continue here; null if the organization is unknown. */
async function brandOfLost(pages: Interactions, uid: string) {
  const tenantId = await organizationOf(pages, uid);
  return tenantId === null ? null : pages.appearance(tenantId);
}

/** Returns the content of the page of a link. Opening the page changes nothing, because mail scanners open links, too. */
async function describeLink(
  pages: Interactions,
  uid: string,
  cookies: string | null,
): Promise<LinkView | null> {
  const address = await linkedApp(pages, uid);
  if (!address) return null;
  const { tenantId, app } = address;
  const request = new Request(pageOf(pages, uid), { headers: cookies ? { cookie: cookies } : {} });
  const same = await findVisit(pages, request, uid, { ip: null, requestId: null });
  const [appearance, mayCross] = await Promise.all([
    pages.appearance(tenantId),
    pages.signIn.mayCrossDevices(tenantId),
  ]);
  const device = same ? "same" : mayCross ? "other" : "barred";
  return { app: { appId: app.appId, name: app.name }, appearance, device };
}

/** Handles the return from an external provider (federation/routes.ts redirects here). */
async function returned(pages: Interactions, request: Request, uid: string, facts: RequestFacts) {
  const at = await findVisit(pages, request, uid, facts);
  const token = new URL(request.url).searchParams.get("claim");
  return at && token ? takeBack(pages, sentBy(pages, at, request), token) : redirect(pageOf(pages, uid));
}

/** Handles a form of the page. Redirects back to the page or into the protocol. */
async function submit(pages: Interactions, request: Request, uid: string, step: string, facts: RequestFacts) {
  const { baseUrl } = pages;
  if (request.method !== "POST") return plainRefusal(request, requestRefusals.path_not_found());
  // Every step needs the protocol's cookie, which is SameSite, or the token of a link.
  if (!isOwnForm(request, baseUrl)) return plainRefusal(request, authorizationRefusals.foreign_form());
  const form = await formOf(request);
  if (step === "approve") return approve(pages, uid, form, request, facts);
  const at = await findVisit(pages, new Request(request.url, { headers: request.headers }), uid, facts);
  if (!at) return redirect(pageOf(pages, uid));
  if (step === "outside") return depart(pages, at, form, request);
  if (Object.hasOwn(steps, step)) return steps[step]!(pages, at);
  return signIn(pages, sentBy(pages, at, request), step, form);
}
