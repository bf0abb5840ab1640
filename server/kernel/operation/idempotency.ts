import type { Actor } from "./actor";
import type { Ports } from "./ports";
import { requestRefusals } from "../refusals/requests";
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

/** Time in seconds after which a client should send the request again. Most requests end within this time. */
const RETRY_AFTER = 1;

const stillRunning = () => requestRefusals.still_running({ retryAfter: RETRY_AFTER });

/**
 * Runs `work` unless a request with the same key still runs in this process. Throws 409 in this case. Includes the time before
 * the transaction, which the lock of the database does not cover.
 */
export async function alone<T>(
  running: Set<string>,
  actor: Actor,
  { key }: Idempotency,
  work: () => Promise<T>,
) {
  const name = `${actor.scope === "tenant" ? actor.tenantId : "platform"}/${keyOwner(actor)}/${key}`;
  if (running.has(name)) throw stillRunning();
  running.add(name);
  try {
    return await work();
  } finally {
    running.delete(name);
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
