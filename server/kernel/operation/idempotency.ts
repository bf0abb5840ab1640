import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../errors";
import type { Actor } from "./actor";
import type { Ports } from "./ports";
import { requestRefusals } from "../refusals";
import type { Journal } from "./store";

/**
 * The Idempotency-Key of a request. A client sends a retry with the same key as the first request (clarifications, general 7).
 */
export interface Idempotency {
  key: string;
  /** A digest of method, path and body. The same key with another digest is an error of the client and is refused. */
  fingerprint: string;
}

export interface IdempotencyOptions {
  idempotency?: Idempotency | undefined;
  /** Called if the answer is the stored answer of an earlier request. */
  onReplay?: () => void;
  /** Called if the command changed an existing record instead of creating it. */
  onUpdate?: () => void;
}

/** Returns the owner of an Idempotency-Key. Keys of different owners do not conflict. */
const keyOwner = ({ subject }: Actor) =>
  subject.kind === "credential" ? subject.clientId : `${subject.kind}:${subject.label}`;

/** Time in milliseconds that a request waits for the end of the first request with its key. Most requests end within this time. */
const WAIT_MS = 5_000;

/** Time in seconds after which a client should send the request again that waited in vain. */
const RETRY_AFTER = 1;

/** Pauses in milliseconds between the questions whether the first request of another instance has ended. */
const PAUSES = { first: 10, longest: 200 };

const stillRunning = () => requestRefusals.still_running({ retryAfter: RETRY_AFTER });

const isStillRunning = (error: unknown) =>
  error instanceof AppError && error.reason.code === "request.still_running";

/** The requests of this process that run or wait for another instance, by actor and key. */
export type RunningRequests = Map<string, Promise<unknown>>;

/**
 * Runs `work` after the end of the other requests with the same key, in this process and in other instances. Throws 409 if one of
 * them still runs after `waitMs` milliseconds. In this process the wait includes the time before the transaction, which the lock
 * of the database does not cover.
 */
export async function alone<T>(
  running: RunningRequests,
  actor: Actor,
  { key }: Idempotency,
  work: () => Promise<T>,
  waitMs = WAIT_MS,
): Promise<T> {
  const name = `${actor.scope === "tenant" ? actor.tenantId : "platform"}/${keyOwner(actor)}/${key}`;
  const deadline = performance.now() + waitMs;
  for (let other = running.get(name); other; other = running.get(name))
    if (!(await hasEnded(other, deadline))) throw stillRunning();
  const run = afterOtherInstances(work, deadline);
  running.set(name, run);
  try {
    return await run;
  } finally {
    running.delete(name);
  }
}

/** Returns true when the work has ended, also with an error; false if the deadline comes first. */
async function hasEnded(work: Promise<unknown>, deadline: number): Promise<boolean> {
  const patience = new AbortController();
  const late = sleep(Math.max(0, deadline - performance.now()), false, { signal: patience.signal });
  const ended = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([ended, late]);
  } finally {
    patience.abort();
    late.catch(() => {});
  }
}

/** Repeats `work` until it no longer throws that a request with the same key runs in another instance. Waits without a connection. */
async function afterOtherInstances<T>(work: () => Promise<T>, deadline: number): Promise<T> {
  for (let pause = PAUSES.first; ; pause = Math.min(2 * pause, PAUSES.longest))
    try {
      return await work();
    } catch (error) {
      if (!isStillRunning(error) || performance.now() + pause > deadline) throw error;
      await sleep(pause);
    }
}

/** Returns the stored answer of the earlier request with the same Idempotency-Key. Null if no such request has ended. */
export async function firstAnswer(
  journal: Journal,
  actor: Actor,
  ports: Ports,
  { idempotency, onReplay, onUpdate }: IdempotencyOptions,
): Promise<{ output: unknown } | null> {
  if (!idempotency) return null;
  const claim = await journal.claim(keyOwner(actor), idempotency.key);
  if (claim === "running") throw stillRunning();
  if (claim === "claimed") return null;
  if (claim.fingerprint !== idempotency.fingerprint) throw requestRefusals.idempotency_key_reused();
  onReplay?.();
  const first = JSON.parse(ports.vault.decrypt(claim.answer)) as { output: unknown; updated: boolean };
  if (first.updated) onUpdate?.();
  return first;
}

/**
 * Runs the command unless an answer for its Idempotency-Key is stored. Stores the answer in the same transaction as the change.
 */
export async function once(
  journal: Journal,
  actor: Actor,
  ports: Ports,
  options: IdempotencyOptions,
  command: (options: IdempotencyOptions) => Promise<unknown>,
): Promise<unknown> {
  if (!options.idempotency) return command(options);
  const first = await firstAnswer(journal, actor, ports, options);
  if (first) return first.output;
  let updated = false;
  const onUpdate = () => {
    updated = true;
    options.onUpdate?.();
  };
  const output = await command({ ...options, onUpdate });
  await journal.remember(keyOwner(actor), options.idempotency.key, {
    fingerprint: options.idempotency.fingerprint,
    answer: ports.vault.encrypt(JSON.stringify({ output, updated })),
  });
  return output;
}
