import { factorNotice } from "../../domain/factors/factors";
import type { Factor } from "../../domain/factors/kinds/factor-kind";
import type { FactorTx } from "../../domain/factors/factor-store";
import { PLATFORM_NAME } from "../../domain/messages/content";
import { queueNotice, type Notice } from "../../domain/messages/notices";
import { queuePlatformNotice } from "../../domain/messages/platform-notices";
import { readAppearance } from "../../domain/tenant-config/tenant-config";
import { shownName } from "../../domain/tenant-config/tenant-config.schema";
import { holdAdministrator } from "../../platform/administrator-record";
import { endConsoleSessions, holdAdministration } from "../../platform/self";
import { accountEvent, type Person } from "../sessions/console-session";
import { mustEnrolUser, untrustedBy } from "./admit";
import type { RequestSigns } from "./demands";
import { administratorPerson, countPlatformWrong, countWrong, personOf, type WrongAnswer } from "./failures";
import type { Subject, Who } from "./flow";
import { deviceIn, isKnown, letsIn, platformDeviceIn } from "./lockout";
import { mustEnrolAdministrator } from "./platform-admission";
import { entering, type Visit, type StepDeps } from "./visit";

/** A user of a tenant or an administrator of the platform, with their second factors, within a transaction. */
export interface FactorSubject {
  tx: FactorTx;
  person: Person;
  /** Digest of the current password; null if there is none. */
  passwordHash: string | null;
  /** True if a lock caused by guesses excludes this browser. */
  locked: boolean;
  /** Counts a wrong answer in this transaction. Concurrent answers therefore cannot exceed the limit. */
  wrong: (answer: Pick<WrongAnswer, "place" | "method">) => Promise<boolean>;
  /** Returns true if the proofs of this subject still require the setup of a factor. */
  mustEnrol: (at: Visit, subject: Subject) => Promise<boolean>;
  /** Records the sign-in in which the factor was set up, as admit.ts records a completed sign-in. */
  noteUse: (at: Visit, subject: Subject) => Promise<void>;
  /** Queues a notice to this subject in the same transaction. */
  notify: (notice: Notice) => Promise<void>;
  /** Records that this subject set up a factor, and sends a notice. */
  added: (factor: Pick<Factor, "kind" | "label">, at: Visit) => Promise<void>;
}

/**
 * Runs `work` on the factors of a subject whose row is locked until the transaction ends. Returns null if no subject has this
 * id any more. `endsSessions` is true if `work` may end console sessions of a platform administrator.
 */
export async function withFactors<T>(
  deps: StepDeps,
  { tenantId, userId }: Who,
  signs: RequestSigns,
  work: (holder: FactorSubject) => Promise<T>,
  { endsSessions = false }: { endsSessions?: boolean } = {},
): Promise<T | null> {
  const { ports, stores } = deps;
  const settings = await ports.settings();
  const { lockAfterFailures } = settings;
  const now = ports.clock();
  if (tenantId === null)
    return stores.platform.write(async (tx, journal) => {
      // Taken before the lock of the row, in the order of the administrators' commands (platform/administered-command.ts).
      if (endsSessions) await holdAdministration(tx);
      const row = await holdAdministrator(tx, userId);
      if (!row) return null;
      const person = administratorPerson(row);
      return work({
        tx,
        person,
        passwordHash: row.passwordHash,
        locked: !(await letsIn(row, now, async () =>
          isKnown(await platformDeviceIn(tx, userId, signs), lockAfterFailures),
        )),
        wrong: () => countPlatformWrong({ tx, journal }, row, signs, { now, settings }),
        mustEnrol: (_at, subject) => mustEnrolAdministrator(deps, tx, row, subject, { signs, settings }),
        // Records nothing: the console is at the installation's own host, and no provider signs in to it.
        noteUse: () => Promise.resolve(),
        notify: (notice) => queuePlatformNotice(tx, row.email, notice),
        added: async (factor, { signs }) => {
          await journal.append(accountEvent("factor_added", person, signs));
          await queuePlatformNotice(tx, row.email, factorNotice("added", factor));
          // Ends the other sessions, because they may belong to an attacker who had only the password.
          await endConsoleSessions(tx, { userId, consoleSessionId: null }, ports.clock());
        },
      });
    });
  return stores.tenant(tenantId).write(async (tx, journal) => {
    const user = await tx.users.lock(userId);
    if (!user) return null;
    const person = personOf(user);
    return work({
      tx,
      person,
      passwordHash: user.passwordHash,
      locked: !(await letsIn(user, now, async () =>
        isKnown(await deviceIn(tx, userId, signs), lockAfterFailures),
      )),
      wrong: (answer) => countWrong({ tx, journal }, user, { ...answer, signs }, { ports, settings }),
      mustEnrol: async (at, subject) => {
        const of = entering(at, subject);
        return of !== null && mustEnrolUser(deps, tx, user, of, settings);
      },
      noteUse: async (at, subject) => {
        const of = entering(at, subject);
        if (of !== null) await tx.users.update(userId, untrustedBy(deps, of, user));
      },
      notify: (notice) => queueNotice(tx, user, notice),
      added: async (factor, { signs }) => {
        await journal.append(accountEvent("factor_added", person, signs));
        await queueNotice(tx, user, factorNotice("added", factor));
      },
    });
  });
}

/**
 * Sets up the factor that the sign-in demands. Returns null if it is not demanded any more: the proofs have become invalid, the
 * account is locked, or another factor was set up meanwhile.
 */
export async function enrolFactor<T>(
  deps: StepDeps,
  at: Visit,
  subject: Subject,
  work: (holder: FactorSubject) => Promise<T>,
): Promise<T | null> {
  const needed = async (holder: FactorSubject) => {
    if (!(await holder.mustEnrol(at, subject))) return null;
    await holder.noteUse(at, subject);
    return work(holder);
  };
  return withFactors(deps, subject, at.signs, needed, { endsSessions: true });
}

/** Returns the issuer that an authenticator app shows: the name of the organization, or of the platform. */
export const issuerOf = ({ stores }: StepDeps, { tenantId }: Who): Promise<string> =>
  tenantId === null
    ? Promise.resolve(PLATFORM_NAME)
    : stores.tenant(tenantId).read(async (tx) => shownName(await readAppearance(tx)));
