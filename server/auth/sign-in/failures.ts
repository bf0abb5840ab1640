import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { platformAdministrators, platformDevices } from "@/db/platform/sign-in";
import { queueNotice } from "../../domain/messages/notices";
import { queuePlatformNotice } from "../../domain/messages/platform-notices";
import { recordSignIn } from "../../domain/risk/record-sign-in";
import type { UserRecord } from "../../domain/users/people";
import type { Ports } from "../../kernel/operation/ports";
import type { PlatformSettings } from "../../kernel/settings";
import { isWithoutEffect } from "../../kernel/concurrency/unavailability";
import type { Journal, PlatformWriteTx, Stores, WriteTx } from "../../kernel/operation/store";
import { accountEvent, type Person } from "../sessions/console-session";
import {
  administratorRef,
  holdAdministrator,
  type AdministratorRecord,
} from "../../platform/administrator-record";
import { lockOn } from "../limits/password-attempts";
import type { RequestSigns } from "./demands";
import type { Who } from "./flow";
import { deviceIn, platformDeviceIn } from "./lockout";
import type { Place } from "./places";
import type { Proof } from "./steps";
import { defineTexts } from "../../kernel/texts/define";

const lockTexts = defineTexts("lock", { guesses: "Too many failed sign-ins" });

/** A wrong answer with its place, method and request. */
export interface WrongAnswer {
  place: Pick<Place, "app">;
  method: Proof["method"];
  signs: RequestSigns;
}

type FailurePorts = Pick<Ports, "clock" | "locate" | "settings">;

/** Returns a user of a tenant as the person of an event. */
export const personOf = ({ id, email, name }: UserRecord): Person => ({
  ref: `user:${id}`,
  userId: id,
  email: email ?? "",
  name,
});

/** Returns a platform administrator as the person of an event. */
export const administratorPerson = ({ id, email, name }: AdministratorRecord): Person => ({
  ref: administratorRef(id),
  userId: id,
  email,
  name,
});

const lockedEvent = (person: Person, lockedUntil: Date, signs: RequestSigns) => ({
  ...accountEvent("user_locked", person, signs),
  changes: { lockedUntil: { from: null, to: lockedUntil.toISOString() } },
});

const untilOf = (now: Date, { lockMinutes }: PlatformSettings) => new Date(+now + lockMinutes * 60_000);

/**
 * Counts a wrong answer of a tenant's user. The caller holds the lock of the user's row. Locks the account temporarily at the
 * limit. While the account is locked, counts only on the known browser, so that concurrent answers cannot exceed the limit.
 * Returns true if the answer counted on the account or on the browser.
 */
export async function countWrong(
  { tx, journal }: { tx: WriteTx; journal: Journal },
  user: UserRecord,
  { place, method, signs }: WrongAnswer,
  { ports, settings }: { ports: Pick<FailurePorts, "clock" | "locate">; settings: PlatformSettings },
): Promise<boolean> {
  const now = ports.clock();
  const lock = lockOn(user, now);
  const device = await deviceIn(tx, user.id, signs);
  const counts = user.status === "active" && lock === null;
  const countsOnDevice = device !== undefined && lock !== "firm";
  if (countsOnDevice) await tx.devices.update(device.id, { failedSignIns: device.failedSignIns + 1 });
  const { country, region, place: town } = ports.locate(signs.ip);
  await recordSignIn(tx, {
    at: now,
    userId: user.id,
    identifier: null,
    appId: place.app?.appId ?? null,
    method,
    ip: signs.ip,
    country,
    region,
    place: town,
    userAgent: signs.userAgent,
    outcome: counts ? "failed" : "refused",
  });
  if (!counts) return countsOnDevice;
  const person = personOf(user);
  const failedSignIns = user.failedSignIns + 1;
  await journal.append(accountEvent("sign_in_failed", person, signs));
  if (failedSignIns < settings.lockAfterFailures) {
    await tx.users.update(user.id, { failedSignIns });
    return true;
  }
  const lockedUntil = untilOf(now, settings);
  await tx.users.update(user.id, {
    failedSignIns: 0,
    lockedUntil,
    lockCause: "guesses",
    lockReason: lockTexts.guesses(),
  });
  await queueNotice(tx, user, {
    template: "account_locked",
    data: { cause: "guesses", until: lockedUntil.toISOString() },
  });
  await journal.append(lockedEvent(person, lockedUntil, signs));
  return true;
}

/**
 * Counts a wrong answer of a platform administrator. The caller holds the lock of the administrator's row. Locks the account
 * temporarily at the limit. Returns true if the answer counted.
 */
