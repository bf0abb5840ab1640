import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import * as z from "zod";
import { signingKeys } from "@/db/platform/sign-in";
import { timestampOrNull } from "@/server/kernel/fields";
import { type PrepareContext, platformQuery } from "@/server/kernel/operation/operation";
import type { PlatformActor } from "@/server/kernel/operation/actor";
import type { PlatformReadTx, PlatformWriteTx } from "@/server/kernel/operation/store";
import {
  PUBLISHED_AFTER_SECONDS,
  PUBLISHED_AHEAD_SECONDS,
  signingAlgorithms,
  type SigningAlgorithm,
} from "@/server/kernel/signing-keys";
import { administeredCommand } from "./administered-command";
import { readSettings } from "./settings";
import { ByKid, KeyRotation, PublishedKey, SigningKeys } from "./signing-keys.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const signingKeyRefusals = defineRefusals("signing_key", {
  not_found: { status: 404, text: "There is no such signing key." },
  revoked: { status: 409, text: "The signing key is revoked already." },
});

/*
 * The keys that sign tokens (server/auth/oidc/keys.ts). Times decide the state of a key, so no job has to run at the moment of a
 * change. Commands lock the keys of the algorithm, so that each algorithm has one signing key and at most one next key.
 */

const t = signingKeys;
type Key = typeof t.$inferSelect;
type Db = PlatformReadTx["db"];

const later = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1_000);

function stateOf({ signsFrom, retiredAt }: Key, now: Date): PublishedKey["state"] {
  if (retiredAt !== null && retiredAt <= now) return "retired";
  return signsFrom > now ? "next" : "signing";
}

const toKey = (key: Key, now: Date): PublishedKey => ({
  kid: key.kid,
  algorithm: key.algorithm as SigningAlgorithm,
  state: stateOf(key, now),
  createdAt: key.createdAt.toISOString(),
  signsFrom: key.signsFrom.toISOString(),
  retiredAt: timestampOrNull(key.retiredAt),
  publishedUntil: timestampOrNull(key.retiredAt && later(key.retiredAt, PUBLISHED_AFTER_SECONDS)),
});

/** Returns the published keys, the newest ones of each algorithm first. */
async function publishedKeys(db: Db, now: Date, algorithms: readonly SigningAlgorithm[] = signingAlgorithms) {
  const since = later(now, -PUBLISHED_AFTER_SECONDS);
  return db
    .select()
    .from(t)
    .where(
      and(
        inArray(t.algorithm, [...algorithms]),
        isNull(t.revokedAt),
        or(isNull(t.retiredAt), gt(t.retiredAt, since)),
      ),
    )
    .orderBy(desc(t.signsFrom), asc(t.kid));
}

/**
 * Locks the keys of an algorithm until the transaction ends, then returns the published ones and the time. The time of the request
 * may be earlier than the changes of the previous holder of the lock, and the clock of this server may differ from that of the
 * database, which decides the states.
 */
async function lockKeys({ db }: PlatformWriteTx, algorithm: SigningAlgorithm) {
  await db.select({ kid: t.kid }).from(t).where(eq(t.algorithm, algorithm)).orderBy(asc(t.kid)).for("update");
  // Read again: a key that the previous holder of the lock has added is not in the result of the locking statement.
  const [clock] = await db
    .select({
      now: sql<Date>`date_trunc('milliseconds', clock_timestamp())`.mapWith(t.signsFrom),
    })
    .from(sql`(select 1) as one`);
  const { now } = clock!;
  const keys = await publishedKeys(db, now, [algorithm]);
  const of = (state: PublishedKey["state"]) => keys.find((key) => stateOf(key, now) === state);
  return { now, signing: of("signing"), next: of("next") };
}

/** Generates a key outside the transaction, because an RSA key takes time. */
async function newKey({ ports }: PrepareContext<PlatformActor, PlatformReadTx>, algorithm: SigningAlgorithm) {
  const { kid, publicJwk, privateJwk } = await ports.signingKey(algorithm);
  return { kid, algorithm, publicJwk, privateJwkEncrypted: ports.vault.encrypt(JSON.stringify(privateJwk)) };
}
type NewKey = Awaited<ReturnType<typeof newKey>>;

