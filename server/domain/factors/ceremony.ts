import * as z from "zod";
import type { Ports } from "@/server/kernel/ports";
import { newChallenge } from "./passkeys";

/*
 * What a browser carries from the question for a passkey to its answer. It is sealed, so that nothing is stored for those who
 * never finish.
 */

const Begun = z.object({
  purpose: z.literal("passkey"),
  of: z.string(),
  challenge: z.string(),
  userHandle: z.string(),
  expiresAt: z.number(),
});
/** How long a challenge can be answered. */
export const CEREMONY_MS = 10 * 60_000;

/** The host that owns the passkeys made at this address, and the origin of its pages. */
export const placeOf = (baseUrl: string) => ({
  rpId: new URL(baseUrl).hostname,
  origin: new URL(baseUrl).origin,
});

/** Begins to make a passkey: the challenge, and what the browser brings back with the answer. `of` is whose it is to be. */
export function beginCeremony(
  vault: Ports["vault"],
  { of, userHandle }: { of: string; userHandle: string },
  now: Date,
): { challenge: string; sealed: string } {
  const challenge = newChallenge();
  const begun: z.output<typeof Begun> = {
    ...{ purpose: "passkey", of, challenge, userHandle },
    expiresAt: +now + CEREMONY_MS,
  };
  return { challenge, sealed: vault.encrypt(JSON.stringify(begun)) };
}

/** What was begun for this one, or null: for somebody else, too long ago, or never. */
export function openCeremony(
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
