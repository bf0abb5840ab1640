import type { ActAsRequest } from "../../domain/act-as/act-as.schema";
import { beginActAs, describeTicket } from "../../domain/act-as/begin";
import { endActAsOfMe } from "../../domain/act-as/for-me";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { RequestFacts, TenantActor } from "../../kernel/operation/actor";
import { formOf, textOf } from "../../kernel/http/request-body";
import { AppError } from "../../kernel/errors";
import type { Execute } from "../../kernel/operation/execute";
import type { TenantRecord } from "../../kernel/operation/ports";
import { actorOf, personActor } from "../sessions/actors";
import type { ConsoleSession } from "../sessions/console-session";
import type { BrowserSessions } from "../oidc/browser-session";
import { isOwnForm } from "../browser/same-origin";
import type { Acting, People, Subject } from "../sessions/people";
import { authorizationRefusals, requestRefusals } from "../../kernel/refusals";
import { plainRefusal, redirect } from "../browser/plain-refusal";

export interface ActAsDeps {
  baseUrl: string;
  execute: Execute;
  people: People;
  browser: BrowserSessions;
  /** Returns the console session that a Cookie header names. */
  session: (cookies: string | null) => Promise<ConsoleSession | null>;
  appearance: (tenantId: number) => Promise<Appearance>;
  tenantRecord: (tenantId: number) => Promise<TenantRecord>;
  /** Returns an app by its id in the tenant. */
  appOf: (tenantId: number, appId: number) => Promise<{ name: string; redirectUris: string[] } | null>;
}

/** The request that an administrator is about to start. */
export interface LinkView {
  tenantId: number;
  request: ActAsRequest;
  appearance: Appearance;
}

/** State of a browser in which an administrator acts as a user. */
export interface ActingView {
  tenantId: number;
  slug: string;
  acting: Acting;
  person: Subject;
  /** The only app that may be opened, with its web address if it has one. */
  app: { name: string; url: string | null } | null;
  appearance: Appearance;
}

/** A one-time link: the tenant's id and the secret. */
const LINK = /^([1-9][0-9]{0,15})\.([\w-]{43})$/;

/**
 * Creates the steps of acting as a user in a browser. The one-time link begins a hosted session as the user. It works only in the
 * browser in which the requesting administrator is signed in to the console, so that a leaked link opens nothing.
 */
export function createActAs(deps: ActAsDeps) {
  return {
    describeLink: describeLink.bind(null, deps),
    describeActing: describeActing.bind(null, deps),
    submit: submit.bind(null, deps),
  };
}

/** Returns the administrator whom a Cookie header identifies in this tenant. */
async function administrator(deps: ActAsDeps, cookies: string | null, tenantId: number, facts: RequestFacts) {
  const session = await deps.session(cookies);
  const membership = session?.memberships.find((entry) => entry.tenantId === tenantId);
  return session && membership ? (actorOf(session, membership.slug, facts) as TenantActor) : null;
}

async function now({ browser, people }: ActAsDeps, headers: Headers, tenantId: number) {
  const session = await browser.read(headers);
  if (!session?.accountId) return null;
  const standing = await people.standing(tenantId, session.accountId, session.tenantSession);
  const person = standing?.acting ? await people.find(tenantId, session.accountId) : null;
  if (!standing?.acting || !person) return null;
  return { acting: standing.acting, person, sessionId: session.tenantSession ?? null };
}

async function begin(deps: ActAsDeps, request: Request, form: FormData, facts: RequestFacts) {
  const { baseUrl, browser, execute } = deps;
  const [, tenant, ticket] = LINK.exec(textOf(form, "link")) ?? [];
  const tenantId = Number(tenant);
  const actor = ticket ? await administrator(deps, request.headers.get("cookie"), tenantId, facts) : null;
  if (!actor) return redirect(`${baseUrl}/act-as/link/expired`);
  const userAgent = request.headers.get("user-agent")?.slice(0, 500) ?? null;
  const begun = await execute(actor, beginActAs, { ticket, userAgent }).catch(refused);
  if (begun === null) return redirect(`${baseUrl}/act-as/link/expired`);
  const session = { accountId: String(begun.userId), tenantSession: begun.sessionId };
  return browser.replace(request.headers, facts, session, redirect(`${baseUrl}/act-as/${tenantId}`));
}

async function stop(deps: ActAsDeps, request: Request, form: FormData, facts: RequestFacts) {
  const { baseUrl, browser, execute, tenantRecord } = deps;
  const tenantId = Number(textOf(form, "tenant"));
  const known = Number.isSafeInteger(tenantId) && tenantId > 0;
  const at = known ? await now(deps, request.headers, tenantId) : null;
  if (!at) return redirect(baseUrl);
  const { slug } = await tenantRecord(tenantId);
  const { person, sessionId, acting } = at;
  const actor = personActor({ tenantId, person, sessionId, actedBy: acting.by, facts });
  await execute(actor, endActAsOfMe, { requestId: acting.requestId });
  return browser.end(request.headers, facts, redirect(`${baseUrl}/${slug}/act-as`));
}

/**
 * Returns the request of a one-time link. Returns null if the link does not belong to this browser's administrator, or is not
 * valid any more.
 */
async function describeLink(deps: ActAsDeps, link: string, cookies: string | null): Promise<LinkView | null> {
  const [, tenant, ticket] = LINK.exec(link) ?? [];
  const tenantId = Number(tenant);
  const actor = ticket && (await administrator(deps, cookies, tenantId, { ip: null, requestId: null }));
  if (!actor) return null;
  const request = await deps.execute(actor, describeTicket, { ticket }).catch(refused);
  return request && { tenantId, request, appearance: await deps.appearance(tenantId) };
}

/** Returns the state of this browser's session if an administrator acts as a user of this tenant in it; null otherwise. */
async function describeActing(
  deps: ActAsDeps,
  tenantId: number,
  headers: Headers,
): Promise<ActingView | null> {
  const { appOf, tenantRecord } = deps;
  const at = await now(deps, headers, tenantId);
  if (!at) return null;
  const { acting, person } = at;
  const [appearance, { slug }, app] = await Promise.all([
    deps.appearance(tenantId),
    tenantRecord(tenantId),
    acting.appId === null ? null : appOf(tenantId, acting.appId),
  ]);
  const url = app?.redirectUris.find((uri) => /^https?:/i.test(uri));
  return {
    tenantId,
    slug,
    acting,
    person,
    appearance,
    app: app && { name: app.name, url: url === undefined ? null : new URL(url).origin },
  };
}

/** Handles a form of these pages. The form must come from this origin. */
async function submit(deps: ActAsDeps, request: Request, step: string, facts: RequestFacts) {
  if (!Object.hasOwn(steps, step) || request.method !== "POST")
    return plainRefusal(request, requestRefusals.path_not_found());
  if (!isOwnForm(request, deps.baseUrl, false))
    return plainRefusal(request, authorizationRefusals.foreign_form());
  return steps[step]!(deps, request, await formOf(request), facts);
}

const steps: Record<string, typeof begin> = { begin, stop };

export type ActAs = ReturnType<typeof createActAs>;

/** Returns null for a refusal, which the caller treats as an invalid link. Rethrows every other error. */
function refused(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
