import { demandsOfFactors, factorsOf } from "../../domain/factors/factors";
import { noticePlatformAdministrators } from "../../domain/messages/platform-notices";
import type { PlatformSettings } from "../../kernel/settings";
import type { PlatformReadTx, PlatformWriteTx } from "../../kernel/operation/store";
import {
  holdAdministrator,
  readAdministrator,
  type AdministratorRecord,
} from "../../platform/administrator-record";
import { accountEvent } from "../sessions/console-session";
import { type RequestSigns, areProofsValid } from "./demands";
import { administratorPerson } from "./failures";
import type { Subject } from "./flow";
import { isKnown, letsIn, platformDeviceIn } from "./lockout";
import { nextStep, type Demands, type Step } from "./steps";
import type { StepDeps } from "./visit";

/** Returns the next step of this administrator. */
export async function stepForAdministrator(
  deps: StepDeps,
  subject: Subject,
  signs: RequestSigns,
): Promise<Step> {
  const settings = await deps.ports.settings();
  return deps.stores.platform.read(async (tx) => {
    const row = await readAdministrator(tx, subject.userId);
    return row && (await isStillValid(deps, tx, row, subject, { signs, settings }))
      ? decide(tx, row, subject, settings)
      : { step: "refused", why: [] };
  });
}

/**
 * Returns the administrator, with the row locked, if no further step is demanded. Otherwise returns null. `settings` are read
 * before the transaction.
 */
export async function admitAdministrator(
  deps: StepDeps,
  tx: PlatformWriteTx,
  subject: Subject,
  at: { signs: RequestSigns; settings: PlatformSettings },
): Promise<AdministratorRecord | null> {
  const row = await holdAdministrator(tx, subject.userId);
  if (!row || !(await isStillValid(deps, tx, row, subject, at))) return null;
  return (await decide(tx, row, subject, at.settings)).step === "done" ? row : null;
}

/**
 * Returns true if this administrator must still set up a second factor. The caller holds the lock of the row. `settings` are
 * read before the transaction.
 */
export const mustEnrolAdministrator = async (
  deps: StepDeps,
  tx: PlatformReadTx,
  row: AdministratorRecord,
  subject: Subject,
  at: { signs: RequestSigns; settings: PlatformSettings },
): Promise<boolean> =>
  (await isStillValid(deps, tx, row, subject, at)) &&
  (await decide(tx, row, subject, at.settings)).step === "enrol";

async function decide(
  tx: PlatformReadTx,
  { email }: AdministratorRecord,
  { userId, proofs }: Subject,
  settings: PlatformSettings,
): Promise<Step> {
  const enrolled = await factorsOf(tx, userId);
  const held = demandsOfFactors(enrolled, {
    // Passkeys of platform administrators always belong to the host of the console.
    here: null,
    own: "",
    // Independent of the platform's options for organizations. Otherwise, those options could switch off the administrator's
    // strongest factor.
    passkeys: "second",
    channels: { email: false, sms: false },
  });
  const demands: Demands = {
    refusals: [],
    exempt: true,
    requireMfa: settings.administratorSecondFactor,
    ...held,
    hasPassword: true,
    channels: [],
    tier: null,
    trustedDevice: false,
    mayEnrol: ["totp", "webauthn"],
  };
  return nextStep({ identifier: email, proofs }, { offered: [], demands });
}

/** Returns true if the proofs are still valid and the administrator may sign in. */
async function isStillValid(
  { ports }: StepDeps,
  tx: PlatformReadTx,
  row: AdministratorRecord,
  subject: Subject,
  { signs, settings }: { signs: RequestSigns; settings: PlatformSettings },
): Promise<boolean> {
  const now = ports.clock();
  const known = async () => isKnown(await platformDeviceIn(tx, row.id, signs), settings.lockAfterFailures);
  return (
    (await letsIn(row, now, known, subject.proofs)) &&
    (await areProofsValid(tx, subject, { ...row, phone: null }, now))
  );
}

/**
 * Notifies the other administrators that this one, who has proved the password, has lost the second factor. `reason` is the
 * text of that administrator; it may be empty.
 */
export async function tellOtherAdministrators(
  { stores }: StepDeps,
  administratorId: number,
  { url, reason }: { url: string; reason: string },
  signs: RequestSigns,
): Promise<void> {
  await stores.platform.write(async (tx, journal) => {
    const row = await holdAdministrator(tx, administratorId);
    if (!row) return;
    await journal.append(accountEvent("second_factor_lost", administratorPerson(row), signs));
    const data = { who: row.email, url, ...(reason !== "" && { reason }) };
    await noticePlatformAdministrators(
      tx,
      { template: "second_factor_lost", data },
      { except: administratorId },
    );
  });
}
