import { and, eq } from "drizzle-orm";
import { platformDevices } from "@/db/platform/sign-in";
import { devices } from "@/db/tenant/sessions";
import type { Ports } from "../../kernel/ports";
import type { PlatformReadTx, ReadTx, Stores } from "../../kernel/store";
import { lockOn } from "../password-attempts";
import type { Candidate } from "../sign-in-candidates";
import type { RequestSigns } from "./demands";
import type { Proof } from "./steps";

/*
 * A lock that came of guesses keeps out strangers (OWASP ASVS 5.0, 6.1.1): whoever can type an address must not be able to keep its
 * owner out. It does not keep out browsers that the person signed in with before, passkeys that verified the person, and people
 * whom an identity provider vouches for. A known browser has a count of wrong answers of its own; at the limit it is unknown.
 */

type Signs = Pick<RequestSigns, "deviceHash">;

/** The device of this browser in which the person has signed in before. */
export const deviceIn = (tx: Pick<ReadTx, "devices">, userId: number, { deviceHash }: Signs) =>
  tx.devices.find(
    and(eq(devices.userId, userId), eq(devices.tokenHash, deviceHash), eq(devices.status, "registered"))!,
  );

/** The browser in which this platform administrator has signed in before. */
export const platformDeviceIn = async (
  { db }: PlatformReadTx,
  administratorId: number,
  { deviceHash }: Signs,
) =>
  (
    await db
      .select()
      .from(platformDevices)
      .where(
        and(eq(platformDevices.administratorId, administratorId), eq(platformDevices.tokenHash, deviceHash)),
      )
  )[0];

/** Whether a lock that came of guesses lets this browser in all the same. */
export const isKnown = (device: { failedSignIns: number } | undefined, limit: number): boolean =>
  device !== undefined && device.failedSignIns < limit;

/** Whether a sign-in by these proofs is none that a guess could have come to. */
const guessless = (proofs: readonly Proof[]) =>
  proofs.some(({ verified }) => verified) || proofs[0]?.method === "Saml" || proofs[0]?.method === "Social";

/** The lock of a row; those of the platform's administrators all come of guesses. */
type Locked = Parameters<typeof lockOn>[0];

/**
 * Whether the lock lets this person in, in this browser and by these proofs. The browser is looked up only where there is a lock
 * that came of guesses.
 */
export async function letsIn(
  row: Locked,
  now: Date,
  known: () => Promise<boolean>,
  proofs: readonly Proof[] = [],
): Promise<boolean> {
  const lock = lockOn(row, now);
  return lock === null || (lock === "guesses" && (guessless(proofs) || (await known())));
}

export function createLockout({
  stores,
  ports,
}: {
  stores: Stores;
  ports: Pick<Ports, "clock" | "settings">;
}) {
  /** Whether this browser is one that the person signed in with before. */
  async function knows({ tenantId, userId }: Pick<Candidate, "tenantId" | "userId">, signs: Signs) {
    const { lockAfterFailures } = await ports.settings();
    const device =
      tenantId === null
        ? await stores.platform.read((tx) => platformDeviceIn(tx, userId, signs))
        : await stores.tenant(tenantId).read((tx) => deviceIn(tx, userId, signs));
    return isKnown(device, lockAfterFailures);
  }

  return {
    /** Whether somebody may sign in now, in this browser, by something that can be guessed. */
    isOpen: async (candidate: Candidate, signs: Signs): Promise<boolean> =>
      !candidate.suspended && letsIn(candidate, ports.clock(), () => knows(candidate, signs)),
  };
}

export type Lockout = ReturnType<typeof createLockout>;
