import { and, eq } from "drizzle-orm";
import { platformDevices } from "@/db/platform/sign-in";
import { devices } from "@/db/tenant/sessions";
import { signInBy } from "../../domain/federation/kinds.schema";
import type { Ports } from "../../kernel/operation/ports";
import type { PlatformReadTx, ReadTx, Stores } from "../../kernel/operation/store";
import { lockOn } from "../limits/password-attempts";
import type { Candidate } from "./candidates";
import type { RequestSigns } from "./demands";
import type { Proof } from "./steps";

/*
 * A lock caused by guesses excludes only strangers (OWASP ASVS 5.0, 6.1.1): an attacker who has only the address must not be able
 * to exclude the owner. It does not apply to browsers in which the user has signed in before, to passkeys that verified the user,
 * and to sign-ins through an identity provider. A known browser has its own count of wrong answers. At the limit, it is treated
 * as unknown.
 */

type Signs = Pick<RequestSigns, "deviceHash">;

/** Returns the device of this browser if the user has signed in with it before. */
export const deviceIn = (tx: Pick<ReadTx, "devices">, userId: number, { deviceHash }: Signs) =>
  tx.devices.find(
    and(eq(devices.userId, userId), eq(devices.tokenHash, deviceHash), eq(devices.status, "registered"))!,
  );

/** Returns the device of this browser if the platform administrator has signed in with it before. */
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

/** Returns true if a lock caused by guesses does not apply to this device. */
export const isKnown = (device: { failedSignIns: number } | undefined, limit: number): boolean =>
  device !== undefined && device.failedSignIns < limit;

/** Returns true if the proofs cannot result from a guess. */
const cannotBeGuessed = (proofs: readonly Proof[]) =>
  proofs.some(({ verified }) => verified) || signInBy(proofs[0]?.method ?? "") === "redirect";

/** The lock of a row. Locks of platform administrators are always caused by guesses. */
type Locked = Parameters<typeof lockOn>[0];

/**
 * Returns true if the lock does not apply to this browser and these proofs. Looks up the browser only if a lock caused by guesses
 * exists.
 */
export async function letsIn(
  row: Locked,
  now: Date,
  known: () => Promise<boolean>,
  proofs: readonly Proof[] = [],
): Promise<boolean> {
  const lock = lockOn(row, now);
  return lock === null || (lock === "guesses" && (cannotBeGuessed(proofs) || (await known())));
}

export function createLockout({
  stores,
  ports,
}: {
  stores: Stores;
  ports: Pick<Ports, "clock" | "settings">;
}) {
  /** Returns true if the user has signed in with this browser before, below the limit of wrong answers. */
  async function isKnownBrowser({ tenantId, userId }: Pick<Candidate, "tenantId" | "userId">, signs: Signs) {
    const { lockAfterFailures } = await ports.settings();
    const device =
      tenantId === null
        ? await stores.platform.read((tx) => platformDeviceIn(tx, userId, signs))
        : await stores.tenant(tenantId).read((tx) => deviceIn(tx, userId, signs));
    return isKnown(device, lockAfterFailures);
  }

  return {
    /** Returns true if the account may sign in now, in this browser, with a method that can be guessed. */
    isOpen: async (candidate: Candidate, signs: Signs): Promise<boolean> =>
      !candidate.suspended && letsIn(candidate, ports.clock(), () => isKnownBrowser(candidate, signs)),
  };
}

export type Lockout = ReturnType<typeof createLockout>;
