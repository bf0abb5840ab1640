import { randomInt, timingSafeEqual } from "node:crypto";
import { addCodeFactor, noteCodeFactorUse } from "../../domain/factors/kinds/codes";
import { kindByMethod, type CodeFactorKind } from "../../domain/sign-in-methods/factor-kinds.schema";
import { makeRecoveryCodes } from "../../domain/factors/kinds/recovery-codes";
import { queueMessage } from "../../domain/messages/queue";
import type { FactorTx } from "../../domain/factors/factor-store";
import { addresseesOf, stillMeant } from "./addressees";
import { isSame, sentHash, type Addressed, type Challenge, type Flow, type Subject } from "./flow";
import { messageFor, secretsFor, SENT_MINUTES, type SentMethod } from "./sent-messages";
import { isSentFirst, type Proof } from "./steps";
import {
  advance,
  askedFor,
  currentStep,
  page,
  type Result,
  type StepDeps,
  type Visit,
  enrolled,
  enrollingOf,
} from "./visit";
import { withFactors, enrolFactor } from "./factor-subjects";

/*
 * Codes and links that are sent. For an address without an account, the same rows are stored, the same answer
 * is given, and the same work is done. A visitor can therefore not find out whether the account exists.
 */

/** Maximum number of wrong answers to one code. After that, a new code must be requested. */
const ATTEMPTS = 5;
/** Maximum number of messages in one sign-in. */
const MOST_MESSAGES = 6;
/** Seconds after a message before another one can be requested. */
export const RESEND_SECONDS = 30;

/** Returns true if the answer is the secret that was sent to this address. */
const isAnswer = (flow: Pick<Flow, "key">, given: string, { hash }: Addressed) =>
  timingSafeEqual(Buffer.from(sentHash(flow, given)), Buffer.from(hash));

/** Sends a code or a link for this step. */
export async function sendMessage(deps: StepDeps, at: Visit, method: SentMethod): Promise<Result> {
  const { ports, sendLimit, stores } = deps;
  const { place, flow, signs } = at;
  const step = await currentStep(deps, at);
  const offered = "methods" in step && step.step !== "identify" ? (step.methods as string[]) : [];
  if (!offered.includes(method) || (isSentFirst(method) && flow.identifier === null)) return page("again");
  const now = ports.clock();
  const { challenge } = flow;
  if (challenge && "sentAt" in challenge && +now - challenge.sentAt < RESEND_SECONDS * 1_000)
    return page("wait");
  const asked = flow.identifier ?? flow.subjects.map(({ userId }) => userId).join();
  if (flow.messagesSent >= MOST_MESSAGES || !(await sendLimit(place.tenantId, asked, signs)))
    return page("too_many");

  const enrolling = step.step === "enrol" ? await enrollingOf(deps, at) : null;
  const proved = enrolling === null ? await askedFor(deps, at, method) : [enrolling];
  const to = await addresseesOf(deps, at, method, proved);
  const secrets = secretsFor(method, to);
  const sent = {
    to: to.map(({ tenantId, userId, address }) => ({
      tenantId,
      userId,
      address,
      hash: sentHash(flow, secrets(address)),
    })),
    sentAt: +now,
    expiresAt: +now + SENT_MINUTES * 60_000,
    attempts: 0,
  };
  const next: Challenge =
    method === "MagicLink"
      ? { kind: "link", number: String(randomInt(10, 100)), ...sent }
      : { kind: "code", method, ...(enrolling !== null && { enrols: true as const }), ...sent };
  const nobody = {
    tenantId: place.tenantId ?? 0,
    userId: 0,
    address: "nobody@example.invalid",
    locale: null,
  };
  const sealed = (to.length > 0 ? to : [nobody]).map((who) =>
    messageFor(deps, at, method, who, secrets(who.address)),
  );
  const kept = await place.flows.save({ ...flow, challenge: next, messagesSent: flow.messagesSent + 1 });
  if (kept === null) return page("again");
  for (const [index, { tenantId }] of to.entries())
    await stores.tenant(tenantId).write((tx) => queueMessage(tx, sealed[index]!));
  return page();
}

/** Checks an answer to the sent code, as first or second factor. */
export async function proveSentCode(deps: StepDeps, at: Visit, typed: string): Promise<Result> {
  const { challenge } = at.flow;
  if (challenge?.kind !== "code") return page("again");
  return answer(deps, at, challenge, challenge.method, typed.replace(/\s/g, ""));
}

/** Opens the link in the browser that requested it. */
export async function proveLink(deps: StepDeps, at: Visit, token: string): Promise<Result> {
  const { challenge } = at.flow;
  return challenge?.kind === "link" ? answer(deps, at, challenge, "MagicLink", token) : page("link");
}

