import { Secret, TOTP, URI } from "otpauth";
import type { Ports } from "@/server/kernel/operation/ports";
import { factorStoreOf, type FactorTx } from "../factor-store";
import type { FactorKindModule, TypedCode } from "./factor-kind";

/*
 * One-time codes of authenticator apps (RFC 6238). The parameters are those that all apps support: SHA-1, six digits, 30
 * seconds.
 */

type Vault = Ports["vault"];

const PERIOD_S = 30;
/**
 * Number of accepted time steps before and after the present one. The window tolerates clock differences and the time for
 * typing (RFC 6238 §5.2).
 */
const WINDOW = 1;
/** Length of a seed: 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20;
/** Prefix of a seed before encryption. Other values that the vault has encrypted lack the prefix and are refused. */
const MARK = "totp:";

const SPACES = /\s/g;

/**
 * Creates a TOTP seed for an enrolment. Returns the sealed seed for the form, and an `otpauth:` URI for a QR code. Does not
 * store the seed. `confirmTotp` stores the seed later.
 */
export function beginTotp(vault: Vault, account: string, issuer: string): { sealed: string; uri: string } {
  const secret = new Secret({ size: SECRET_BYTES });
  return { sealed: vault.encrypt(MARK + secret.base32), uri: addressOf(secret, { account, issuer }) };
}

function addressOf(secret: Secret, { account, issuer }: { account: string; issuer: string }): string {
  // A colon separates issuer and account in the URI. Neither name may contain a colon.
  const label = (text: string) => text.replaceAll(":", " ");
  return new TOTP({ issuer: label(issuer), label: label(account), secret }).toString();
}

/**
 * Returns the `otpauth:` URI of a seed that `beginTotp` sealed. A page can then show the QR code again. Returns null for any
 * other text.
 */
export function totpUri(
  vault: Vault,
  sealed: string,
  names: { account: string; issuer: string },
): string | null {
  const seed = totpSeed(vault, sealed);
  return seed === null ? null : addressOf(Secret.fromBase32(seed), names);
}

/** Returns the seed that `beginTotp` sealed. Returns null for any other text. */
function totpSeed(vault: Vault, sealed: string): string | null {
  try {
    const opened = vault.decrypt(sealed);
    return opened.startsWith(MARK) ? opened.slice(MARK.length) : null;
  } catch {
    return null;
  }
}

/** Returns the seed of an `otpauth:` URI in groups of four letters, for typing. */
export function typedSeed(uri: string): string {
  const parsed = URI.parse(uri);
  return parsed.secret.base32.match(/.{1,4}/g)!.join(" ");
}

/** Returns the time step of the code, counted from the epoch. Returns null if the code is wrong. */
function stepOf(seed: string, code: string, now: Date): number | null {
  const token = code.replace(SPACES, "");
  if (!/^\d{6}$/.test(token)) return null;
  const totp = new TOTP({ secret: Secret.fromBase32(seed), period: PERIOD_S });
  const delta = totp.validate({ token, timestamp: +now, window: WINDOW });
  return delta === null ? null : Math.floor(+now / 1_000 / PERIOD_S) + delta;
}

/**
 * Stores the seed of an authenticator app and returns the factor's id if the code is valid. Returns null if the code is wrong.
 * The code counts as used. The next sign-in therefore needs a later code. Also returns null if the user already has an app with
 * this seed. Otherwise the user could remove one of two equal factors, and the codes of the seed would still be valid. The
 * caller must have locked the user's row.
 */
export async function confirmTotp(
  tx: FactorTx,
  vault: Vault,
  { userId, sealed, code, label }: { userId: number; sealed: string; code: string; label: string | null },
  now: Date,
): Promise<number | null> {
  const seed = totpSeed(vault, sealed);
  const step = seed === null ? null : stepOf(seed, code, now);
  if (step === null) return null;
  const factorStore = factorStoreOf(tx);
  const isCopy = (await factorStore.list(userId, "totp")).some(({ secretSealed }) => secretSealed === sealed);
  if (isCopy) return null;
  return factorStore.add({
    userId,
    kind: "totp",
    label,
    secretSealed: sealed,
    data: { lastStep: step },
    createdAt: now,
    verifiedAt: now,
  });
}

/**
 * Returns the id of the user's authenticator app that generated this code. Returns null if no app generated the code. Each code
 * is accepted once (RFC 6238 §5.2). Stores the time step of the code. Codes of this step and of earlier steps are then refused,
 * even in simultaneous requests. The caller must limit the number of attempts.
 */
export async function verifyTotp(
  tx: FactorTx,
  { vault, userId, code }: TypedCode,
  now: Date,
): Promise<number | null> {
  const factorStore = factorStoreOf(tx);
  for (const { id } of await factorStore.list(userId, "totp")) {
    const factor = await factorStore.lock(id);
    const seed = factor?.secretSealed ? totpSeed(vault, factor.secretSealed) : null;
    if (!factor || seed === null) continue;
    const step = stepOf(seed, code, now);
    if (step === null || step <= Number(factor.data["lastStep"] ?? 0)) continue;
    await factorStore.update(id, { data: { ...factor.data, lastStep: step }, lastUsedAt: now });
    return id;
  }
  return null;
}

export const totp: FactorKindModule<"totp"> = {
  details: () => ({}),
  standing: () => "usable",
  verifyCode: verifyTotp,
  generate: (check, vault) =>
    check.record({
      label: check.option(check.string({ maxLength: 100, unit: "grapheme-ascii" })),
      secretSealed: check.constant(null).map(() => beginTotp(vault, "ann@acme.example", "Acme").sealed),
      data: check.record({ lastStep: check.nat() }),
    }),
};