export async function countPlatformWrong(
  { tx, journal }: { tx: PlatformWriteTx; journal: Journal },
  row: AdministratorRecord,
  signs: RequestSigns,
  { now, settings }: { now: Date; settings: PlatformSettings },
): Promise<boolean> {
  const { db } = tx;
  const t = platformAdministrators;
  const device = await platformDeviceIn(tx, row.id, signs);
  if (device)
    await db
      .update(platformDevices)
      .set({ failedSignIns: device.failedSignIns + 1 })
      .where(eq(platformDevices.id, device.id));
  if (lockOn(row, now) !== null) return device !== undefined;
  const person = administratorPerson(row);
  const failedSignIns = row.failedSignIns + 1;
  await journal.append(accountEvent("sign_in_failed", person, signs));
  if (failedSignIns < settings.lockAfterFailures) {
    await db.update(t).set({ failedSignIns }).where(eq(t.id, row.id));
    return true;
  }
  const lockedUntil = untilOf(now, settings);
  await db.update(t).set({ failedSignIns: 0, lockedUntil }).where(eq(t.id, row.id));
  await queuePlatformNotice(tx, row.email, {
    template: "account_locked",
    data: { cause: "guesses", until: lockedUntil.toISOString(), firm: true },
  });
  await journal.append(lockedEvent(person, lockedUntil, signs));
  return true;
}

/** Maximum number of tries to count a wrong answer on an account whose organization is busy. */
const TRIES = 3;
/** Pause in milliseconds between two tries. */
const PAUSE_MS = 250;

/** Result of a count on several accounts. */
interface Count {
  /** The accounts on which the answer counted. */
  counted: Who[];
  /** Error of an account on which the count failed; null if none failed. */
  failure: Error | null;
}

/**
 * Creates the functions that handle wrong answers: they count them on the account, lock the account at the limit and record
 * them.
 */
export function createFailures({ stores, ports }: { stores: Stores; ports: FailurePorts }) {
  /** Counts the answer on one account, for any identifier that was typed. Returns true if it counted. */
  async function countOn(
    { tenantId, userId }: Who,
    answer: WrongAnswer,
    settings: PlatformSettings,
  ): Promise<boolean> {
    if (tenantId !== null)
      return stores.tenant(tenantId).write(async (tx, journal) => {
        const user = await tx.users.lock(userId);
        return user?.kind === "person" && countWrong({ tx, journal }, user, answer, { ports, settings });
      });
    return stores.platform.write(async (tx, journal) => {
      const row = await holdAdministrator(tx, userId);
      const at = { now: ports.clock(), settings };
      return row !== undefined && countPlatformWrong({ tx, journal }, row, answer.signs, at);
    });
  }

  /**
   * Counts a wrong answer on these accounts at the same time, so that a busy organization does not delay the count in another one.
   * Tries again if an organization is busy. Never rejects because of one account.
   */
  async function count(meant: readonly Who[], answer: WrongAnswer): Promise<Count> {
    const settings = await ports.settings();
    const counted: Who[] = [];
    const failures: Error[] = [];
    let waiting = [...meant];
    for (let tries = 1; waiting.length > 0; tries++) {
      const outcomes = await Promise.allSettled(waiting.map((who) => countOn(who, answer, settings)));
      const left: Who[] = [];
      for (const [index, who] of waiting.entries()) {
        const outcome = outcomes[index]!;
        if (outcome.status === "fulfilled") {
          if (outcome.value) counted.push(who);
        } else if (tries < TRIES && isWithoutEffect(outcome.reason)) left.push(who);
        else failures.push(outcome.reason as Error);
      }
      waiting = left;
      if (left.length > 0) await sleep(PAUSE_MS);
    }
    return { counted, failure: failures[0] ?? null };
  }

  /**
   * Handles a wrong answer for these accounts. `meant` is empty if no account has the identifier. Throws if the answer could not be
   * counted on one of them, after the count on the others.
   */
  async function failed(
    place: Pick<Place, "tenantId" | "app">,
    meant: readonly Who[],
    { identifier, method, signs }: { identifier: string } & Omit<WrongAnswer, "place">,
  ): Promise<void> {
    const { failure } = await count(meant, { place, method, signs });
    if (failure !== null) throw failure;
    if (meant.length > 0 || place.tenantId === null) return;
    const { country, region, place: town } = ports.locate(signs.ip);
    await stores.tenant(place.tenantId).write((tx) =>
      recordSignIn(tx, {
        at: ports.clock(),
        userId: null,
        appId: place.app?.appId ?? null,
        method,
        identifier: identifier.slice(0, 254).replaceAll("\0", ""),
        ip: signs.ip,
        country,
        region,
        place: town,
        userAgent: signs.userAgent,
        outcome: "refused",
      }),
    );
  }

  return { count, failed };
}

type Failures = ReturnType<typeof createFailures>;
export type Failed = Failures["failed"];
export type CountWrong = Failures["count"];
