import { errors, importJWK, type CryptoKey, type JWK, type JWTHeaderParameters } from "jose";
import { ConfigError } from "../../edge/config";
import type { Ports } from "../../kernel/operation/ports";
import { PUBLISHED_AFTER_SECONDS, signingAlgorithms, type SigningAlgorithm } from "../../kernel/signing-keys";
import type { Database } from "../../store/database";

/** A key that verifies signatures of exactly one algorithm. */
export interface VerificationKey {
  kid: string;
  algorithm: SigningAlgorithm;
  publicKey: CryptoKey;
}

export interface SigningKey extends VerificationKey {
  privateKey: CryptoKey;
  /** Includes the private part. oidc-provider publishes only the public one. */
  jwk: JWK;
}

/** The published keys: those that sign, those that will sign, and those whose tokens may be valid. */
export interface KeySet {
  /** The key that signs, for each algorithm. */
  signing: Readonly<Record<SigningAlgorithm, SigningKey>>;
  /** For each algorithm the signing key first. oidc-provider signs with the first key of an algorithm. */
  all: readonly SigningKey[];
}

export interface KeyRing {
  /** Returns the keys as last read. Starts another read in the background if they are older than a second. */
  current(): KeySet;
  /** Returns the keys, at most a second old. Returns older ones while the database is unavailable. */
  fresh(): Promise<KeySet>;
  /** Returns the key with this id. Reads the keys again for an unknown id, because another instance may have created the key. */
  find(kid: string): Promise<SigningKey | undefined>;
  /**
   * Returns a key that was published once, also if its tokens have expired since. `revoked`: the key proves nothing. Undefined
   * for an id that was never a key.
   */
  former(kid: string): Promise<VerificationKey | "revoked" | undefined>;
  /** Reads the keys again, unless the last read is at most `maxAgeMs` old. */
  refresh(maxAgeMs: number): Promise<void>;
}

interface KeyRow {
  kid: string;
  algorithm: SigningAlgorithm;
  public_jwk: JWK;
  private_jwk_encrypted: string;
  signs: boolean;
}

/** Maximum age of the keys in milliseconds. A revoked key is therefore refused within a second on every instance. */
const STALE_MS = 1_000;
/**
 * Minimum interval of reads in milliseconds, so that tokens with invented key ids cannot cause unlimited reads. The check of such
 * a token waits for the next read.
 */
const LEAST_MS = 100;
/**
 * Maximum time in milliseconds for which a request waits for a read of the keys. Without the database, the request then goes on
 * with the keys as last read.
 */
const PATIENCE_MS = 100;
/** Maximum length of a key id in characters. */
const LONGEST_KID = 100;

/** Number of the advisory lock. No other program on the database server uses it. */
const KEY_LOCK = 7_266_273_082;

/** The algorithms as a literal of an array in SQL, in the order of `signingAlgorithms`. */
const ALGORITHMS = `{${signingAlgorithms.join(",")}}`;

const known = (algorithm: string): algorithm is SigningAlgorithm =>
  (signingAlgorithms as readonly string[]).includes(algorithm);

/** Opens the signing keys. Creates a key for each algorithm that has none. */
export async function openKeyRing(
  { sql }: Database,
  { vault, signingKey }: Pick<Ports, "vault" | "signingKey">,
): Promise<KeyRing> {
  let opened = new Map<string, SigningKey>();
  let readAt = 0;
  let reading: Promise<void> | null = null;
  let readingSince = 0;
  let keys: KeySet | null = null;

  async function read(): Promise<KeySet> {
    let rows = await publishedRows(sql);
    const lacking = withoutSigner(rows);
    if (lacking.length > 0) {
      // Only at the first start, and after an upgrade or the deletion of keys.
      await Promise.all(lacking.map((algorithm) => createKey({ sql, vault, signingKey }, algorithm)));
      rows = await publishedRows(sql);
    }
    // Returns the same objects if nothing changed, so that caches by key stay valid.
    const all = await Promise.all(rows.map(async (row) => opened.get(row.kid) ?? open(row, vault)));
    opened = new Map(all.map((key) => [key.kid, key]));
    readAt = Date.now();
    const before = keys?.all ?? [];
    const same = all.length === before.length && all.every((key, index) => key === before[index]);
    return keys !== null && same ? keys : (keys = { signing: signers(rows, opened), all });
  }

  const refresh = (): Promise<void> => {
    reading ??= (async () => {
      readingSince = Date.now();
      try {
        const wait = readAt + LEAST_MS - Date.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        await read();
      } finally {
        reading = null;
      }
    })();
    return reading;
  };

  /** Waits for keys that are at most a second old. Errors are ignored: the cached keys stay usable without the database. */
  async function freshen(): Promise<void> {
    if (Date.now() - readAt <= STALE_MS) return;
    const read = refresh().catch(() => {});
    const patience = readingSince + PATIENCE_MS - Date.now();
    if (patience <= 0) return;
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([read, new Promise((resolve) => (timer = setTimeout(resolve, patience)))]);
    clearTimeout(timer);
  }

  const first = await read();
  return {
    current: () => {
      if (Date.now() - readAt > STALE_MS && reading === null) refresh().catch(() => {});
      return keys ?? first;
    },
    fresh: async () => {
      await freshen();
      return keys ?? first;
    },
    find: async (kid) => {
      await freshen();
      if (!opened.has(kid)) {
        // A read in progress may have begun before the key was stored.
        if (reading !== null) await reading.catch(() => {});
        if (!opened.has(kid)) await refresh();
      }
      return opened.get(kid);
    },
    former: async (kid) => {
      if (kid.length > LONGEST_KID) return undefined;
      await freshen();
      return opened.get(kid) ?? formerKey(sql, kid);
    },
    refresh: async (maxAgeMs) => {
      if (Date.now() - readAt > maxAgeMs) await refresh();
    },
  };
}

