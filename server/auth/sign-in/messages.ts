import { randomInt, timingSafeEqual } from "node:crypto";
import { isAdministrator } from "../../domain/users/administrator-guard";
import { addCodeFactor, noteCodeFactorUse } from "../../domain/factors/code-factors";
import type { CodeFactorKind } from "../../domain/factors/own-factors.schema";
import { factorsOf } from "../../domain/factors/factors";
import { makeRecoveryCodes } from "../../domain/factors/recovery-codes";
import { localeOf, queueMessage, sealMessage, type SealedMessage } from "../../domain/message-queue/queue";
import type { FactorTx } from "../../domain/factors/factor-store";
import { policiesOf } from "../../domain/tags/policies";
import { provenPhone, type UserRecord } from "../../domain/users/people";
import { newOpaqueToken } from "../../kernel/client-id";
import type { Locale } from "../../kernel/languages";
import type { ReadTx } from "../../kernel/store";
import { enrolled, enrollingOf } from "./enrolment";
import {
  isSame,
  sentHash,
  type Addressed,
  type Challenge,
  type CodeMethod,
  type Flow,
  type Subject,
  type Who,
} from "./flow";
import { candidateOf } from "./places";
import type { Proof } from "./steps";
import { advance, askedFor, currentStep, page, type Result, type StepDeps, type Visit } from "./visit";

/*
 * Codes and links that are sent. Whether there is anybody to send them to is not told: the same is kept, said and
 * encrypted for an address that names nobody.
 */

export type SentMethod = CodeMethod | "MagicLink";

export const SENT_MINUTES = 10;
/** Wrong answers to one code; then a new one must be asked for. */
const ATTEMPTS = 5;
/** Messages in one sign-in. */
const MOST_MESSAGES = 6;
/** Before another one can be asked for. */
export const RESEND_SECONDS = 30;

const isSms = (method: SentMethod) => method === "SmsOtp" || method === "sms";
const isFirst = (method: SentMethod) =>
  method === "EmailOtp" || method === "SmsOtp" || method === "MagicLink";

interface Addressee {
  tenantId: number;
  userId: number;
  address: string;
  locale: Locale | null;
}

/**
 * Makes one secret for each address. Whoever reads one mailbox so proves only accounts whose codes go there: at the console somebody
 * else may have an account of the same address and password whose codes go elsewhere.
 */
function secretsFor(method: SentMethod, to: readonly Pick<Addressee, "address">[]) {
  const make = () =>
    method === "MagicLink" ? newOpaqueToken() : String(randomInt(1_000_000)).padStart(6, "0");
  const made = new Map<string, string>();
  for (const { address } of to) {
    let secret = made.get(address) ?? make();
    // Two codes that are the same by chance would be one.
    while (!made.has(address) && [...made.values()].includes(secret)) secret = make();
    made.set(address, secret);
  }
  return (address: string) => made.get(address) ?? make();
}

/** Returns whether this is the secret that went to their address. */
const isAnswer = (flow: Pick<Flow, "key">, given: string, { hash }: Addressed) =>
  timingSafeEqual(Buffer.from(sentHash(flow, given)), Buffer.from(hash));

