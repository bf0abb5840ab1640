import { factorsOf } from "../../domain/factors/factors";
import { noticePlatformAdministrators } from "../../domain/message-queue/platform-notices";
import type { Ports } from "../../kernel/ports";
import type { PlatformSettings } from "../../kernel/settings";
import type { PlatformReadTx, PlatformWriteTx, Stores } from "../../kernel/store";
import {
  holdAdministrator,
  readAdministrator,
  type AdministratorRecord,
} from "../../platform/administrator-record";
import { accountEvent } from "../console-session";
import type { RequestSigns } from "./demands";
import { administratorPerson } from "./failures";
import type { Subject } from "./flow";
import { isKnown, letsIn, platformDeviceIn } from "./lockout";
import { areProofsValid } from "./proof-validity";
import { nextStep, type Demands, type SecondMethod, type Step } from "./steps";

/**
 * Decides on the platform's administrators as admit.ts does on people of tenants. No rules, tags or risk are theirs: what is
 * demanded beside the password is what they have set up, and what the platform's settings ask of all of them.
 */
export function createPlatformAdmission({
  stores,
  ports,
}: {
  stores: Stores;
  ports: Pick<Ports, "clock" | "settings">;
}) {
  /** What is asked of this administrator next. */
  async function stepFor(subject: Subject, signs: RequestSigns): Promise<Step> {
    const settings = await ports.settings();
    return stores.platform.read(async (tx) => {
      const row = await readAdministrator(tx, subject.userId);
      return row && (await stands(tx, row, subject, { signs, settings }))
        ? decide(tx, row, subject, settings)
        : { step: "refused", why: [] };
    });
  }

  /**
   * The administrator, held until the transaction ends, if nothing more is demanded of them; else null. `settings` are read
   * before the transaction.
   */
  async function admitted(
    tx: PlatformWriteTx,
    subject: Subject,
    at: { signs: RequestSigns; settings: PlatformSettings },
  ): Promise<AdministratorRecord | null> {
    const row = await holdAdministrator(tx, subject.userId);
    if (!row || !(await stands(tx, row, subject, at))) return null;
    return (await decide(tx, row, subject, at.settings)).step === "done" ? row : null;
  }

  /** Whether this administrator, who is held, must still set a second factor up. `settings` are read before. */
  const mustEnrol = async (
    tx: PlatformReadTx,
    row: AdministratorRecord,
    subject: Subject,
    at: { signs: RequestSigns; settings: PlatformSettings },
  ): Promise<boolean> =>
    (await stands(tx, row, subject, at)) && (await decide(tx, row, subject, at.settings)).step === "enrol";

  async function decide(
    tx: PlatformReadTx,
    { email }: AdministratorRecord,
    { userId, proofs }: Subject,
    settings: PlatformSettings,
  ): Promise<Step> {
    const enrolled = await factorsOf(tx, userId);
    const has = (kind: (typeof enrolled)[number]["kind"]) => enrolled.some((factor) => factor.kind === kind);
    const usable: [SecondMethod, boolean][] = [
      ["totp", has("totp")],
      // Whatever organizations may switch on: else their strongest factor could be switched off, and be none.
      ["webauthn", has("webauthn")],
      ["recovery_code", enrolled.some(({ codesLeft }) => (codesLeft ?? 0) > 0)],
    ];
    const demands: Demands = {
      refusals: [],
      exempt: true,
      requireMfa: settings.administratorSecondFactor,
      factors: usable.flatMap(([method, on]) => (on ? [method] : [])),
      hasPassword: true,
      unreachable: false,
      otherWays: false,
      channels: [],
      tier: null,
      trustedDevice: false,
      mayEnrol: ["totp", "webauthn"],
      // Theirs are all made where the console is.
      passkeysElsewhere: [],
    };
    return nextStep({ identifier: email, proofs }, { offered: [], demands });
  }

  /** Whether what they proved still says that they may come in. */
  async function stands(
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
   * Tells the other administrators that this one, who knows their password, has lost the second factor, and what they
   * wrote about it (empty: nothing).
   */
  async function tellOthers(
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

  return { stepFor, admitted, mustEnrol, tellOthers };
}

export type PlatformAdmission = ReturnType<typeof createPlatformAdmission>;
