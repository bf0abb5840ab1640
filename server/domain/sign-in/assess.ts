import { and, desc, eq, gt, isNull, or } from "drizzle-orm";
import { devices, sessions } from "@/db/tenant/sessions";
import { signIns } from "@/db/tenant/sign-ins";
import type { Located } from "@/server/kernel/operation/ports";
import type { ReadTx } from "@/server/kernel/operation/store";
import type { CodedText } from "@/server/kernel/texts/define";
import type { DeviceRow } from "../devices/sign-in-device";
import type { Definition } from "../access-rules/access-rules.schema";
import type { Decision } from "../access-rules/decide";
import { tierOf, type RiskTier } from "../risk/tiers.schema";
import { admissionOf } from "./admission";
import type { Policies } from "../tags/policies";
import { explained } from "../risk/explanation";
import { scoreOf, type History } from "./score.schema";

/** The data of a sign-in and its user. */
export interface Seen {
  user: { id: number; createdAt: Date };
  /** The app of the sign-in; null for the console. */
  appId: number | null;
  /** The sign-in method of the first factor. */
  method: Definition<"method">["methods"][number];
  now: Date;
  ip: string | null;
  located: Located;
  /** SHA-256 of the token in the browser's device cookie, as hexadecimal text; null if the client has no cookies. */
  tokenHash: string | null;
  passwordWeak: boolean;
  passwordCommon: boolean;
}

/** Evaluation of a sign-in by the organization's rules and the user's history. An evaluation changes no data. */
export interface Assessment {
  /** Reasons of the access rules that refuse the sign-in. */
  refusals: CodedText[];
  limits: Decision["limits"];
  policies: Policies;
  /** Risk score, 0 to 100. */
  score: number;
  signals: Record<string, number>;
  tier: RiskTier | null;
  /**
   * True if the user has trusted this device and the session in which the user did so is still live. A trusted device needs no
   * second factor.
   */
  trustedDevice: boolean;
  /** The device of the browser if the user has used it before. */
  device: DeviceRow | undefined;
}

const HISTORY = 50;
const HOUR_MS = 3_600_000;

type Tx = Pick<ReadTx, "select" | "accessRules" | "tenantSettings" | "devices" | "sessions" | "signIns">;

/** Evaluates a sign-in by country restriction, access rules, tag policies, device and risk. Writes nothing to the database. */
export async function assess(tx: Tx, seen: Seen): Promise<Assessment> {
  const { user, appId, method, now, ip, located, tokenHash, passwordWeak, passwordCommon } = seen;
  const { refusals, limits, policies } = await admissionOf(tx, {
    at: now,
    ip,
    method,
    appId,
    userId: user.id,
    ...located,
  });
  const device =
    tokenHash === null
      ? undefined
      : await tx.devices.find(and(eq(devices.userId, user.id), eq(devices.tokenHash, tokenHash))!);
  const trustedDevice = device !== undefined && (await isTrusted(tx, device.id, now));
  const { score, found } = scoreOf(
    {
      at: now,
      ...located,
      newDevice: tokenHash !== null && device === undefined,
      trustedDevice,
      passwordWeak,
      passwordCommon,
      accountCreatedAt: user.createdAt,
    },
    await historyOf(tx, user.id, now),
  );
  return {
    refusals: refusals.map(explained),
    limits,
    policies,
    score,
    signals: found,
    tier: tierOf(score),
    trustedDevice,
    device,
  };
}

const isTrusted = async (tx: Tx, deviceId: number, now: Date) =>
  (await tx.sessions.find(
    and(
      eq(sessions.deviceId, deviceId),
      eq(sessions.isTrusted, true),
      isNull(sessions.revokedAt),
      gt(sessions.expiresAt, now),
      or(isNull(sessions.trustExpiresAt), gt(sessions.trustExpiresAt, now)),
    )!,
  )) !== undefined;

async function historyOf(tx: Pick<ReadTx, "signIns">, userId: number, now: Date): Promise<History> {
  const anHourAgo = new Date(+now - HOUR_MS);
  const rows = await tx.signIns.list({
    where: and(
      eq(signIns.userId, userId),
      or(eq(signIns.outcome, "succeeded"), and(eq(signIns.outcome, "failed"), gt(signIns.at, anHourAgo))),
    )!,
    orderBy: [desc(signIns.at), desc(signIns.id)],
    limit: HISTORY,
  });
  return {
    succeeded: rows.filter(({ outcome }) => outcome === "succeeded"),
    recentFailures: rows.filter(({ outcome }) => outcome === "failed").length,
  };
}
