import * as z from "zod";
import type { Ports } from "@/server/kernel/operation/ports";
import { newChallenge } from "./passkeys";

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

/** Returns the relying party id of a base URL and the origin of its pages. */
export const placeOf = (baseUrl: string) => ({
  rpId: new URL(baseUrl).hostname,
  origin: new URL(baseUrl).origin,
});

/**
 * Begins the creation of a passkey. Returns the challenge and the sealed state for the browser. `of` identifies the future
 * owner of the passkey.
 */
export function beginCeremony(
  vault: Ports["vault"],
  { of, userHandle }: { of: string; userHandle: string },
  now: Date,
): { challenge: string; sealed: string } {
  const challenge = newChallenge();
  const begun: z.output<typeof Begun> = {
    purpose: "passkey",
    of,
    challenge,
    userHandle,
    expiresAt: +now + CEREMONY_MS,
  };
  return { challenge, sealed: vault.encrypt(JSON.stringify(begun)) };
}

/** Opens the sealed state of a ceremony. Returns null if the state is invalid, has expired, or belongs to another owner. */
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
