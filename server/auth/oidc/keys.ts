import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from "jose";
import { ConfigError } from "../../config";
import type { Ports } from "../../kernel/operation/ports";
import type { Database } from "../../store/database";

/** The only algorithm that signs and verifies tokens: Ed25519 (RFC 8037). */
export const SIGNING_ALGORITHM = "EdDSA";

export interface SigningKey {
  kid: string;
  publicKey: CryptoKey;
  privateKey: CryptoKey;
  /** Includes the private part. oidc-provider publishes only the public one. */
  jwk: JWK;
}

/** The published keys; the signing key is first. */
export interface KeySet {
  active: SigningKey;
  all: readonly SigningKey[];
}

export interface KeyRing {
  /** Returns the keys as last read. Starts another read in the background if they are older than 30 s. */
  current(): KeySet;
  /** Returns the key with this id. Reads the keys again for an unknown id, because another instance may have created the key. */
  find(kid: string): Promise<SigningKey | undefined>;
  /** Reads the keys again, unless the last read is at most `maxAgeMs` old. */
  refresh(maxAgeMs: number): Promise<void>;
  /** Creates a new signing key. The old one stays published until its tokens have expired. */
  rotate(): Promise<{ kid: string }>;
}

interface KeyRow {
  kid: string;
  public_jwk: JWK;
  private_jwk_encrypted: string;
  retired_at: string | null;
}

const STALE_MS = 30_000;
/**
 * Minimum interval of reads in milliseconds, so that tokens with invented key ids cannot cause unlimited reads. The check of such
 * a token waits for the next read.
 */
const LEAST_MS = 100;
/**
 * Time in seconds for which a retired key stays published: the maximum lifetime of an access token (kernel/settings.ts), plus the
 * time in which another instance may still sign with the old key.
 */
const PUBLISHED_SECONDS = 86_400 + 2 * (STALE_MS / 1_000);

/** Number of the advisory lock. No other program on the database server uses it. */
const KEY_LOCK = 7_266_273_082;

/** Opens the signing keys. Creates the first one if there is none. */
export async function openKeyRing({ sql }: Database, vault: Ports["vault"]): Promise<KeyRing> {
  let known = new Map<string, SigningKey>();
  let readAt = 0;
  let reading: Promise<void> | null = null;
  let keys: KeySet | null = null;

  async function read(): Promise<KeySet> {
    let rows = await publishedRows();
    if (!rows.some(({ retired_at }) => retired_at === null)) {
      await replaceActive(false);
      rows = await publishedRows();
    }
    // Returns the same objects if nothing changed, so that caches by key stay valid.
    const all = await Promise.all(rows.map(async (row) => known.get(row.kid) ?? open(row, vault)));
    known = new Map(all.map((key) => [key.kid, key]));
    readAt = Date.now();
    const [active] = all;
    if (!active) throw new Error("There is no signing key.");
    const before = keys?.all ?? [];
    const same = all.length === before.length && all.every((key, index) => key === before[index]);
    return keys !== null && same ? keys : (keys = { active, all });
  }

  const publishedRows = () => sql<KeyRow[]>`
    select kid, public_jwk, private_jwk_encrypted, retired_at from signing_keys
    where retired_at is null or retired_at > now() - make_interval(secs => ${PUBLISHED_SECONDS})
    order by retired_at is null desc, created_at desc, kid`;

  const refresh = (): Promise<void> => {
    reading ??= (async () => {
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

  /** Replaces the signing key. If two instances do this at once, the second waits for the first and finds its key. */
  async function replaceActive(retire: boolean): Promise<string> {
    const created = await generate(vault);
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${KEY_LOCK})`;
      if (retire) await tx`update signing_keys set retired_at = now() where retired_at is null`;
      await tx`
        insert into signing_keys (kid, algorithm, public_jwk, private_jwk_encrypted)
        select ${created.kid}, ${SIGNING_ALGORITHM}, ${JSON.stringify(created.publicJwk)}::jsonb, ${created.sealed}
        where not exists (select 1 from signing_keys where retired_at is null)`;
    });
    return created.kid;
  }

  const first = await read();
  return {
    current: () => {
      // Errors are ignored, because the cached keys stay usable while the database is unavailable.
      if (Date.now() - readAt > STALE_MS && reading === null) refresh().catch(() => {});
      return keys ?? first;
    },
    find: async (kid) => {
      if (!known.has(kid)) {
        // A read in progress may have begun before the key was stored.
        if (reading !== null) await reading.catch(() => {});
        if (!known.has(kid)) await refresh();
      }
      return known.get(kid);
    },
    refresh: async (maxAgeMs) => {
      if (Date.now() - readAt > maxAgeMs) await refresh();
    },
    rotate: async () => {
      const kid = await replaceActive(true);
      await read();
      return { kid };
    },
  };
}

async function generate(vault: Ports["vault"]) {
  const { publicKey, privateKey } = await generateKeyPair(SIGNING_ALGORITHM, {
    crv: "Ed25519",
    extractable: true,
  });
  const publicJwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  return { kid, publicJwk, sealed: vault.encrypt(JSON.stringify(await exportJWK(privateKey))) };
}

async function open(
  { kid, public_jwk, private_jwk_encrypted }: KeyRow,
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
    importJWK(public_jwk, SIGNING_ALGORITHM),
    importJWK(privateJwk, SIGNING_ALGORITHM),
  ]);
  return {
    kid,
    publicKey: publicKey as CryptoKey,
    privateKey: privateKey as CryptoKey,
    jwk: { ...privateJwk, kid, alg: SIGNING_ALGORITHM, use: "sig" },
  };
}