type KeyMaking = Pick<Database, "sql"> & Pick<Ports, "vault" | "signingKey">;

// Keys of an algorithm that only a later version knows are left out.
const publishedRows = (sql: Database["sql"]) => sql<KeyRow[]>`
    select kid, algorithm, public_jwk, private_jwk_encrypted,
      signs_from <= now() and (retired_at is null or retired_at > now()) as signs
    from signing_keys
    where revoked_at is null and private_jwk_encrypted is not null and algorithm = any(${ALGORITHMS}::text[])
      and (retired_at is null or retired_at > now() - make_interval(secs => ${PUBLISHED_AFTER_SECONDS}))
    order by array_position(${ALGORITHMS}::text[], algorithm), signs desc, signs_from desc, kid`;

/** Creates the first key of an algorithm. If several instances do this at once, the first one stores its key. */
async function createKey({ sql, vault, signingKey }: KeyMaking, algorithm: SigningAlgorithm): Promise<void> {
  const made = await signingKey(algorithm);
  const sealed = vault.encrypt(JSON.stringify(made.privateJwk));
  await sql.begin(async (tx) => {
    // The time after the lock: the transaction may have begun before the key of another instance was stored. Without its
    // fraction, because rounding could move it into the future.
    await tx`select pg_advisory_xact_lock(${KEY_LOCK})`;
    await tx`
        insert into signing_keys (kid, algorithm, public_jwk, private_jwk_encrypted, signs_from)
        select ${made.kid}, ${algorithm}, ${JSON.stringify(made.publicJwk)}::jsonb, ${sealed},
          date_trunc('milliseconds', clock_timestamp())
        where not exists (
          select 1 from signing_keys where algorithm = ${algorithm} and revoked_at is null
            and signs_from <= clock_timestamp() and (retired_at is null or retired_at > clock_timestamp()))`;
  });
}

/** Returns a key that is no longer published. */
async function formerKey(sql: Database["sql"], kid: string): ReturnType<KeyRing["former"]> {
  const [row] = await sql<{ algorithm: string; public_jwk: JWK; revoked: boolean }[]>`
        select algorithm, public_jwk, revoked_at is not null as revoked from signing_keys where kid = ${kid}`;
  if (!row || !known(row.algorithm)) return undefined;
  if (row.revoked) return "revoked";
  return { kid, algorithm: row.algorithm, publicKey: await imported(row.public_jwk, row.algorithm) };
}

/**
 * Returns the key lookup of jose for tokens of this installation. The id names the key, and the key determines the algorithm.
 * A header with another algorithm is refused before any computation (RFC 8725 §3.1).
 */
export const keyOfHeader =
  (keys: Pick<KeyRing, "find">) =>
  async ({ kid, alg }: JWTHeaderParameters): Promise<CryptoKey> => {
    const key = typeof kid === "string" && kid.length <= LONGEST_KID ? await keys.find(kid) : undefined;
    if (!key) throw new errors.JWKSNoMatchingKey();
    if (alg !== key.algorithm) throw new errors.JOSEAlgNotAllowed("the key is of another algorithm");
    return key.publicKey;
  };

const withoutSigner = (rows: KeyRow[]) =>
  signingAlgorithms.filter((name) => !rows.some(({ algorithm, signs }) => signs && algorithm === name));

/** Returns the signing key of each algorithm: the newest one, if there are several. */
function signers(rows: KeyRow[], keys: Map<string, SigningKey>): KeySet["signing"] {
  const of = (name: SigningAlgorithm) => {
    const row = rows.find(({ algorithm, signs }) => signs && algorithm === name);
    if (!row) throw new Error(`There is no signing key for ${name}.`);
    return [name, keys.get(row.kid)!];
  };
  return Object.fromEntries(signingAlgorithms.map(of)) as KeySet["signing"];
}

const imported = async (jwk: JWK, algorithm: SigningAlgorithm) =>
  (await importJWK(jwk, algorithm)) as CryptoKey;

async function open(
  { kid, algorithm, public_jwk, private_jwk_encrypted }: KeyRow,
  vault: Ports["vault"],
): Promise<SigningKey> {
  let privateJwk: JWK;
  try {
    privateJwk = JSON.parse(vault.decrypt(private_jwk_encrypted)) as JWK;
  } catch (cause) {
    throw new ConfigError(
      "The signing keys cannot be decrypted: ENCRYPTION_KEY is not the one that they were made with.",
      { cause },
    );
  }
  const [publicKey, privateKey] = await Promise.all([
    imported(public_jwk, algorithm),
    imported(privateJwk, algorithm),
  ]);
  return {
    kid,
    algorithm,
    publicKey,
    privateKey,
    jwk: { ...privateJwk, kid, alg: algorithm, use: "sig" },
  };
}
