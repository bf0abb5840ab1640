import { composed } from "../../kernel/strings/composed";
import { LONGEST_PASSWORD, isCommonPassword, passwordProblem } from "../../kernel/strings/password-policy";
import { turnNetworkOf } from "../../kernel/http/network";
import { signInBy } from "../../domain/federation/kinds.schema";
import { isAdministrator } from "../../domain/users/administrator-guard";
import { unavailability } from "../../kernel/concurrency/unavailability";
import type { Candidate } from "./candidates";
import { stampOf, type RequestSigns } from "./demands";
import { createUniformWork, type UniformWork } from "./uniform-work";
import type { Subject, Who } from "./flow";
import type { AdmittedIdentity } from "./federated-providers";
import type { Place } from "./places";
import type { Proof } from "./steps";
import type { StepDeps } from "./visit";
import { and, eq } from "drizzle-orm";
import { platformAdministrators } from "@/db/platform/sign-in";

/**
 * Returns the accounts with this address and password. Returns none if the password is wrong or the account is unknown, locked
 * or suspended. Does the same amount of work in each case, so that the time reveals nothing.
 */
export async function subjectsByPassword(
  deps: StepDeps,
  place: Place,
  identifier: string,
  typed: string,
  signs: RequestSigns,
): Promise<Subject[]> {
  const { failed, lockout, ports } = deps;
  // Limits the text before any other code reads it. A longer text is never a password, and causes the same work as a wrong one.
  const password = typed.length > 2 * LONGEST_PASSWORD ? "" : typed;
  const at = ports.clock().toISOString();
  const candidates = await place.find(identifier);
  const work = createUniformWork(ports, place, signs);
  const matching = await matchingHashes(candidates, password, work);
  const fits = ({ passwordHash }: Candidate) => passwordHash !== null && matching.has(passwordHash);
  // An organization whose database is busy must not hinder the accounts of the same address in other organizations: its
  // administrators could otherwise keep guesses at those from being counted.
  const states = await Promise.allSettled(candidates.map((each) => lockout.isOpen(each, signs)));
  const unread = states.find((state) => state.status === "rejected");
  const isOpen = states.map((state) => state.status === "fulfilled" && state.value);
  const meant = candidates.filter((each, index) => fits(each) && isOpen[index]);
  const countable = candidates.filter((each, index) => states[index]?.status === "fulfilled" || !fits(each));
  const subjects: Subject[] = [];
  // Sequential, because each rehash takes the memory of a hash.
  for (const candidate of meant) {
    const proof = await proofOf(deps, password, identifier, await renewHash(deps, candidate, password));
    subjects.push({ tenantId: candidate.tenantId, userId: candidate.userId, proofs: [proof] });
  }
  if (subjects.length > 0) {
    // Includes locked accounts, whether the password fits or not, because the amount of work must not reveal a match.
    const others = countable.filter((each) => each.passwordHash !== null && !meant.includes(each));
    await countOnOthers(deps, place, { others, right: subjects }, signs);
    return subjects;
  }

  // No directory gets the password of an administrator or of a locked account. This does not depend on the match: the response
  // time would reveal whether a guess at a locked account was right.
  const asks =
    place.app !== null && isOpen.every(Boolean) && !(await includesAdministrator(deps, candidates));
  const known = asks ? await byDirectory(deps, place, identifier, password, signs) : null;
  if (known !== null && "connector" in known) {
    const { connector, ...who } = known;
    return [{ ...who, proofs: [{ method: connector, at }] }];
  }
  // A wrong password also counts on the account that a directory finds by the identifier, because user names
  // of directories are not addresses here.
  const more = known !== null && candidates.every(({ userId }) => userId !== known.userId) ? [known] : [];
  await work.refused(password, () =>
    failed(place, [...countable, ...more], { identifier, method: "password", signs }),
  );
  // Thrown for right and wrong passwords alike.
  if (unread) throw unread.reason;
  return [];
}

/**
 * Counts a password that fits some accounts as wrong on the other accounts of the same address, once for each password. An
 * attacker may have created the account that fits in order to guess at another one.
 */
