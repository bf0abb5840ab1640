import { errors, type Provider } from "oidc-provider";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { RequestFacts } from "../../kernel/actor";
import type { Execute } from "../../kernel/execute";
import type { ClientRecord, FindClient } from "../clients";
import type { Outside } from "../federation/outside";
import type { AppSignIn, AppStep } from "../sign-in/app";
import type { SignInView } from "../sign-in/view";
import { hashSecret } from "../../kernel/client-id";
import { deviceCookie, keepDevice } from "./device-cookie";
import { scopeClaims } from "./flows";
import { giveGrant } from "./grants";
import { nodePair } from "./node-pair";
import type { People } from "./people";

/** What a page of the hosted sign-in must show. */
export interface InteractionView {
  /** Who are you, may you, do you agree. */
  prompt: "login" | "access" | "consent";
  tenantId: number;
  /** The organization's name in addresses. */
  slug: string;
  /** `appId` is null where they are on their way to their own account page. */
  app: { appId: number | null; name: string };
  /** Who is signed in so far. */
  account: { email: string | null; name: string | null } | null;
  loginHint: string | null;
  /** How the organization shows itself. */
  appearance: Appearance;
  /** What the app asks for. */
  scopes: string[];
  /** Whether the organization lets people stay signed in. */
  mayBeRemembered: boolean;
  /** The administrator who acts as the account, and why that does not open the app; null where nobody does. */
  acting: { by: string; until: Date; why: "elsewhere" | "unagreed" | null } | null;
  /** Where the sign-in stands; null once somebody is signed in. */
  signIn: SignInView | null;
}

/** What the page of a link that was sent shows. */
export interface LinkView {
  app: { name: string };
  appearance: Appearance;
  /** The browser that asked for it, another one that may answer for it, or another one that may not. */
  device: "same" | "other" | "barred";
}

export interface InteractionDeps {
  baseUrl: string;
  provider: () => Provider;
  findClient: FindClient;
  people: People;
  signIn: AppSignIn;
  /** Providers elsewhere, that people are sent to and come back from. */
  outside: Pick<Outside, "begin" | "claim">;
  execute: Execute;
  /** How a tenant shows itself to its people. */
  appearance: (tenantId: number) => Promise<Appearance>;
  slugOf: (tenantId: number) => Promise<string>;
}

type BrowserSession = InstanceType<Provider["Session"]> & { tenantSession?: number };
type Details = Awaited<ReturnType<Provider["interactionDetails"]>>;
interface Visit {
  provider: Provider;
  pair: ReturnType<typeof nodePair>;
  details: Details;
  client: ClientRecord & { tenantId: number; app: NonNullable<ClientRecord["app"]> };
  facts: RequestFacts;
}

type Step = "consent" | "abort" | "switch";

