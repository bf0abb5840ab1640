import { and, asc, eq, isNotNull, type SQL } from "drizzle-orm";
import { platformFactors } from "@/db/platform/sign-in";
import { factors } from "@/db/tenant/sign-ins";
import {
  UniqueViolation,
  type PlatformReadTx,
  type PlatformWriteTx,
  type ReadTx,
  type Row,
  type WriteTx,
} from "@/server/kernel/operation/store";
import type { FactorKind } from "../sign-in-methods/factor-kinds.schema";

/*
 * Storage of second factors. One table contains the factors of organizations' users. Another table contains the factors of
 * platform administrators. Only this module accesses the tables directly. The rest of the code for factors works with both.
 */

export type FactorRow = Row<typeof factors>;
export type NewFactor = Omit<typeof factors.$inferInsert, "id" | "tenantId" | "kind"> & { kind: FactorKind };
type Change = Partial<Pick<FactorRow, "data" | "lastUsedAt">>;

/** A transaction that can access the factors of an organization or of the platform. */
export type FactorReadTx = Pick<ReadTx, "factors"> | Pick<PlatformReadTx, "db">;
export type FactorTx = Pick<WriteTx, "factors"> | Pick<PlatformWriteTx, "db">;

interface ReadFactorStore {
  /** Returns the verified factors of a user, oldest first. */
  list(userId: number, kind?: FactorKind): Promise<FactorRow[]>;
}

interface FactorStore extends ReadFactorStore {
  /** Returns the verified passkey with this credential id. */
  passkey(credentialId: string): Promise<FactorRow | undefined>;
  /** Returns the factor and locks its row until the transaction ends. */
  lock(id: number): Promise<FactorRow | undefined>;
  /** Stores the factor and returns its id. Throws UniqueViolation if the credential id exists. */
  add(factor: NewFactor): Promise<number>;
  update(id: number, change: Change): Promise<void>;
  remove(id: number): Promise<boolean>;
  /** Removes all factors of a user, or all factors of one kind. Returns the number of removed factors. */
  removeAll(userId: number, kind?: FactorKind): Promise<number>;
}

/** Builds the conditions for one of the two tables. */
function conditionsOf(t: typeof factors | typeof platformFactors) {
  const all = (...conditions: (SQL | undefined)[]) => and(...conditions)!;
  const ofKind = (kind: FactorKind | undefined) => kind && eq(t.kind, kind);
  return {
    verified: (userId: number, kind?: FactorKind) =>
      all(eq(t.userId, userId), ofKind(kind), isNotNull(t.verifiedAt)),
    passkey: (credentialId: string) =>
      all(eq(t.externalKey, credentialId), eq(t.kind, "webauthn"), isNotNull(t.verifiedAt)),
    of: (userId: number, kind?: FactorKind) => all(eq(t.userId, userId), ofKind(kind)),
  };
}

const organization = conditionsOf(factors);
const platform = conditionsOf(platformFactors);
const t = platformFactors;

/** Returns read access to the factors of this transaction. */
export function readFactorStore(tx: FactorReadTx): ReadFactorStore {
  if ("factors" in tx)
    return {
      list: (userId, kind) =>
        tx.factors.list({ where: organization.verified(userId, kind), orderBy: [asc(factors.id)] }),
    };
  const { db } = tx;
  return {
    list: (userId, kind) => db.select().from(t).where(platform.verified(userId, kind)).orderBy(asc(t.id)),
  };
}

/** Returns read and write access to the factors of this transaction. */
export const factorStoreOf = (tx: FactorTx): FactorStore =>
  "factors" in tx ? organizationFactorStore(tx) : platformFactorStore(tx);

const organizationFactorStore = (tx: Pick<WriteTx, "factors">): FactorStore => ({
  ...readFactorStore(tx),
  passkey: (credentialId) => tx.factors.find(organization.passkey(credentialId)),
  lock: (id) => tx.factors.lock(id),
  add: async (factor) => (await tx.factors.insert(factor)).id,
  update: async (id, change) => void (await tx.factors.update(id, change)),
  remove: (id) => tx.factors.remove(id),
  removeAll: (userId, kind) => tx.factors.removeWhere(organization.of(userId, kind)),
});

const platformFactorStore = ({ db }: Pick<PlatformWriteTx, "db">): FactorStore => ({
  ...readFactorStore({ db }),
  passkey: async (credentialId) => (await db.select().from(t).where(platform.passkey(credentialId)))[0],
  lock: async (id) => (await db.select().from(t).where(eq(t.id, id)).for("update"))[0],
  add: async (factor) => {
    const [row] = await db.insert(t).values(factor).onConflictDoNothing().returning({ id: t.id });
    if (!row) throw new UniqueViolation("platform_factors_external_key");
    return row.id;
  },
  update: async (id, change) => void (await db.update(t).set(change).where(eq(t.id, id))),
  remove: async (id) => (await db.delete(t).where(eq(t.id, id)).returning({ id: t.id })).length > 0,
  removeAll: async (userId, kind) =>
    (await db.delete(t).where(platform.of(userId, kind)).returning({ id: t.id })).length,
});
