import { and, eq } from "drizzle-orm";
import type { Logger } from "pino";
import { platformAdministrators } from "@/db/platform/sign-in";
import { LONGEST_PASSWORD, isCommonPassword, passwordProblem } from "../../kernel/password-policy";
import type { Ports } from "../../kernel/ports";
import type { Stores } from "../../kernel/store";
import type { Candidate } from "../sign-in-candidates";
import { stampOf, type RequestSigns } from "./demands";
import { evenWork, type EvenWork } from "./even-work";
import { isOpen, type Failed } from "./failures";
import type { Subject } from "./flow";
import type { OutsideProviders } from "./outside";
import type { Place } from "./places";

/** Proves people by the password they typed: theirs here, or that of a directory. */
export function createPasswordProof({
  stores,
  ports,
  failed,
  outside,
  log,
}: {
  stores: Stores;
  ports: Pick<Ports, "clock" | "passwords" | "settings">;
  failed: Failed;
  outside: OutsideProviders;
  log: Pick<Logger, "warn">;
}) {
  /**
   * Whose address and password this is; nobody's where it is wrong, unknown, locked or suspended, at the same work for each:
   * how long it takes tells nothing.
   */
  return async function byPassword(
    place: Place,
    identifier: string,
    typed: string,
    signs: RequestSigns,
  ): Promise<Subject[]> {
    // Before anything reads it. A longer text is nobody's password; the same work is done for it as for a wrong one.
    const password = typed.length > 2 * LONGEST_PASSWORD ? "" : typed;
    const now = ports.clock();
    const at = now.toISOString();
    const candidates = await place.find(identifier);
    const work = evenWork(ports.passwords, place, signs.ip);
    const matching = await matchingHashes(candidates, password, work);
    const { passwordPolicy } = await ports.settings();
    const weak = passwordProblem(passwordPolicy, password, identifier) !== null;
    const common = isCommonPassword(password);
    const meant = candidates.filter(
      (each) => isOpen(each, now) && each.passwordHash !== null && matching.has(each.passwordHash),
    );
    const subjects: Subject[] = [];
    // One after the other: each may be hashed anew, and a hash takes 64 MiB while it is made.
    for (const candidate of meant) {
      const stamp = stampOf(await kept(candidate, password));
      const proof = { method: "password" as const, at, stamp, weak, common };
      subjects.push({ tenantId: candidate.tenantId, userId: candidate.userId, proofs: [proof] });
    }
    if (subjects.length > 0) return subjects;

    const known = await byDirectory(place, identifier, password, signs);
    if (known !== null) return [{ ...known, proofs: [{ method: "Ldap", at }] }];
    await work.refused(password, () => failed(place, candidates, { identifier, method: "password", signs }));
    return [];
  };

  /**
   * The hash that the account has from now on: one made at another cost is made anew, while the password is known. Where that
   * fails the old one stays, until the next sign-in: who gave the right password is let in all the same.
   */
  async function kept(candidate: Candidate, password: string): Promise<string | null> {
    const { tenantId, userId, passwordHash: was } = candidate;
    if (was === null || !ports.passwords.isOutdated(was)) return was;
    try {
      return await madeAnew(candidate, was, password);
    } catch (error) {
      log.warn({ err: error, tenantId, userId }, "a password could not be hashed at today's cost");
      return was;
    }
  }

  /** Hashes at today's cost, and keeps that. Where the hash was made anew or changed meanwhile, that one stands. */
  async function madeAnew({ tenantId, userId }: Candidate, was: string, password: string) {
    const passwordHash = await ports.passwords.hash(password);
    if (tenantId === null) {
      const t = platformAdministrators;
      const unchanged = and(eq(t.id, userId), eq(t.passwordHash, was));
      await stores.platform.write(({ db }) => db.update(t).set({ passwordHash }).where(unchanged));
      return passwordHash;
    }
    return stores.tenant(tenantId).write(async (tx) => {
      const now = (await tx.users.lock(userId))?.passwordHash ?? null;
      if (now !== was) return now;
      await tx.users.update(userId, { passwordHash });
      return passwordHash;
    });
  }

  /** Which of the candidates' hashes the password fits. Without any candidate the same work is done on a decoy. */
  async function matchingHashes(
    candidates: Candidate[],
    password: string,
    { verify }: Pick<EvenWork, "verify">,
  ): Promise<Set<string>> {
    const hashes = [...new Set(candidates.map(({ passwordHash }) => passwordHash))];
    if (hashes.length === 0) hashes.push(null);
    const matching = new Set<string>();
    for (const hash of hashes) if ((await verify(hash, password)) && hash !== null) matching.add(hash);
    return matching;
  }

  async function byDirectory(place: Place, identifier: string, password: string, signs: RequestSigns) {
    const { tenantId, app } = place;
    if (tenantId === null || app === null || password === "") return null;
    if (!(await place.offered()).includes("Ldap")) return null;
    const found = await outside.byPassword(tenantId, app.appId, identifier, password, signs);
    return found && { tenantId, userId: found.userId };
  }
}

export type ByPassword = ReturnType<typeof createPasswordProof>;