/**
 * Approves the sign-in that requested the link, from another device. The person must type the number that the first browser
 * shows. If an attacker has a link sent to a victim, the attacker therefore gains nothing when the victim opens it.
 */
export async function approveLink(deps: StepDeps, at: Visit, token: string, number: string): Promise<Result> {
  const { challenge } = at.flow;
  if (challenge?.kind !== "link") return page("link");
  const good = number.trim() === challenge.number;
  return answer(deps, at, challenge, "MagicLink", good ? token : "", good ? "link" : "number");
}

async function answer(
  deps: StepDeps,
  at: Visit,
  challenge: Extract<Challenge, { to: unknown }>,
  method: SentMethod,
  given: string,
  wrong: "code_wrong" | "link" | "number" = method === "MagicLink" ? "link" : "code_wrong",
): Promise<Result> {
  const { place, signs } = at;
  const now = deps.ports.clock();
  if (challenge.expiresAt <= +now || challenge.attempts >= ATTEMPTS)
    return page(method === "MagicLink" ? "link" : "code_expired");
  // The attempt is counted before the answer is checked, so that concurrent guesses cannot exceed the
  // limit.
  const flow = await place.flows.save({
    ...at.flow,
    challenge: { ...challenge, attempts: challenge.attempts + 1 },
  });
  if (flow === null) return page("again");
  const identifier = flow.identifier ?? "";
  const fitting = challenge.to.filter((each) => isAnswer(flow, given, each));
  const meant = await stillMeant(deps, { ...at, flow }, method, fitting);
  const missed = meant.length === 0 ? challenge.to : challenge.to.filter((each) => !fitting.includes(each));
  // Counts on the stored recipients, because the typed name can belong to another user by now.
  if (meant.length === 0 || missed.length > 0)
    await deps.failed(place, missed, { identifier, method, signs });
  if (meant.length === 0) return page(wrong);
  if ("enrols" in challenge) return enrolMail(deps, { ...at, flow }, meant);
  const proof = { method, at: now.toISOString() };
  if (isSentFirst(method)) {
    const subjects = meant.map(({ tenantId, userId, address }) => ({
      tenantId,
      userId,
      proofs: [{ ...proof, address }],
    }));
    return advance(deps, { ...at, flow }, { subjects });
  }
  const asked = await askedFor(deps, { ...at, flow }, method);
  const subjects: Subject[] = [];
  for (const subject of flow.subjects) {
    const isAsked = asked.some((each) => isSame(each, subject));
    const answered = isAsked ? meant.find((each) => isSame(each, subject)) : undefined;
    const { address } = answered ?? {};
    const more =
      address === undefined
        ? []
        : [{ ...proof, address, ...(await kept(deps, at, subject, kindByMethod[method])) }];
    subjects.push({ ...subject, proofs: [...subject.proofs, ...more] });
  }
  return advance(deps, { ...at, flow }, { subjects });
}

/**
 * Records the use of the enrolled factor to which the code was sent, and returns its id. Returns an empty object if the code
 * was demanded only because of risk.
 */
async function kept(
  deps: StepDeps,
  { signs }: Visit,
  subject: Subject,
  kind: CodeFactorKind,
): Promise<{ factorId?: number }> {
  const { userId } = subject;
  const now = deps.ports.clock();
  const note = (tx: FactorTx) => noteCodeFactorUse(tx, { userId, kind }, now);
  const factorId = await withFactors(deps, subject, signs, ({ tx }) => note(tx));
  return factorId === null ? {} : { factorId };
}

/** Enrols codes by e-mail as the demanded second factor. The typed code is a proof at once. */
async function enrolMail(deps: StepDeps, at: Visit, meant: readonly Addressed[]): Promise<Result> {
  const enrolling = await enrollingOf(deps, at);
  const sentTo = enrolling && meant.find((each) => isSame(each, enrolling));
  if (!enrolling || !sentTo) return page("again");
  const { address } = sentTo;
  const now = deps.ports.clock();
  const made = await enrolFactor(deps, at, enrolling, async ({ tx, person: { userId }, added }) => {
    const factorId = await addCodeFactor(tx, { userId, kind: "email", address }, now);
    await added({ kind: "email", label: null }, at);
    return { factorId, codes: await makeRecoveryCodes(tx, userId, now) };
  });
  if (made === null) return page("again");
  const proof: Proof = { method: "email", at: now.toISOString(), factorId: made.factorId, address };
  return enrolled(at, enrolling, proof, made.codes);
}
