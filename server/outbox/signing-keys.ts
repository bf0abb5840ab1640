import type { Logger } from "pino";
import type { PlatformActor } from "../kernel/operation/actor";
import type { Execute } from "../kernel/operation/execute";
import type { PlatformSettings } from "../kernel/settings";
import {
  PUBLISHED_AFTER_SECONDS,
  PUBLISHED_AHEAD_SECONDS,
  type SigningAlgorithm,
} from "../kernel/signing-keys";
import { rotateSigningKey } from "../platform/signing-keys";
import type { Database } from "../store/database";
import { startLoop } from "./worker-loop";

export interface SigningKeysDeps {
  database: Pick<Database, "sql">;
  execute: Execute;
  settings: () => Promise<PlatformSettings>;
  actor: PlatformActor;
}

const EVERY_MS = 3_600_000;

/**
 * Plans the rotation of the keys that have signed for the number of days of the platform's settings. The new key is published a
 * day before the days have passed. If several instances do this at once, the command plans one rotation: it locks the keys, and
 * a second call finds the planned one.
 */
export async function rotateDueKeys({ database: { sql }, execute, settings, actor }: SigningKeysDeps) {
  const { signingKeyDays } = await settings();
  if (signingKeyDays > 0) {
    const due = await sql<{ algorithm: SigningAlgorithm }[]>`
      select algorithm from signing_keys
      where revoked_at is null and retired_at is null and signs_from <= now()
        and signs_from < now() - make_interval(days => ${signingKeyDays}, secs => ${-PUBLISHED_AHEAD_SECONDS})`;
    for (const { algorithm } of due) await execute(actor, rotateSigningKey, { algorithm, when: "planned" });
  }
  await eraseUnpublishedKeys(sql);
}

/** Erases the private parts of keys that are no longer published. */
async function eraseUnpublishedKeys(sql: Database["sql"]) {
  await sql`
    update signing_keys set private_jwk_encrypted = null
    where private_jwk_encrypted is not null
      and (revoked_at is not null or retired_at < now() - make_interval(secs => ${PUBLISHED_AFTER_SECONDS}))`;
}

/** Starts to rotate the signing keys by schedule: now and every hour. */
export const startSigningKeys = (deps: SigningKeysDeps & { log: Logger }) =>
  startLoop({
    work: () => rotateDueKeys(deps),
    idleMs: EVERY_MS,
    log: deps.log,
    failure: "signing keys could not be rotated",
  });
