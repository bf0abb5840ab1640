import type { Logger } from "pino";
import { PASSWORD_RESET, requestPasswordReset, resetPassword } from "../../domain/recovery/password-reset";
import { EMAIL_VERIFICATION, verifyEmail } from "../../domain/recovery/email-verification";
import { findOpenInvitation, joinByInvitation, type OpenInvitation } from "../../domain/invitations/join";
import { findToken } from "../../domain/one-time-tokens/tokens";
import { readAppearance } from "../../domain/tenant-config/tenant-config";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { RequestFacts, TenantActor } from "../../kernel/actor";
import { AppError } from "../../kernel/errors";
import type { Execute } from "../../kernel/execute";
import type { Ports } from "../../kernel/ports";
import type { PlatformSettings } from "../../kernel/settings";
import type { ReadTx, Stores } from "../../kernel/store";
import type { Database } from "../../store/database";
import { findCandidates } from "../sign-in-candidates";
import { createDoorLimits } from "./limits";

export interface DoorsDeps {
  baseUrl: string;
  database: Database;
  stores: Stores;
  ports: Ports;
  execute: Execute;
  log: Logger;
}

/** What the page of a door shows beside its own matter. */
interface Frame {
  slug: string;
  appearance: Appearance;
}

export type PasswordRules = PlatformSettings["passwordPolicy"];

/** `choose`: whether the link of a mail, where there is one, can be used. */
export type RecoverView = Frame & { choose: boolean; rules: PasswordRules };
/** The address that is to be proved; null: the link is none any more. */
export type VerifyView = Frame & { email: string | null };
export type JoinView = Frame & { invitation: OpenInvitation | null; rules: PasswordRules };

/** In place of a slug: the console's own, for administrators of whatever they administer. No slug has a hyphen. */
export const CONSOLE_DOOR = "-";
const SLUG = /^[a-z0-9]{1,63}$/;
const INTERACTION = /^[\w-]{1,64}$/;

const doors: Record<string, string[]> = {
  recover: ["ask", "reset"],
  verify: ["confirm"],
  join: ["accept"],
};

/**
 * The doors that people come through who are not signed in: a forgotten password, an address to prove, an invitation. Their
 * pages only look, so that a mail scanner that opens a link uses nothing up; their forms do. What a form answers is the same
 * whether an account exists or not, and takes as long: it is given before anything is looked up.
 */