export function createMessageProof(deps: StepDeps) {
  const { stores, ports, factorSubjects } = deps;

  /** Sends a code or a link for this step. */
  async function send(at: Visit, method: SentMethod): Promise<Result> {
    const { place, flow, signs } = at;
    const step = await currentStep(deps, at);
    const offered = "methods" in step && step.step !== "identify" ? (step.methods as string[]) : [];
    if (!offered.includes(method) || (isFirst(method) && flow.identifier === null)) return page("again");
    const now = ports.clock();
    const { challenge } = flow;
    if (challenge && "sentAt" in challenge && +now - challenge.sentAt < RESEND_SECONDS * 1_000)
      return page("wait");
    const asked = flow.identifier ?? flow.subjects.map(({ userId }) => userId).join();
    if (flow.messagesSent >= MOST_MESSAGES || !(await deps.sendLimit(place.tenantId, asked, signs)))
      return page("too_many");

    const enrolling = step.step === "enrol" ? await enrollingOf(deps, at) : null;
    const proved = enrolling === null ? await askedFor(deps, at, method) : [enrolling];
    const to = await addressees(at, method, proved);
    const secrets = secretsFor(method, to);
    const sent = {
      to: to.map(({ tenantId, userId, address }) => ({
        ...{ tenantId, userId, address },
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
      messageFor(at, method, who, secrets(who.address)),
    );
    const kept = await place.flows.save({ ...flow, challenge: next, messagesSent: flow.messagesSent + 1 });
    if (kept === null) return page("again");
    for (const [index, { tenantId }] of to.entries())
      await stores.tenant(tenantId).write((tx) => queueMessage(tx, sealed[index]!));
    return page();
  }

  function messageFor(
    { place, flow }: Visit,
    method: SentMethod,
    { tenantId, address, locale }: Addressee,
    secret: string,
  ): SealedMessage {
    // The account page is no app, and has no name: the message names the organization.
    const app = place.app?.appId == null ? null : place.app.name;
    const common = { to: address, locale };
    if (method === "MagicLink") {
      const url = `${place.baseUrl ?? deps.baseUrl}/interaction/${flow.key}?link=${tenantId}.${secret}`;
      const data = { url, minutes: SENT_MINUTES, app };
      return sealMessage(ports.vault, { ...common, channel: "email", template: "magic_link", data });
    }
    return isSms(method)
      ? sealMessage(ports.vault, { ...common, channel: "sms", template: "sms_code", data: { code: secret } })
      : sealMessage(ports.vault, {
          ...common,
          channel: "email",
          template: "email_code",
          data: { code: secret, minutes: SENT_MINUTES, app },
        });
  }

  /** Whom it goes to: whoever may sign in and can be reached like this. */
  async function addressees(
    { place, flow, signs }: Visit,
    method: SentMethod,
    proved: readonly Subject[],
  ): Promise<Addressee[]> {
    const first = isFirst(method);
    const who: Who[] = [];
    if (!first) who.push(...proved);
    else
      for (const candidate of await place.find(flow.identifier!))
        if (await deps.lockout.isOpen(candidate, signs)) who.push(candidate);
    const found: Addressee[] = [];
    for (const { tenantId, userId } of who) {
      if (tenantId === null) continue;
      const reached = await stores.tenant(tenantId).read(async (tx) => {
        const user = await tx.users.get(userId);
        const untagged = method === "MagicLink" && (await policiesOf(tx, userId)).allowMagicLink === false;
        if (untagged || !user || (await barsAdministrator(tx, user, method, place))) return null;
        return { user, address: await addressOf(tx, user, method) };
      });
      if (reached === null) continue;
      const { user, address } = reached;
      if (address) found.push({ tenantId, userId, address, locale: localeOf(user) });
    }
    return found;
  }

  /** Returns whether this method proves nothing because the user is an administrator. */
  async function barsAdministrator(
    tx: ReadTx,
    { id, emailVerifiedAt }: UserRecord,
    method: SentMethod,
    { baseUrl }: Visit["place"],
  ): Promise<boolean> {
    // Whoever serves a custom domain reads the links that are opened there.
    const elsewhere = method === "MagicLink" && baseUrl !== null && baseUrl !== deps.baseUrl;
    // Whoever could name another address for an owner would otherwise come in as the owner.
    const unproved = isFirst(method) && !isSms(method) && emailVerifiedAt === null;
    return (elsewhere || unproved) && (await isAdministrator(tx, id));
  }

  /**
   * Where a code or link of this method goes: for a second factor that they set up, to what was proved for it; else to the
   * person's address or proven number.
   */
  async function addressOf(tx: ReadTx, user: UserRecord, method: SentMethod): Promise<string | null> {
    const own = isSms(method) ? provenPhone(user) : user.email;
    if (isFirst(method)) return own;
    const factor = (await factorsOf(tx, user.id)).find(({ kind }) => kind === method);
    return factor ? factor.address : own;
  }

  /** Answers with the code that was sent, as first factor or as second. */
  async function code(at: Visit, typed: string): Promise<Result> {
    const { challenge } = at.flow;
    if (challenge?.kind !== "code") return page("again");
    return answer(at, challenge, challenge.method, typed.replace(/\s/g, ""));
  }

  /** Opens the link in the browser that asked for it. */
  async function link(at: Visit, token: string): Promise<Result> {
    const { challenge } = at.flow;
    return challenge?.kind === "link" ? answer(at, challenge, "MagicLink", token) : page("link");
  }

  /**
   * Opens the link on another device: it proves the sign-in that asked for it, if whoever opens it knows the number that
   * is shown there. So nobody lets a stranger in who had a link sent to them.
   */
  async function approve(at: Visit, token: string, number: string): Promise<Result> {
    const { challenge } = at.flow;
    if (challenge?.kind !== "link") return page("link");
    const good = number.trim() === challenge.number;
    return answer(at, challenge, "MagicLink", good ? token : "", good ? "link" : "number");
  }

  async function answer(
    at: Visit,
    challenge: Extract<Challenge, { to: unknown }>,
    method: SentMethod,
    given: string,
    wrong: "code_wrong" | "link" | "number" = method === "MagicLink" ? "link" : "code_wrong",
  ): Promise<Result> {
    const { place, signs } = at;
    const now = ports.clock();
    if (challenge.expiresAt <= +now || challenge.attempts >= ATTEMPTS)
      return page(method === "MagicLink" ? "link" : "code_expired");
    // It counts before it is looked at, so that of many at once none slips through.
    const flow = await place.flows.save({
      ...at.flow,
      challenge: { ...challenge, attempts: challenge.attempts + 1 },
    });
    if (flow === null) return page("again");
    const identifier = flow.identifier ?? "";
    const fitting = challenge.to.filter((each) => isAnswer(flow, given, each));
    const meant = await meantBy({ ...at, flow }, method, fitting);
    const missed = meant.length === 0 ? challenge.to : challenge.to.filter((each) => !fitting.includes(each));
    // Whom it was sent to is known by their id: the name that was typed may be another one's by now.
    if (meant.length === 0 || missed.length > 0)
      await deps.failed(place, missed, { identifier, method, signs });
    if (meant.length === 0) return page(wrong);
    if ("enrols" in challenge) return enrol({ ...at, flow }, meant);
    const proof = { method, at: now.toISOString() };
    if (isFirst(method)) {
      const subjects = meant.map(({ tenantId, userId, address }) => ({
        ...{ tenantId, userId },
        proofs: [{ ...proof, address }],
      }));
      return advance(deps, { ...at, flow }, { subjects });
    }
    const asked = await askedFor(deps, { ...at, flow }, method);
    const subjects: Subject[] = [];
    for (const subject of flow.subjects) {
      const isAsked = asked.some((each) => isSame(each, subject));
      const answered = isAsked ? meant.find((each) => isSame(each, subject)) : undefined;
      const kind = isSms(method) ? "sms" : "email";
      const { address } = answered ?? {};
      const more = address === undefined ? [] : [{ ...proof, address, ...(await kept(at, subject, kind)) }];
      subjects.push({ ...subject, proofs: [...subject.proofs, ...more] });
    }
    return advance(deps, { ...at, flow }, { subjects });
  }

  /** Which factor of theirs it was a code of; none where only the risk asked for it. */
  async function kept(
    { signs }: Visit,
    subject: Subject,
    kind: CodeFactorKind,
  ): Promise<{ factorId?: number }> {
    const { userId } = subject;
    const now = ports.clock();
    const note = (tx: FactorTx) => noteCodeFactorUse(tx, { userId, kind }, now);
    const factorId = await factorSubjects.within(subject, signs, ({ tx }) => note(tx));
    return factorId === null ? {} : { factorId };
  }

  /** Keeps codes by e-mail as the second factor that the sign-in demands; the code that was typed proves it at once. */
  async function enrol(at: Visit, meant: readonly Addressed[]): Promise<Result> {
    const enrolling = await enrollingOf(deps, at);
    const sentTo = enrolling && meant.find((each) => isSame(each, enrolling));
    if (!enrolling || !sentTo) return page("again");
    const { address } = sentTo;
    const now = ports.clock();
    const made = await factorSubjects.enrol(at, enrolling, async ({ tx, person: { userId }, added }) => {
      const factorId = await addCodeFactor(tx, { userId, kind: "email", address }, now);
      await added({ kind: "email", label: null }, at);
      return { factorId, codes: await makeRecoveryCodes(tx, userId, now) };
    });
    if (made === null) return page("again");
    const proof: Proof = { method: "email", at: now.toISOString(), factorId: made.factorId, address };
    return enrolled(at, enrolling, proof, made.codes);
  }

  /**
   * Those it was sent to who may still sign in, and whom it would still go to. Somebody may have become an administrator
   * since it was sent.
   */
  async function meantBy({ place, signs }: Visit, method: SentMethod, to: readonly Addressed[]) {
    const meant: Addressed[] = [];
    for (const each of to) {
      const { tenantId, userId, address } = each;
      if (tenantId === null) continue;
      const found = await stores.tenant(tenantId).read(async (tx) => {
        const user = await tx.users.get(userId);
        if (user?.kind !== "person" || (await barsAdministrator(tx, user, method, place))) return null;
        return { user, goesTo: await addressOf(tx, user, method) };
      });
      if (found?.goesTo !== address) continue;
      if (await deps.lockout.isOpen(candidateOf(tenantId, found.user), signs)) meant.push(each);
    }
    return meant;
  }

  return { send, code, link, approve };
}
