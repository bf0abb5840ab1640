import { and, eq, gt, inArray, lte } from "drizzle-orm";
import { consoleSignInFlows } from "@/db/platform/sign-in";
import { signInFlows, type ProofRecord } from "@/db/tenant/sign-in-flows";
import { isProofMethod } from "../../domain/sign-in-methods/factor-kinds.schema";
import type { Ports } from "../../kernel/operation/ports";
import type { Stores } from "../../kernel/operation/store";
import { FLOW_MINUTES, keyHashOf, newFlow, type Flow, type Subject } from "./flow";
import type { Proof } from "./steps";
import { LRUCache } from "lru-cache";
import { createRowBudget, type RowBudget } from "../limits/row-budget";
import type { Place } from "./places";

/** Store of the sign-ins in progress. */
export interface FlowStore {
  /** Returns the sign-in of this browser, or a new one. */
  open(key: string): Promise<Flow>;
  /** Saves the sign-in. Returns null and saves nothing if another step changed it meanwhile. */
  save(flow: Flow): Promise<Flow | null>;
  /** Ends the sign-in. Returns false if it has already ended. */
  end(flow: Flow): Promise<boolean>;
  /** Removes sign-ins by the digests of their keys (flow.ts). */
  forget(keyHashes: string[]): Promise<void>;
}

/** A store that can renew the key of a sign-in, because no protocol defines the key. */
export interface RenewableFlowStore extends FlowStore {
  /** Saves the sign-in under this key. Returns null if another step changed it meanwhile. */
  save(flow: Flow, key?: string): Promise<Flow | null>;
}

interface FlowRow {
  version: number;
  browserHash?: string | null;
  identifier: string | null;
  challengeSealed: string | null;
  messagesSent: number;
  remember: boolean;
  trustDevice: boolean;
}

type StorePorts = Pick<Ports, "clock" | "vault">;

/** Pending challenges of a flow. They are stored as one sealed text. */
type Asked = Pick<Flow, "challenge" | "passkey">;

function codec({ clock, vault }: StorePorts) {
  const sealed = (asked: Asked) =>
    asked.challenge || asked.passkey ? vault.encrypt(JSON.stringify(asked)) : null;
  return {
    flowOf: (key: string, row: FlowRow, subjects: Subject[]): Flow => {
      const { version, browserHash = null, identifier, challengeSealed, messagesSent } = row;
      const { remember, trustDevice } = row;
      // An older version of the server sealed only the challenge. Such a challenge is dropped, and the user requests it again.
      const asked: Partial<Asked> =
        challengeSealed === null ? {} : (JSON.parse(vault.decrypt(challengeSealed)) as Partial<Asked>);
      const { challenge = null, passkey = null } = asked;
      const browser = browserHash;
      return {
        key,
        browser,
        version,
        identifier,
        subjects,
        challenge,
        passkey,
        messagesSent,
        remember,
        trustDevice,
      };
    },
    rowOf: ({ identifier, subjects, challenge, passkey, messagesSent, ...flow }: Flow) => ({
      identifier,
      challengeSealed: sealed({ challenge, passkey }),
      messagesSent,
      remember: flow.remember,
      trustDevice: flow.trustDevice,
      version: flow.version + 1,
      // After the first proof, no step extends the lifetime.
      expiresAt: new Date(
        Math.min(+clock(), ...subjects.flatMap(({ proofs }) => proofs.map(({ at }) => Date.parse(at)))) +
          FLOW_MINUTES * 60_000,
      ),
    }),
  };
}

type StoredSubject = Omit<Subject, "proofs"> & { proofs: ProofRecord[] };

/**
 * Returns the users of a stored sign-in with their proofs. A method of another version proves nothing: without its first proof, a
 * user is not part of the sign-in.
 */
const subjectsOf = (stored: readonly StoredSubject[]): Subject[] =>
  stored
    .filter(({ proofs: [first] }) => first !== undefined && isProof(first))
    .map((subject) => ({ ...subject, proofs: subject.proofs.filter(isProof) }));

const isProof = (record: ProofRecord): record is Proof => isProofMethod(record.method);

