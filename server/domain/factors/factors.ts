import { and, eq } from "drizzle-orm";
import { sessions } from "@/db/tenant/sessions";
import type { WriteTx } from "@/server/kernel/operation/store";
import {
  factorKindNames,
  factorKinds,
  heldKindOf,
  typedFactorKinds,
  wordsOfFactor,
  type FactorKind,
  type FactorMethod,
  type HeldKind,
} from "../sign-in-methods/factor-kinds.schema";
import { readFactorStore, type FactorReadTx, type FactorTx } from "./factor-store";
import { codeKind } from "./kinds/codes";
import type {
  Factor,
  FactorDetails,
  FactorKindModule,
  FactorPlace,
  Standing,
  TypedCode,
} from "./kinds/factor-kind";
import { webauthn } from "./kinds/passkeys";
import { recoveryCodes } from "./kinds/recovery-codes";
import { totp } from "./kinds/totp";

/** The server's part of each kind of factor. The compilation fails if a kind or one of its parts is missing. */
export const factorModules: { readonly [K in FactorKind]: FactorKindModule<K> } = {
  totp,
  webauthn,
  email: codeKind("email"),
  sms: codeKind("sms"),
  recovery_codes: recoveryCodes,
};

const noDetails: FactorDetails = {
  credentialId: null,
  rpId: null,
  transports: [],
  address: null,
  codesLeft: null,
};

/** Returns the verified factors of a user, oldest first. Omits factors whose enrolment was not finished. */
export async function factorsOf(tx: FactorReadTx, userId: number): Promise<Factor[]> {
  const rows = await readFactorStore(tx).list(userId);
  return rows.map((row) => {
    const kind = heldKindOf(row.kind);
    const { id: factorId, label, createdAt, lastUsedAt } = row;
    const details = kind === "unknown" ? {} : factorModules[kind].details(row);
    return { factorId, kind, label, createdAt, lastUsedAt, ...noDetails, ...details };
  });
}

/** What the factors of a user demand of a sign-in. */
export interface FactorDemands {
  /** Methods that the user can use now. */
  factors: FactorMethod[];
  /** True if the user has a factor that is required but cannot be answered now. */
  unreachable: boolean;
  /** True if the user has a factor that only a first step can use. */
  otherWays: boolean;
  /** Hosts at which the user's other passkeys were created. */
  passkeysElsewhere: string[];
}

/** Returns what these factors demand. A factor of an unknown kind is required, so that the other factor alone opens nothing. */
export function demandsOfFactors(held: readonly Factor[], place: FactorPlace): FactorDemands {
  const standings = held.map(({ kind, ...factor }): [HeldKind, Standing] => [
    kind,
    kind === "unknown" ? "unreachable" : factorModules[kind].standing({ kind, ...factor }, place),
  ]);
  const isUsable = (kind: FactorKind) => standings.some(([each, is]) => each === kind && is === "usable");
  const hosts = standings.flatMap(([, is]) => (typeof is === "object" ? [is.elsewhere] : []));
  return {
    factors: factorKindNames.filter(isUsable).map((kind) => factorKinds[kind].method),
    unreachable: standings.some(([, is]) => is === "unreachable"),
    otherWays: standings.some(([, is]) => is === "first"),
    passkeysElsewhere: [...new Set(hosts)],
  };
}

/**
 * Consumes a typed code of any kind of factor. Returns the id of the factor, or null if the code is wrong. The caller must limit
 * the number of attempts.
 */
export async function verifyAnyCode(tx: FactorTx, given: TypedCode, now: Date): Promise<number | null> {
  for (const kind of typedFactorKinds) {
    const factorId = await factorModules[kind].verifyCode(tx, given, now);
    if (factorId !== null) return factorId;
  }
  return null;
}

type Named = Pick<Factor, "kind" | "label">;

/** Returns the name of a factor for the audit log. */
export function factorWords({ kind, label }: Named): string {
  const { inLog } = wordsOfFactor(kind).en;
  return label === null ? inLog : `${inLog} (${label})`;
}

/** Returns the notice about a factor that was added or removed. */
export const factorNotice = (change: "added" | "removed", { kind, label }: Named) => ({
  template: "factor_changed" as const,
  data: { change, kind, label },
});

/**
 * Ends the trust in all devices of a user. Call after a second factor was removed. The next sign-in on each device then
 * requires a second factor again.
 */
export async function endTrust(tx: Pick<WriteTx, "sessions">, userId: number): Promise<void> {
  await tx.sessions.updateWhere(and(eq(sessions.userId, userId), eq(sessions.isTrusted, true))!, {
    isTrusted: false,
  });
}