async function countOnOthers(
  { count, countedPasswords, log }: StepDeps,
  place: Place,
  { others, right }: { others: Candidate[]; right: Subject[] },
  signs: RequestSigns,
): Promise<void> {
  const guessed = await countedPasswords.uncounted(others, right);
  if (guessed.length === 0) return;
  const { counted, failure } = await count(guessed, { place, method: "password", signs });
  await countedPasswords.record(guessed, counted, right);
  if (failure === null) return;
  if (unavailability(failure) === null) throw failure;
  log.warn({ err: failure }, "a password could not be counted on another account of its address");
}

/** Returns true if one of the accounts is an administrator's. Identity providers do not sign in administrators. */
async function includesAdministrator({ stores }: StepDeps, candidates: Candidate[]): Promise<boolean> {
  const answers = await Promise.all(
    candidates.map(
      async ({ tenantId, userId }) =>
        tenantId === null || (await stores.tenant(tenantId).read((tx) => isAdministrator(tx, userId))),
    ),
  );
  return answers.includes(true);
}

/** Returns the hashes that the password matches. Without any candidate, the same work is done on a decoy. */
async function matchingHashes(
  candidates: Pick<Candidate, "passwordHash">[],
  password: string,
  { verify }: Pick<UniformWork, "verify">,
): Promise<Set<string>> {
  const hashes = [...new Set(candidates.map(({ passwordHash }) => passwordHash))];
  if (hashes.length === 0) hashes.push(null);
  const matching = new Set<string>();
  for (const hash of hashes) if ((await verify(hash, password)) && hash !== null) matching.add(hash);
  return matching;
}

/**
 * Returns the user whom a directory of the app finds by this identifier. `wrong` is true if the directory
 * rejects the password.
 */
async function byDirectory(
  { federation }: StepDeps,
  place: Place,
  identifier: string,
  password: string,
  signs: RequestSigns,
): Promise<(Who & (Pick<AdmittedIdentity, "connector"> | { wrong: true })) | null> {
  const { tenantId, app } = place;
  if (tenantId === null || app === null || password === "") return null;
  if (!(await place.offered()).some((method) => signInBy(method) === "password")) return null;
  const found = await federation.byPassword(tenantId, app.appId, identifier, password, signs);
  return found && { tenantId, ...found };
}

/** Returns the proof of the password as a second factor; null if the password is wrong. */
export async function provePasswordAgain(
  deps: StepDeps,
  { passwordHash, email }: { passwordHash: string | null; email: string },
  password: string,
  { ip, signal }: Pick<RequestSigns, "ip" | "signal">,
): Promise<Proof | null> {
  const matches = await deps.ports.passwords.verify(passwordHash, password, turnNetworkOf(ip), signal);
  if (passwordHash === null || !matches) return null;
  return proofOf(deps, password, email, passwordHash);
}

async function proofOf(
  { ports }: StepDeps,
  typed: string,
  identifier: string,
  passwordHash: string | null,
): Promise<Proof> {
  const password = composed(typed);
  const { passwordPolicy } = await ports.settings();
  return {
    method: "password",
    at: ports.clock().toISOString(),
    stamp: stampOf(passwordHash),
    weak: passwordProblem(passwordPolicy, password, identifier) !== null,
    common: isCommonPassword(password),
  };
}

/**
 * Returns the current hash of the account. Rehashes it while the password is available. If that fails, returns the old hash, so
 * that the correct password still signs in.
 */
async function renewHash(deps: StepDeps, candidate: Candidate, password: string): Promise<string | null> {
  const { tenantId, userId, passwordHash: was } = candidate;
  if (was === null) return was;
  try {
    return (await isCurrent(deps, was, password)) ? was : await madeAnew(deps, candidate, was, password);
  } catch (error) {
    deps.log.warn({ err: error, tenantId, userId }, "a password could not be hashed again");
    return was;
  }
}

/** Returns false for a hash of an earlier version, which hashed a password as it was typed. */
async function isCurrent({ ports }: StepDeps, hash: string, password: string): Promise<boolean> {
  if (ports.passwords.isOutdated(hash)) return false;
  const stored = composed(password);
  return stored === password || ports.passwords.verify(hash, stored);
}

/** Hashes the password at the current cost and stores the hash. If the hash was changed meanwhile, returns the changed one. */
async function madeAnew(
  { ports, stores }: StepDeps,
  { tenantId, userId }: Candidate,
  was: string,
  password: string,
) {
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