/** Creates the store for the users of one tenant. */
export function tenantFlows(stores: Stores, ports: StorePorts, tenantId: number): FlowStore {
  const { flowOf, rowOf } = codec(ports);
  const store = stores.tenant(tenantId);
  const isFlow = (key: string, version: number) =>
    and(eq(signInFlows.keyHash, keyHashOf(key)), eq(signInFlows.version, version))!;
  return {
    open: async (key) => {
      const row = await store.read((tx) =>
        tx.signInFlows.find(
          and(eq(signInFlows.keyHash, keyHashOf(key)), gt(signInFlows.expiresAt, ports.clock()))!,
        ),
      );
      if (!row) return newFlow(key);
      const { userId, proofs } = row;
      return flowOf(key, row, subjectsOf(userId === null ? [] : [{ tenantId, userId, proofs }]));
    },
    save: (flow) =>
      store.write(async (tx) => {
        const [subject] = flow.subjects;
        const row = {
          ...rowOf(flow),
          browserHash: flow.browser,
          userId: subject?.userId ?? null,
          proofs: subject?.proofs ?? [],
        };
        if (flow.version === 0) {
          await tx.signInFlows.removeWhere(lte(signInFlows.expiresAt, ports.clock()));
          const added = await tx.signInFlows.insertIfAbsent({ ...row, keyHash: keyHashOf(flow.key) });
          return added ? { ...flow, version: 1 } : null;
        }
        const kept = await tx.signInFlows.updateWhere(isFlow(flow.key, flow.version), row);
        return kept > 0 ? { ...flow, version: row.version } : null;
      }),
    end: (flow) =>
      store.write(async (tx) => (await tx.signInFlows.removeWhere(isFlow(flow.key, flow.version))) > 0),
    forget: (keyHashes) =>
      store.write(
        async (tx) => void (await tx.signInFlows.removeWhere(inArray(signInFlows.keyHash, keyHashes))),
      ),
  };
}

/** Creates the store for the console. The tenant of its sign-ins is not known at the start. */
export function consoleFlows(stores: Stores, ports: StorePorts): RenewableFlowStore {
  const { flowOf, rowOf } = codec(ports);
  const t = consoleSignInFlows;
  const isFlow = (key: string, version: number) => and(eq(t.keyHash, keyHashOf(key)), eq(t.version, version));
  return {
    open: async (key) => {
      const [row] = await stores.platform.read(({ db }) =>
        db
          .select()
          .from(t)
          .where(and(eq(t.keyHash, keyHashOf(key)), gt(t.expiresAt, ports.clock()))),
      );
      if (!row) return newFlow(key);
      return flowOf(key, row, subjectsOf(row.subjects));
    },
    save: (flow, key = flow.key) =>
      stores.platform.write(async ({ db }) => {
        const row = { ...rowOf(flow), subjects: flow.subjects, keyHash: keyHashOf(key) };
        if (flow.version === 0) await db.delete(t).where(lte(t.expiresAt, ports.clock()));
        const kept =
          flow.version === 0
            ? await db.insert(t).values(row).onConflictDoNothing().returning({ id: t.id })
            : await db.update(t).set(row).where(isFlow(flow.key, flow.version)).returning({ id: t.id });
        return kept.length > 0 ? { ...flow, key, version: row.version } : null;
      }),
    end: (flow) =>
      stores.platform.write(async ({ db }) => {
        const ended = await db.delete(t).where(isFlow(flow.key, flow.version)).returning({ id: t.id });
        return ended.length > 0;
      }),
    forget: (keyHashes) =>
      stores.platform.write(async ({ db }) => void (await db.delete(t).where(inArray(t.keyHash, keyHashes)))),
  };
}

/** Maximum number of organizations whose sign-ins in progress are counted at the same time. */
const MOST_PLACES = 10_000;

/** Creates the budgets for sign-ins in progress without a proof: one for each organization and one for the console. */
export function createFlowBudgets() {
  const budgets = new LRUCache<string, RowBudget>({ max: MOST_PLACES });
  const budgetOf = (tenantId: number | null) => {
    const known = budgets.get(`${tenantId}`) ?? createRowBudget();
    budgets.set(`${tenantId}`, known);
    return known;
  };

  /** Returns the place. Its unproved sign-ins are counted for the network of this IP address. */
  return function bounded<P extends Place>(place: P, ip: string | null): P {
    const { tenantId } = place;
    const budget = budgetOf(tenantId);
    const flows: RenewableFlowStore = place.flows;

    async function save(flow: Flow, key?: string): Promise<Flow | null> {
      const kept = await flows.save(flow, key);
      if (kept === null) return null;
      if (kept.subjects.length > 0) budget.settle(keyHashOf(flow.key));
      else if (flow.version === 0) {
        const expiresAt = Date.now() + FLOW_MINUTES * 60_000;
        const evicted = budget.add({ key: keyHashOf(kept.key), ip, tenantId, expiresAt });
        if (evicted.length > 0) await flows.forget(evicted);
      }
      return kept;
    }

    async function end(flow: Flow): Promise<boolean> {
      budget.settle(keyHashOf(flow.key));
      return flows.end(flow);
    }

    return { ...place, flows: { ...flows, save, end } };
  };
}