export function createDoors({ baseUrl, database, stores, ports, execute, log }: DoorsDeps) {
  const limits = createDoorLimits();
  const working = new Set<Promise<unknown>>();

  async function findTenant(slug: string): Promise<number | null> {
    if (!SLUG.test(slug)) return null;
    const [row] = await database.sql<{ id: string }[]>`
      select id from tenants where slug = ${slug} and status = 'active'`;
    return row ? Number(row.id) : null;
  }

  /** Reads what a door's page shows; null where there is no such organization. */
  async function seen<T>(slug: string, work: (tx: ReadTx) => Promise<T>): Promise<(Frame & T) | null> {
    const tenantId = await findTenant(slug);
    if (tenantId === null) return null;
    return stores
      .tenant(tenantId)
      .read(async (tx) => ({ slug, appearance: await readAppearance(tx), ...(await work(tx)) }));
  }

  /** Does what the answer does not wait for. */
  function later(work: () => Promise<unknown>) {
    const job = work()
      .catch((error: unknown) => log.error({ err: error }, "a form of somebody who is not signed in failed"))
      .finally(() => working.delete(job));
    working.add(job);
  }

  async function ask(tenantId: number | null, form: FormData, facts: RequestFacts) {
    const email = textOf(form, "email").trim();
    if (email === "" || email.length > 254 || !(await limits.mayAskFor(email))) return;
    const tenants =
      tenantId === null
        ? (await findCandidates(database, email)).filter(({ suspended }) => !suspended)
        : [{ tenantId }];
    for (const candidate of tenants) {
      if (candidate.tenantId === null) continue;
      await execute(visitor(candidate.tenantId, "Sign-in page", facts), requestPasswordReset, { email });
    }
  }

  const isAdministrator = (tenantId: number, userId: number) =>
    stores
      .tenant(tenantId)
      .read(async (tx) => (await tx.administrators.list()).some((row) => row.userId === userId));

  type Step = (tenantId: number, form: FormData, facts: RequestFacts) => Promise<Record<string, string>>;
  /** Each gives what its page is told, in its address. */
  const steps: Record<string, Step> = {
    reset: async (tenantId, form, facts) => {
      const actor = visitor(tenantId, "Link in a mail", facts);
      const input = { token: textOf(form, "token"), password: textOf(form, "password") };
      const { userId } = await execute(actor, resetPassword, input);
      return { done: (await isAdministrator(tenantId, userId)) ? "admin" : "user" };
    },
    confirm: async (tenantId, form, facts) => {
      await execute(visitor(tenantId, "Link in a mail", facts), verifyEmail, {
        token: textOf(form, "token"),
      });
      return { done: "user" };
    },
    accept: async (tenantId, form, facts) => {
      const actor = visitor(tenantId, "Invitation", facts);
      const { userKind } = await execute(actor, joinByInvitation, {
        token: textOf(form, "token"),
        name: textOf(form, "name").trim() || null,
        password: textOf(form, "password"),
      });
      return { done: userKind === "tenant_admin" ? "admin" : "user" };
    },
  };

  return {
    recover: (slug: string, token: string | null, now = ports.clock()): Promise<RecoverView | null> =>
      ports.settings().then(({ passwordPolicy: rules }) =>
        seen(slug, async (tx) => ({
          choose: token !== null && (await findToken(tx, PASSWORD_RESET, token, now)) !== undefined,
          rules,
        })),
      ),
    verify: (slug: string, token: string, now = ports.clock()): Promise<VerifyView | null> =>
      seen(slug, async (tx) => {
        const found = await findToken(tx, EMAIL_VERIFICATION, token, now);
        const email = found?.data["email"];
        return { email: typeof email === "string" ? email : null };
      }),
    join: (slug: string, token: string, now = ports.clock()): Promise<JoinView | null> =>
      ports
        .settings()
        .then(({ passwordPolicy: rules }) =>
          seen(slug, async (tx) => ({ invitation: await findOpenInvitation(tx, token, now), rules })),
        ),

    /** What a door's form does: ends in a redirect back to its page. */
    submit: async (
      request: Request,
      { door, slug, step }: { door: string; slug: string; step: string },
      facts: RequestFacts,
    ): Promise<Response> => {
      if (request.method !== "POST" || !doors[door]?.includes(step)) return plain(404, NOTHING);
      const from = request.headers.get("origin");
      if (from !== null && from !== new URL(baseUrl).origin && from !== new URL(request.url).origin)
        return plain(403, "This form must be sent from its own page.");
      const form = await request.formData().catch(() => new FormData());
      const console = slug === CONSOLE_DOOR && step === "ask";
      const tenantId = console ? null : await findTenant(slug);
      if (tenantId === null && !console) return plain(404, NOTHING);
      const page = console ? `${baseUrl}/${door}` : `${baseUrl}/${door}/${slug}`;
      const back = (told: Record<string, string>) => redirect(`${page}?${new URLSearchParams(told)}`);
      const token = textOf(form, "token");
      const again: Record<string, string> = token === "" ? {} : { token: token.slice(0, 200) };
      if (!(await limits.mayTry(facts.ip))) return back({ ...again, error: "throttled" });
      if (step === "ask" || tenantId === null) {
        later(() => ask(tenantId, form, facts));
        const uid = textOf(form, "back");
        return back({ sent: "1", ...(INTERACTION.test(uid) && { back: uid }) });
      }
      try {
        return back(await steps[step]!(tenantId, form, facts));
      } catch (error) {
        if (!(error instanceof AppError) || error.status !== 400) throw error;
        const field = error.details["field"];
        const known = field === "password" || field === "name" ? field : "expired";
        return back({ ...again, error: known });
      }
    },

    /** Settles when everything that was begun so far is done. */
    settled: async () => void (await Promise.all(working)),
  };
}

export type Doors = ReturnType<typeof createDoors>;

const NOTHING = "There is nothing at this path.";

/** Somebody who is not signed in; `through` is how a reader of the log knows what they came through. */
const visitor = (tenantId: number, through: string, facts: RequestFacts): TenantActor => ({
  scope: "tenant",
  tenantId,
  channel: "account",
  subject: { kind: "system", label: through },
  capabilities: new Set(),
  request: facts,
});

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

const redirect = (location: string) =>
  new Response(null, {
    status: 303,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });

const plain = (status: number, text: string) => new Response(text, { status });
