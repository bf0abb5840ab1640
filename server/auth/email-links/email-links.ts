import { isAdministrator } from "../../domain/users/administrator-guard";
import { findOpenInvitation, type OpenInvitation } from "../../domain/invitations/join";
import { EMAIL_CHANGE, findToken } from "../../domain/one-time-tokens/tokens";
import { EMAIL_VERIFICATION } from "../../domain/recovery/email-verification";
import { PASSWORD_RESET } from "../../domain/recovery/password-reset";
import { readAppearance } from "../../domain/tenant-config/tenant-config";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { RequestFacts } from "../../kernel/operation/actor";
import { formOf, textOf } from "../../kernel/http/request-body";
import { AppError } from "../../kernel/errors";
import type { Ports } from "../../kernel/operation/ports";
import type { PlatformSettings } from "../../kernel/settings";
import type { ReadTx } from "../../kernel/operation/store";
import { findPlatformReset } from "../../platform/recovery";
import type { Database } from "../../store/database";
import { deviceCookie, deviceDigest } from "../browser/device-cookie";
import { isOwnForm } from "../browser/same-origin";
import { tenantAt, type Site } from "../browser/sites";
import { linkSteps, resetByLink, sendResetLinks, type PageParameters, type StepsDeps } from "./steps";
import { authorizationRefusals, requestRefusals } from "../../kernel/refusals";
import { plainRefusal, redirect } from "../browser/plain-refusal";
import type { Logger } from "pino";
import type { Counters } from "../../kernel/concurrency/counters";
import { createMailQuota } from "../limits/mail-quota";
import { createNetworkLimit } from "../limits/network-limit";

interface EmailLinksDeps extends StepsDeps {
  site: Site;
  limits: EmailLinkLimits;
  later: Background["later"];
  ports: Ports;
}

/** Data of every page of a link. */
interface Frame {
  slug: string;
  appearance: Appearance;
}

export type PasswordRules = PlatformSettings["passwordPolicy"];

/** Data of the reset page. `choose` is true if the link of a mail is present and valid. */
export type RecoverView = Frame & { choose: boolean; rules: PasswordRules };
/**
 * Data of the verification page. `email` is the address to verify, or the new address if `isNew` is true. `email` is null if the
 * link is no longer valid.
 */
export type VerifyView = Frame & { email: string | null; isNew: boolean };
export type JoinView = Frame & { invitation: OpenInvitation | null; rules: PasswordRules };

/** Stands for the slug in links to the console, which are for administrators of any organization. No slug contains a hyphen. */
const CONSOLE_SLUG = "-";
/** Fields for whose refusals the pages have texts. Any other refusal means that the link is no longer valid. */
const shownFields = new Set(["password", "name", "email", "account"]);
const INTERACTION = /^[\w-]{1,64}$/;

type Step = "ask" | "reset" | "confirm" | "change" | "accept";
/** Steps of each kind of link, by the first segment of its path. */
const stepsOf: Record<string, readonly Step[]> = {
  recover: ["ask", "reset"],
  verify: ["confirm", "change"],
  join: ["accept"],
};

/**
 * Creates the links in mails for people who are not signed in: password resets, addresses to verify, invitations. Opening a page
 * changes nothing, so that a mail scanner does not use up a link; only forms do. The answer to a form and its timing do not
 * depend on the existence of the account, because the answer is sent before any lookup.
 */
export function createEmailLinks(links: EmailLinksDeps) {
  return {
    recover: recover.bind(null, links),
    recoverPlatform: recoverPlatform.bind(null, links),
    verify: verify.bind(null, links),
    join: join.bind(null, links),
    submit: submit.bind(null, links),
  };
}

const findTenant = ({ database, site }: EmailLinksDeps, slug: string) => tenantAt(database, site, slug);

/**
 * Runs `work` in the organization's store for a link's page. Returns null if the organization does not
 * exist.
 */
async function seen<T>(links: EmailLinksDeps, slug: string, work: (tx: ReadTx) => Promise<T>) {
  const tenantId = await findTenant(links, slug);
  if (tenantId === null) return null;
  return links.stores
    .tenant(tenantId)
    .read(async (tx) => ({ slug, appearance: await readAppearance(tx), ...(await work(tx)) }));
}

/**
 * Returns the token of a link that is valid at this host. The link of an administrator is valid only at the installation's own
 * host.
 */
async function findHere({ site, ports }: EmailLinksDeps, tx: ReadTx, purpose: string, token: string) {
  const found = await findToken(tx, purpose, token, ports.clock());
  return found && site.tenant !== null && (await isAdministrator(tx, found.userId)) ? undefined : found;
}

/**
 * Returns the tenant and the URL of a link's page. Returns null if there is no such page. `tenantId` is null for the console's
 * own page.
 */
async function pageAt(links: EmailLinksDeps, kind: string, slug: string) {
  const { baseUrl, tenant } = links.site;
  if (kind === "recover" && slug === CONSOLE_SLUG && tenant === null)
    return { tenantId: null, address: `${baseUrl}/${kind}` };
  const tenantId = await findTenant(links, slug);
  return tenantId === null ? null : { tenantId, address: `${baseUrl}/${kind}/${slug}` };
}

async function ask(
  links: EmailLinksDeps,
  tenantId: number | null,
  form: FormData,
  facts: RequestFacts,
  deviceHash: string,
) {
  const email = textOf(form, "email").trim();
  if (email === "" || email.length > 254) return;
  const asker = { ip: facts.ip, deviceHash };
  await sendResetLinks(links, tenantId, email, facts, (of, address) =>
    links.limits.mayAskFor(of, address, asker),
  );
}

