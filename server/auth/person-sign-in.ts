import { eq, sql } from "drizzle-orm";
import { users } from "@/db/tenant/users";
import { sessionPolicy } from "../domain/policies/settings";
import { recordSignIn } from "../domain/risk/record-sign-in";
import { readSetting } from "../domain/settings/tenant-settings";
import { beginSession } from "../domain/sign-in/begin-session";
import { passwordProblem } from "../kernel/password-policy";
import type { Located, Ports } from "../kernel/ports";
import type { Row, Stores } from "../kernel/store";
import { accountEvent } from "./console-session";
import { countFailure, createAttemptLimit, isLocked, LONGEST_PASSWORD } from "./password-attempts";

export interface PersonSignInInput {
  tenantId: number;
  /** The app that they are on their way to; null: their own account page. */
  appId: number | null;
  email: string;
  password: string;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
  /** SHA-256 of the token in the browser's device cookie, hex. */
  deviceHash: string;
  /** They want to stay signed in. */
  remember: boolean;
}

/**
 * "refused" says the same of an unknown address, a wrong password, a locked and a suspended person; "denied":
 * they are who they say, but the organization's rules do not let them in like this.
 */
export type PersonSignInOutcome =
  | { outcome: "signed_in"; userId: number; sessionId: number; remembered: boolean }
  | { outcome: "refused" | "denied" }
  | { outcome: "throttled"; retryAfter: number };

export type PersonSignIn = (input: PersonSignInInput) => Promise<PersonSignInOutcome>;

type User = Row<typeof users>;

const HOUR_MS = 3_600_000;

/** Signs a tenant's people in by e-mail and password, for the apps. */
export function createPersonSignIn({ stores, ports }: { stores: Stores; ports: Ports }): PersonSignIn {
  const attempts = createAttemptLimit();

  const signIn: PersonSignIn = async (input) => {
    const { tenantId, password } = input;
    const email = input.email.trim();
    const throttle = `${tenantId} ${email}`;
    const retryAfter = await attempts.count(input.ip, throttle);
    if (retryAfter > 0) return { outcome: "throttled", retryAfter };

    const now = ports.clock();
    const user = await findPerson(tenantId, email);
    // Without anybody the same work is done on a decoy: how long it takes tells nothing.
    const shown = password.length > LONGEST_PASSWORD ? "" : password;
    const fits = await ports.passwords.verify(user?.passwordHash ?? null, shown);
    const settings = await ports.settings();
    const open = user !== undefined && user.status === "active" && !isLocked(user, now);
    if (!open || !fits) {
      if (open) await countFailure(stores, { tenantId, person: personOf(user) }, now, input, settings);
      await record(input, { now, user, outcome: open ? "failed" : "refused", sessionId: null });
      return { outcome: "refused" };
    }
    const weak = passwordProblem(settings.passwordPolicy, password, email) !== null;
    const begun = await begin(input, user, weak, now);
    if (begun.outcome !== "refused") await attempts.succeeded(input.ip, throttle);
    return begun;
  };

  async function findPerson(tenantId: number, email: string): Promise<User | undefined> {
    // What a database cannot hold nobody has as an address.
    if (email.length > 254 || email.includes("\0")) return undefined;
    const found = await stores
      .tenant(tenantId)
      .read((tx) => tx.users.find(eq(users.emailKey, sql`lower(${email})`)));
    return found?.kind === "person" ? found : undefined;
  }

  /** The session, its record and its event, by the organization's rules. */
  const begin = (input: PersonSignInInput, seen: User, weak: boolean, now: Date) =>
    stores.tenant(input.tenantId).write(async (tx, journal): Promise<PersonSignInOutcome> => {
      const { appId, ip, userAgent, requestId } = input;
      const user = await tx.users.lock(seen.id);
      const same =
        user?.passwordHash === seen.passwordHash && user.status === "active" && !isLocked(user, now);
      // Something came between the look and now.
      if (!same) return { outcome: "refused" };
      const policy = await readSetting(tx, sessionPolicy);
      const after = (hours: number) => new Date(+now + hours * HOUR_MS);
      const begun = await beginSession(tx, {
        user,
        appId,
        method: "password",
        factors: ["password"],
        now,
        ip,
        userAgent,
        located: ports.locate(ip),
        tokenHash: input.deviceHash,
        passwordWeak: weak,
        expiresAt: after(policy.defaultDurationHours),
        ...(input.remember &&
          policy.rememberMeAllowed && { rememberUntil: after(policy.rememberMeMaxDurationDays * 24) }),
      });
      const facts = { ip, requestId };
      if (begun.sessionId === null) {
        await journal.append({ ...accountEvent("sign_in_refused", personOf(user), facts), appId });
        return { outcome: "denied" };
      }
      await tx.users.update(user.id, { failedSignIns: 0, lastSignInAt: now, passwordWeak: weak });
      await journal.append({ ...accountEvent("signed_in", personOf(user), facts), appId });
      return {
        outcome: "signed_in",
        userId: user.id,
        sessionId: begun.sessionId,
        remembered: begun.remembered,
      };
    });

  const record = (
    { tenantId, appId, email, ip, userAgent }: PersonSignInInput,
    attempt: { now: Date; user: User | undefined; outcome: "failed" | "refused"; sessionId: null },
  ) =>
    stores.tenant(tenantId).write((tx) =>
      recordSignIn(tx, {
        at: attempt.now,
        userId: attempt.user?.id ?? null,
        identifier: attempt.user ? null : email.slice(0, 254).replaceAll("\0", ""),
        appId,
        outcome: attempt.outcome,
        method: "password",
        ip,
        ...placeOf(ports.locate(ip)),
        userAgent,
      }),
    );

  return signIn;
}

const placeOf = ({ country, region, place }: Located) => ({ country, region, place });

const personOf = ({ id, email, name }: User) => ({
  ref: `user:${id}`,
  userId: id,
  email: email ?? "",
  name,
});
