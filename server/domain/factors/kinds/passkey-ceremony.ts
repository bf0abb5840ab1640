import * as z from "zod";
import type { Ports } from "@/server/kernel/operation/ports";
import { readFactorStore, type FactorReadTx } from "../factor-store";
import { newChallenge, passkeyCreation, provePasskey, userHandleOf, type NewPasskey } from "./passkeys";
import { defineRefusals } from "@/server/kernel/texts/define";

const factorRefusals = defineRefusals("factor", {
  too_many_passkeys: { status: 400, text: "You have {max} passkeys already; remove one first." },
  /** The challenge of the passkey has expired, or it belongs to another session. */
  passkey_ceremony_expired: { status: 400, text: "This took too long. Try again." },
  passkey_invalid: {
    status: 400,
    text: "response: is not a passkey that was made for this page.",
    field: "response",
  },
});

export const ownAccountRefusals = defineRefusals("own_account", {
  passkey_request_used: {
    status: 400,
    text: "This request for a passkey was answered already. Try again.",
  },
});

/*
 * The sealed state of a passkey ceremony. The browser keeps the state between the challenge and the authenticator's answer.
 * Unfinished ceremonies therefore need no storage on the server.
 */

const Begun = z.object({
  purpose: z.literal("passkey"),
  of: z.string(),
  challenge: z.string(),
  userHandle: z.string(),
  expiresAt: z.number(),
});
/** Lifetime of a challenge, in milliseconds. */
export const CEREMONY_MS = 10 * 60_000;

/** Maximum number of passkeys of an account. Each sign-in reads all of them. */
const MOST = 20;

interface CeremonyHost {
  vault: Ports["vault"];
  baseUrl: string;
}

/** Returns the relying party id of a base URL and the origin of its pages. */
const placeOf = (baseUrl: string) => ({
  rpId: new URL(baseUrl).hostname,
  origin: new URL(baseUrl).origin,
});

/**
 * Begins the creation of a passkey at the installation's host. Returns the sealed state for the browser, and the argument of
 * `navigator.credentials.create`. `of` identifies the future owner of the passkey.
 */
export async function beginPasskey(
  tx: FactorReadTx,
  { vault, baseUrl }: CeremonyHost,
  {
    of,
    userId,
    ...names
  }: { of: string; userId: number; rpName: string; userName: string; displayName: string },
  now: Date,
): Promise<{ sealed: string; options: Record<string, unknown> }> {
  const [held, userHandle] = await Promise.all([passkeysOf(tx, userId), userHandleOf(tx, userId)]);
  const challenge = newChallenge();
  const begun: z.output<typeof Begun> = {
    purpose: "passkey",
    of,
    challenge,
    userHandle,
    expiresAt: +now + CEREMONY_MS,
  };
  const options = await passkeyCreation({
    ...names,
    rpId: placeOf(baseUrl).rpId,
    challenge,
    userHandle,
    exclude: held.flatMap(({ externalKey }) => externalKey ?? []),
  });
  return { sealed: vault.encrypt(JSON.stringify(begun)), options: { ...options } };
}

/** Returns the passkeys of an account. Throws (400) if it has the maximum number. */
export async function passkeysOf(tx: FactorReadTx, userId: number) {
  const held = await readFactorStore(tx).list(userId, "webauthn");
  if (held.length >= MOST) throw factorRefusals.too_many_passkeys({ max: MOST });
  return held;
}

/** Verifies the browser's answer. Throws (400) if the state is invalid, has expired or belongs to another owner. */
export async function finishPasskey(
  { vault, baseUrl }: CeremonyHost,
  { of, sealed, response }: { of: string; sealed: string; response: unknown },
  now: Date,
): Promise<{ passkey: NewPasskey; challenge: string; userHandle: string }> {
  const begun = openCeremony(vault, { of, sealed }, now);
  if (begun === null) throw factorRefusals.passkey_ceremony_expired();
  const { challenge, userHandle } = begun;
  const passkey = await provePasskey(response, { ...placeOf(baseUrl), challenge });
  if (passkey === null) throw factorRefusals.passkey_invalid();
  return { passkey, challenge, userHandle };
}

/** Opens the sealed state of a ceremony. Returns null if the state is invalid, has expired, or belongs to another owner. */
function openCeremony(
  vault: Ports["vault"],
  { of, sealed }: { of: string; sealed: string },
  now: Date,
): { challenge: string; userHandle: string } | null {
  try {
    const begun = z.parse(Begun, JSON.parse(vault.decrypt(sealed)));
    return begun.of === of && begun.expiresAt > +now ? begun : null;
  } catch {
    return null;
  }
}