async function recover(
  links: EmailLinksDeps,
  slug: string,
  token: string | null,
): Promise<RecoverView | null> {
  const { passwordPolicy: rules } = await links.ports.settings();
  return seen(links, slug, async (tx) => ({
    choose: token !== null && (await findHere(links, tx, PASSWORD_RESET, token)) !== undefined,
    rules,
  }));
}

/** Returns the data of the console's page, for the link of a platform administrator. */
async function recoverPlatform({ ports, stores }: EmailLinksDeps, token: string | null) {
  const find = (text: string) => stores.platform.read((tx) => findPlatformReset(tx, text, ports.clock()));
  const choose = token !== null && (await find(token)) !== null;
  return { choose, rules: (await ports.settings()).passwordPolicy };
}

const verify = (links: EmailLinksDeps, slug: string, token: string): Promise<VerifyView | null> =>
  seen(links, slug, async (tx) => {
    const found =
      (await findHere(links, tx, EMAIL_VERIFICATION, token)) ??
      (await findHere(links, tx, EMAIL_CHANGE, token));
    const email = found?.data["email"];
    return { email: typeof email === "string" ? email : null, isNew: found?.purpose === EMAIL_CHANGE };
  });

async function join(links: EmailLinksDeps, slug: string, token: string): Promise<JoinView | null> {
  const { passwordPolicy: rules } = await links.ports.settings();
  return seen(links, slug, async (tx) => {
    const found = await findOpenInvitation(tx, token, links.ports.clock());
    const isElsewhere = links.site.tenant !== null && found?.userKind === "tenant_admin";
    return { invitation: isElsewhere ? null : found, rules };
  });
}

/** Handles a form of a link's page. Redirects back to the page. */
async function submit(
  links: EmailLinksDeps,
  request: Request,
  { kind, slug, step }: { kind: string; slug: string; step: string },
  facts: RequestFacts,
): Promise<Response> {
  const { later, limits, site } = links;
  const { baseUrl } = site;
  const chosen = stepsOf[kind]?.find((name) => name === step);
  if (!chosen || request.method !== "POST") return plainRefusal(request, requestRefusals.path_not_found());
  // These pages read no session cookie. A step either needs the token of a link or is open to everyone.
  if (!isOwnForm(request, baseUrl)) return plainRefusal(request, authorizationRefusals.foreign_form());
  const form = await formOf(request);
  const page = await pageAt(links, kind, slug);
  if (page === null) return plainRefusal(request, requestRefusals.path_not_found());
  const { tenantId, address } = page;
  const back = (parameters: PageParameters) =>
    redirect(`${address}?${new URLSearchParams(parameters)}`, { "referrer-policy": "no-referrer" });
  const again = secretsIn(form);
  if (!(await limits.mayTry(facts.ip))) return back({ ...again, error: "throttled" });
  if (chosen === "ask") {
    const deviceHash = deviceDigest(
      deviceCookie(request.headers.get("cookie"), baseUrl.startsWith("https:")),
      site.tenant === null ? null : new URL(baseUrl).hostname,
    );
    later(() => ask(links, tenantId, form, facts, deviceHash));
    const uid = textOf(form, "back");
    return back({ sent: "1", ...(INTERACTION.test(uid) && { back: uid }) });
  }
  try {
    if (chosen === "reset") return back(await resetByLink(links, tenantId, form, facts));
    if (tenantId === null) return plainRefusal(request, requestRefusals.path_not_found());
    return back(await linkSteps[chosen](links, tenantId, form, facts));
  } catch (error) {
    return back({ ...again, error: shownRefusal(error) });
  }
}

/** Returns the token and the proof of a form. The page needs both when it is shown again. */
function secretsIn(form: FormData): PageParameters {
  const token = textOf(form, "token").slice(0, 200);
  const proof = textOf(form, "proof").slice(0, 200);
  return { ...(token !== "" && { token }), ...(proof !== "" && { proof }) };
}

/** Returns the name of the text that the page shows for this refusal. Rethrows any error other than an AppError with status 400. */
function shownRefusal(error: unknown): string {
  if (!(error instanceof AppError) || error.status !== 400) throw error;
  const { field } = error.details;
  return field !== undefined && shownFields.has(field) ? field : "expired";
}

/** Creates background work. A response does not wait for the work, so that the response time reveals nothing. */
export function createBackground(log: Pick<Logger, "error">) {
  const working = new Set<Promise<unknown>>();
  return {
    /** Starts the work. Logs its error if it fails. */
    later: (work: () => Promise<unknown>): void => {
      const job = work()
        .catch((error: unknown) =>
          log.error({ err: error }, "a form of somebody who is not signed in failed"),
        )
        .finally(() => working.delete(job));
      working.add(job);
    },
    /** Resolves when all work that was started so far has ended. */
    settled: async (): Promise<void> => void (await Promise.all(working)),
  };
}

export type Background = ReturnType<typeof createBackground>;

/**
 * Limits of mails to one address in an hour (mail-quota.ts). A link is valid for half an hour. Above the quotas, one mail every
 * 900 seconds is still sent, so that the mailbox always contains a valid link. All kinds of links to a mailbox are counted
 * together.
 */
const MAILS = { name: "link", perClient: 5, perAddress: 15, thenEvery: 900, acrossTenants: true };
/** Maximum number of forms that one client (network-limit.ts) may send in five minutes. */
const TRIES = 60;

/** Creates the limits on forms of people who are not signed in. */
export function createEmailLinkLimits(database: Pick<Database, "sql">, counters: Counters) {
  const tries = createNetworkLimit(counters, { name: "form", points: TRIES, duration: 300 });
  return {
    mayAskFor: createMailQuota(database, counters, MAILS),
    mayTry: async (ip: string | null): Promise<boolean> => (await tries.take(ip)) === 0,
  };
}

export type EmailLinkLimits = ReturnType<typeof createEmailLinkLimits>;
