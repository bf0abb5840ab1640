import { Secret, TOTP } from "otpauth";
import { beginTotp, confirmTotp, typedSeed } from "@/server/domain/factors/kinds/totp";
import type { FactorTx } from "@/server/domain/factors/factor-store";
import type { Ports } from "@/server/kernel/operation/ports";

/** Creates an authenticator app from a typed seed. Returns a function that gives its code at a time. */
export function appWith(seed: string) {
  const app = new TOTP({ secret: Secret.fromBase32(seed.replaceAll(" ", "")) });
  return (at: Date) => app.generate({ timestamp: +at });
}

/**
 * Sets up an authenticator app for a user with the code that precedes the code of `now`. The code of `now` thus stays valid
 * for a sign-in.
 */
export async function setUpApp(
  tx: FactorTx,
  vault: Ports["vault"],
  userId: number,
  now: Date,
): Promise<(at: Date) => string> {
  const { sealed, uri } = beginTotp(vault, "somebody", "Acme");
  const codeAt = appWith(typedSeed(uri));
  const given = { userId, sealed, code: codeAt(new Date(+now - 30_000)), label: null };
  if ((await confirmTotp(tx, vault, given, now)) === null) throw new Error("The app's code was refused.");
  return codeAt;
}
