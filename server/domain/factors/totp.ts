import { Secret, TOTP, URI } from "otpauth";
import type { Ports } from "@/server/kernel/ports";
import { factorStoreOf, type FactorTx } from "./factor-store";

/*
 * One-time codes of authenticator apps (RFC 6238) as every app understands them: SHA-1, six digits, 30 seconds.
 */

type Vault = Ports["vault"];

const PERIOD_S = 30;
/** How many steps before and after now are good: clocks differ, and typing takes time (RFC 6238 §5.2). */
const WINDOW = 1;
/** 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20;
/** What marks a sealed seed, so that nothing else that the vault has sealed passes for one. */
const MARK = "totp:";

const SPACES = /\s/g;

/**
 * A new seed, for a person who is about to enrol: sealed for the form to carry, and as the `otpauth:` address that a QR code
 * shows. Nothing is stored before `confirmTotp`.
 */
export function beginTotp(vault: Vault, account: string, issuer: string): { sealed: string; uri: string } {
  const secret = new Secret({ size: SECRET_BYTES });
  return { sealed: vault.encrypt(MARK + secret.base32), uri: addressOf(secret, { account, issuer }) };
}

function addressOf(secret: Secret, { account, issuer }: { account: string; issuer: string }): string {
  // A colon parts issuer and account in the address, so that neither may hold one.
  const label = (text: string) => text.replaceAll(":", " ");
  return new TOTP({ issuer: label(issuer), label: label(account), secret }).toString();
}

/** The address of a seed that `beginTotp` sealed, to show it again; null where it did not seal it. */
export function totpUri(
  vault: Vault,
  sealed: string,
  names: { account: string; issuer: string },
): string | null {
  const seed = totpSeed(vault, sealed);
  return seed === null ? null : addressOf(Secret.fromBase32(seed), names);
}

/** A seed that `beginTotp` sealed, or null. */
function totpSeed(vault: Vault, sealed: string): string | null {
  try {
    const opened = vault.decrypt(sealed);
    return opened.startsWith(MARK) ? opened.slice(MARK.length) : null;
  } catch {
    return null;
  }
}

/** The seed that an `otpauth:` address carries, in groups of four as people type it. */
export function typedSeed(uri: string): string {
  const parsed = URI.parse(uri);
  return parsed.secret.base32.match(/.{1,4}/g)!.join(" ");
}

/** The time step whose code this is, counted from the epoch, or null. */
function stepOf(seed: string, code: string, now: Date): number | null {
  const token = code.replace(SPACES, "");
  if (!/^\d{6}$/.test(token)) return null;
  const totp = new TOTP({ secret: Secret.fromBase32(seed), period: PERIOD_S });
  const delta = totp.validate({ token, timestamp: +now, window: WINDOW });
  return delta === null ? null : Math.floor(+now / 1_000 / PERIOD_S) + delta;
}

/**
 * Enrols an authenticator app: keeps the seed if the code is of it, and gives its id; else null. That code is used by
 * this, so the next sign-in takes the next one.
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
  return factorStoreOf(tx).add({
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
 * Of which of the person's authenticator apps this is now the code, or null. A code is good once (RFC 6238 §5.2): the step is
 * kept, and it and all before it are refused from then on, also by a request beside this one. How often somebody may guess is the
 * caller's to limit.
 */
export async function verifyTotp(
  tx: FactorTx,
  vault: Vault,
  userId: number,
  code: string,
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