/** The steps of a sign-in that a person takes: what its pages show, and what their forms do. */
export function createInteractions(deps: InteractionDeps) {
  const { baseUrl, people, execute } = deps;
  const secure = baseUrl.startsWith("https:");

  async function visit(request: Request, uid: string, facts: RequestFacts): Promise<Visit | null> {
    const provider = deps.provider();
    const pair = nodePair(request, { baseUrl, ip: facts.ip });
    try {
      const details = await provider.interactionDetails(pair.req, pair.res);
      if (details.uid !== uid) return null;
      const client = await deps.findClient(String(details.params["client_id"]));
      if (!client?.app || client.tenantId === null) return null;
      return {
        provider,
        pair,
        details,
        client: { ...client, tenantId: client.tenantId, app: client.app },
        facts,
      };
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return null;
      throw error;
    }
  }

  const requestedScopes = ({ params }: Details) => {
    const scope = params["scope"];
    return typeof scope === "string"
      ? scope.split(" ").filter((name) => Object.hasOwn(scopeClaims, name))
      : [];
  };

  /** Ends the interaction with this result and sends the browser back into the protocol. */
  async function finish({ provider, pair, details }: Visit, result: object, anew = false) {
    // What the steps before have found still counts, unless it is to be forgotten.
    await provider.interactionResult(pair.req, pair.res, result as never, { mergeWithLastSubmission: !anew });
    return redirect(details.returnTo);
  }

  /** The browser session that the interaction began in, which names the tenant's own (flows.ts). */
  async function browserSession({ provider, details }: Visit): Promise<BrowserSession | undefined> {
    const { uid } = (details.session ?? {}) as { uid?: string };
    return uid === undefined ? undefined : provider.Session.findByUid(uid);
  }

  /** Takes the person who was signed in out of the browser session, so that another can come in their place. */
  async function forget(at: Visit, unless: string | null) {
    const session = await browserSession(at);
    if (!session?.accountId || session.accountId === unless) return;
    const emptied = session as unknown as Record<string, unknown>;
    for (const field of ["accountId", "authorizations", "loginTs", "amr", "acr", "tenantSession"])
      delete emptied[field];
    await session.persist();
  }

  /** Who acts as the account in this browser, and which check of flows.ts that does not pass. */
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
    deviceHash: hashSecret(device),
  });

  /** A step of the sign-in itself (server/auth/sign-in). */
  async function signIn(at: Visit, step: string, form: FormData, request: Request): Promise<Response> {
    const device = deviceCookie(request.headers.get("cookie"));
    const { uid } = at.details;
    const signs = signsOf(request, device, at.facts);
    const result = await deps.signIn.step(at.client, uid, step, (name) => textOf(form, name), signs);
    return result === null ? plain(404, "There is nothing at this path.") : onward(at, result, device);
  }

  /** Where a step leads: back to the page, or signed in and on into the protocol. */
  async function onward(at: Visit, result: AppStep, device: string): Promise<Response> {
    const { uid } = at.details;
    if (result.to === "json") return Response.json(result.body, { headers: { "cache-control": "no-store" } });
    if (result.to === "page") {
      const again = redirect(pageOf(uid, result.trouble));
      // One that waits for approval must be known again.
      if (result.trouble === "denied") keepDevice(again, device, secure);
      return again;
    }
    const accountId = String(result.userId);
    const { sessionId: tenantSession, remembered: remember, amr, acr } = result;
    const response = await finish(at, { login: { accountId, tenantSession, amr, acr, remember } });
    keepDevice(response, device, secure);
    await forget(at, accountId);
    return response;
  }

  /** Sends them to the provider that they chose. */
  async function depart(at: Visit, form: FormData, request: Request): Promise<Response> {
    const { uid } = at.details;
    const { tenantId, app } = at.client;
    const providerId = Number(textOf(form, "provider"));
    if (!Number.isSafeInteger(providerId)) return redirect(pageOf(uid, "outside"));
    const road = { tenantId, slug: await deps.slugOf(tenantId) };
    const signs = { ...at.facts, userAgent: request.headers.get("user-agent") };
    const of = { appId: app.appId, providerId, interactionUid: uid };
    const there = await deps.outside.begin(road, of, signs);
    return redirect(there ?? pageOf(uid, "outside"));
  }

  /** Takes them back: this browser left, as the protocol's cookie shows, and it came back, as the claim does. */
  async function takeBack(at: Visit, token: string, request: Request): Promise<Response> {
    const { uid } = at.details;
    const { tenantId, app } = at.client;
    const device = deviceCookie(request.headers.get("cookie"));
    const signs = signsOf(request, device, at.facts);
    const toward = { tenantId, appId: app.appId };
    const proof = await deps.outside.claim(toward, { interactionUid: uid, token }, signs);
    if (proof === null) return redirect(pageOf(uid, "outside"));
    return onward(at, await deps.signIn.proved(at.client, uid, proof, signs), device);
  }

  const pageOf = (uid: string, trouble?: string) =>
    `${baseUrl}/interaction/${uid}${trouble ? `?error=${trouble}` : ""}`;

  /** The sign-in that a link was sent for, from any browser: whoever has the link knows it. */
  async function linked(uid: string) {
    const found = await deps.provider().Interaction.find(uid);
    const client = found && (await deps.findClient(String(found.params["client_id"])));
    return client?.app && client.tenantId !== null
      ? { ...client, tenantId: client.tenantId, app: client.app }
      : null;
  }

  /** Lets the browser in that asked for the link, from another device. */
  async function approve(uid: string, form: FormData, request: Request, facts: RequestFacts) {
    const client = await linked(uid);
    const token = textOf(form, "token");
    const back = (outcome: string) =>
      redirect(
        `${baseUrl}/interaction/${uid}?${new URLSearchParams({ link: `${client?.tenantId ?? 0}.${token}`, error: outcome }).toString()}`,
      );
    if (!client || !(await deps.signIn.mayCrossDevices(client.tenantId))) return back("link");
    const signs = signsOf(request, deviceCookie(request.headers.get("cookie")), facts);
    const trouble = await deps.signIn.approve(client, uid, (name) => textOf(form, name), signs);
    return back(trouble ?? "approved");
  }

  async function consent(at: Visit) {
    const session = await browserSession(at);
    const accountId = session?.accountId;
    const { tenantId, app, clientId } = at.client;
    const subject = accountId === undefined ? null : await people.find(tenantId, accountId);
    if (!subject || app.appId === null) return redirect(at.details.returnTo);
    // Whoever acts as somebody does not agree in their place.
    if ((await people.standing(tenantId, String(subject.userId), session?.tenantSession))?.acting)
      return steps.abort(at);
    const grantId = await giveGrant(at.provider, execute, {
      tenantId,
      appId: app.appId,
      clientId,
      subject,
      sessionId: session?.tenantSession ?? null,
      scopes: requestedScopes(at.details),
      facts: at.facts,
    });
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
    /** What the page of this interaction shows; null when it has expired or is another browser's. */
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
      const deviceHash = hashSecret(deviceCookie(cookies));
      const [account, appearance, slug, acting, signIn] = await Promise.all([
        accountId === undefined ? null : people.find(tenantId, accountId),
        deps.appearance(tenantId),
        deps.slugOf(tenantId),
        accountId === undefined ? null : actingIn(at, accountId),
        prompt === "login"
          ? deps.signIn.view(at.client, uid, { ...facts, userAgent: signs.userAgent, deviceHash })
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
        loginHint: typeof hint === "string" ? hint : null,
        scopes: requestedScopes(at.details),
        mayBeRemembered: await people.mayBeRemembered(at.client.tenantId),
        acting,
      };
    },

    /** What the page of a link shows; opening it changes nothing, because mail scanners open links, too. */
    describeLink: async (uid: string, cookies: string | null): Promise<LinkView | null> => {
      const client = await linked(uid);
      if (!client) return null;
      const request = new Request(`${baseUrl}/interaction/${uid}`, {
        headers: cookies ? { cookie: cookies } : {},
      });
      const same = await visit(request, uid, { ip: null, requestId: null });
      const [appearance, mayCross] = await Promise.all([
        deps.appearance(client.tenantId),
        deps.signIn.mayCrossDevices(client.tenantId),
      ]);
      const device = same ? "same" : mayCross ? "other" : "barred";
      return { app: { name: client.app.name }, appearance, device };
    },

    /** Somebody comes back from a provider elsewhere (federation/routes.ts sent them here). */
    returned: async (request: Request, uid: string, facts: RequestFacts): Promise<Response> => {
      const at = await visit(request, uid, facts);
      const token = new URL(request.url).searchParams.get("claim");
      return at && token ? takeBack(at, token, request) : redirect(pageOf(uid));
    },

    /** What a form of that page does: ends in a redirect, back to the page or on into the protocol. */
    submit: async (request: Request, uid: string, step: string, facts: RequestFacts): Promise<Response> => {
      if (request.method !== "POST") return plain(404, "There is nothing at this path.");
      if (!isOwnForm(request, baseUrl)) return plain(403, "This form must be sent from its own page.");
      const form = await request
        .clone()
        .formData()
        .catch(() => new FormData());
      if (step === "approve") return approve(uid, form, request, facts);
      const at = await visit(new Request(request.url, { headers: request.headers }), uid, facts);
      if (!at) return redirect(`${baseUrl}/interaction/${uid}`);
      if (step === "outside") return depart(at, form, request);
      if (Object.hasOwn(steps, step)) return steps[step as Step](at);
      return signIn(at, step, form, request);
    },
  };
}

export type Interactions = ReturnType<typeof createInteractions>;

/** Whether a form was sent by a page of this server: browsers say where a form comes from (Origin, Sec-Fetch-Site). */
export function isOwnForm(request: Request, baseUrl: string): boolean {
  const from = request.headers.get("origin");
  const origins = [new URL(baseUrl).origin, new URL(request.url).origin];
  const site = request.headers.get("sec-fetch-site");
  return (from === null || origins.includes(from)) && site !== "cross-site";
}

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

const redirect = (location: string) =>
  new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });

const plain = (status: number, text: string) => new Response(text, { status });
