import type { Actor } from "./actor";
import type { Ports } from "./ports";
import { requestRefusals } from "../refusals/requests";
import type { Journal } from "./store";

/** The key by which a client marks two writes as the same one (clarifications, general 7). */
export interface Idempotency {
  key: string;
  /**
   * A digest of method, path and body. The same key with another digest is refused as an error of the client.
   */
  fingerprint: string;
}

export interface IdempotencyOptions {
  idempotency?: Idempotency | undefined;
  /** Called if the answer repeats the first one. */
  onReplay?: () => void;
  /** Called if the command changed an existing record instead of creating it. */
  onUpdate?: () => void;
}

/** Returns the owner of an Idempotency-Key. Two clients may use the same key independently. */
const keyOwner = ({ subject }: Actor) =>
  subject.kind === "credential" ? subject.clientId : `${subject.kind}:${subject.label}`;

/** Time in seconds after which a client should send the request again. Most requests end earlier. */
const RETRY_AFTER = 1;

const stillRunning = () => requestRefusals.still_running({ retryAfter: RETRY_AFTER });

/** Refuses a retry while the first request still runs in this process, even before its transaction. */
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

/** Returns the earlier answer under the key of these options; null if there is none. */
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

/** Runs the command once for its key. The answer is stored in the same transaction as the change. */
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