/** Makes `next` or, without one, a new key sign from this time on. The present key retires then. Returns the successor. */
async function succeed(
  { db }: PlatformWriteTx,
  { signing, next }: Awaited<ReturnType<typeof lockKeys>>,
  made: NewKey,
  { createdAt, from }: { createdAt: Date; from: Date },
): Promise<Key> {
  const [successor] = next
    ? await db.update(t).set({ signsFrom: from }).where(eq(t.kid, next.kid)).returning()
    : await db
        .insert(t)
        .values({ ...made, createdAt, signsFrom: from })
        .returning();
  if (signing) await db.update(t).set({ retiredAt: from }).where(eq(t.kid, signing.kid));
  return successor!;
}

const target = (kid: string, algorithm: string) => ({ ref: `signing_key:${kid}`, label: algorithm });

export const listSigningKeys = platformQuery({
  name: "listSigningKeys",
  console: "platform.signingKeys.list",
  capability: "ManagePlatformSettings",
  summary: "List the signing keys",
  input: z.strictObject({}),
  output: SigningKeys,
  run: async ({ tx, now }) => {
    const keys = (await publishedKeys(tx.db, now)).map((key) => toKey(key, now));
    const place = ({ algorithm }: PublishedKey) => signingAlgorithms.indexOf(algorithm);
    return {
      keys: keys.sort((one, other) => place(one) - place(other)),
      rotationDays: (await readSettings(tx.db)).signingKeyDays,
    };
  },
});

export const rotateSigningKey = administeredCommand({
  name: "rotateSigningKey",
  console: "platform.signingKeys.rotate",
  capability: "ManagePlatformSettings",
  summary: "Rotate the signing key of an algorithm",
  description:
    "Publishes a new key. The old one signs until the new one does, and stays published until its tokens have expired. " +
    "A rotation that is already planned stays as it is; `now` brings it forward.",
  input: KeyRotation,
  output: PublishedKey,
  event: "signing_key_rotated",
  target: (_input, { kid, algorithm }) => target(kid, algorithm),
  prepare: (context, { algorithm }) => newKey(context, algorithm),
  run: async ({ tx, changed, unchanged }, { algorithm, when }, made) => {
    const keys = await lockKeys(tx, algorithm);
    const { now } = keys;
    if (when === "planned" && keys.next) {
      unchanged();
      return toKey(keys.next, now);
    }
    const from = when === "now" ? now : later(now, PUBLISHED_AHEAD_SECONDS);
    const successor = await succeed(tx, keys, made, { createdAt: now, from });
    changed(
      { kid: keys.signing?.kid ?? null, signsFrom: timestampOrNull(keys.signing?.signsFrom ?? null) },
      { kid: successor.kid, signsFrom: from.toISOString() },
    );
    return toKey(successor, now);
  },
});

export const revokeSigningKey = administeredCommand({
  name: "revokeSigningKey",
  console: "platform.signingKeys.revoke",
  capability: "ManagePlatformSettings",
  summary: "Revoke a compromised signing key",
  description:
    "The key disappears from /jwks, and every token that it signed becomes invalid at this server within a second. " +
    "APIs that cache /jwks accept such tokens until they read it again. The next key signs at once.",
  input: ByKid,
  output: z.object({
    kid: z.string(),
    algorithm: KeyRotation.shape.algorithm,
    successor: z.string().nullable(),
  }),
  event: "signing_key_revoked",
  target: (_input, { kid, algorithm }) => target(kid, algorithm),
  prepare: async (context, { kid }) => {
    const [key] = await context.read(({ db }) => db.select().from(t).where(eq(t.kid, kid)));
    if (!key) throw signingKeyRefusals.not_found();
    return newKey(context, key.algorithm as SigningAlgorithm);
  },
  run: async ({ tx, changed }, { kid }, made) => {
    const { algorithm } = made;
    const keys = await lockKeys(tx, algorithm);
    const { now } = keys;
    const [key] = await tx.db.select().from(t).where(eq(t.kid, kid));
    if (!key) throw signingKeyRefusals.not_found();
    if (key.revokedAt !== null) throw signingKeyRefusals.revoked();
    const state = stateOf(key, now);
    const successor =
      state === "signing" ? await succeed(tx, keys, made, { createdAt: now, from: now }) : null;
    // Without its next key, the signing key signs on. The schedule plans another one.
    if (state === "next" && keys.signing)
      await tx.db.update(t).set({ retiredAt: null }).where(eq(t.kid, keys.signing.kid));
    await tx.db
      .update(t)
      .set({
        revokedAt: now,
        retiredAt: state === "retired" ? key.retiredAt : now,
        privateJwkEncrypted: null,
      })
      .where(eq(t.kid, kid));
    changed({ state }, { state: "revoked", ...(successor && { successor: successor.kid }) });
    return { kid, algorithm, successor: successor?.kid ?? null };
  },
});
