import { and, asc, desc, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { users } from "@/db/tenant/users";
import { isAmong, type ReadTx, type Row } from "@/server/kernel/operation/store";
import { anchorOf, isCounted, isPerson, simplified, termsOf, type Term } from "./anchors";
import { TooManyPeople, type Filter } from "./comparisons";
import { conditionOf, orderOf } from "./conditions";
import { userAttributes } from "./filterable";
import { defineRefusals } from "@/server/kernel/texts/define";

const scimRefusals = defineRefusals("scim", {
  filter_reads_too_many: {
    status: 400,
    text: "The filter would read more than {max} users. Compare with eq or sw, or search for a longer text.",
  },
});

/*
 * Lists users for an identity provider. The cost of a page does not grow with the number of users. Uses the first of these
 * methods that applies:
 *
 * 1. If the indexed conditions of the filter select at most `gathered` users, evaluates the rest of the filter for these users.
 * 2. If an index supports the whole filter, or there is no filter, reads the page in the order of an index.
 * 3. If the index of text parts finds at most `gathered` users, evaluates the filter for these users.
 * 4. Otherwise evaluates the filter for the first `walked` users who satisfy the indexed conditions, in the order of the list.
 *    Refuses a filter that needs more users.
 *
 * The total number is exact in methods 1 and 3. In method 2, the total is exact up to `counted` users (up to `gathered` for
 * several conditions). In method 4, the total is exact if at most `walked` users satisfy the indexed conditions. Otherwise the
 * total is an estimate. The estimate is at least the number of users found so far.
 */

/** Maximum numbers of users that the server reads for one page. A test lowers these limits. */
export const listBounds = {
  gathered: 10_000,
  counted: 100_000,
  walked: 50_000,
  /** Number of additional users to read for each skipped match. Usually, one user in twenty matches a filter of method 4. */
  walkedForEachSkipped: 20,
  mostWalked: 500_000,
};

type Tx = Pick<ReadTx, "select" | "users" | "peopleContaining">;

export interface PeopleQuery {
  filter: Filter | null;
  sortBy: string | null;
  descending: boolean;
  offset: number;
  limit: number;
}

interface Page {
  ids: number[];
  total: number;
  /** True if the total number is an estimate. */
  estimated: boolean;
}

interface Plan extends Pick<PeopleQuery, "offset" | "limit"> {
  /** The SQL condition of the whole filter. */
  where: SQL | undefined;
  orderBy: (SQL | AnyPgColumn)[];
}

/**
 * Returns a page of the users that a filter selects, and the total number of these users. Throws UnservableFilter if columns
 * cannot express the filter. Throws TooManyPeople if the server would have to read more users than its limit.
 */
export async function peopleList(
  tx: Tx,
  query: PeopleQuery,
): Promise<{ rows: Row<typeof users>[]; total: number; estimated: boolean }> {
  const { ids, ...counted } = await pageOf(tx, query);
  const found = ids.length === 0 ? [] : await tx.users.list({ where: isAmong(users.id, ids) });
  const byId = new Map(found.map((row) => [row.id, row]));
  return { ...counted, rows: ids.flatMap((id) => byId.get(id) ?? []) };
}

async function pageOf(
  tx: Tx,
  { filter: sent, sortBy, descending, offset, limit }: PeopleQuery,
): Promise<Page> {
  const filter = sent === null ? null : simplified(sent);
  const where = filter === null ? undefined : conditionOf(filter, userAttributes);
  const order = sortBy === null ? [] : [(descending ? desc : asc)(orderOf(sortBy, userAttributes))];
  const plan: Plan = { where, orderBy: [...order, asc(users.id)], offset, limit };
  if (filter === null) return indexed(tx, plan);
  const anchor = anchorOf(filter);
  if (anchor) {
    const held = await tx.users.count(and(isPerson, anchor.condition), listBounds.gathered + 1);
    if (held <= listBounds.gathered) return gathered(tx, plan, anchor.condition, anchor.whole ? held : null);
    if (anchor.whole) return indexed(tx, plan, isCounted(filter) ? undefined : held);
  }
  const candidates = await candidatesOf(tx, termsOf(filter));
  return candidates
    ? gathered(tx, plan, isAmong(users.id, candidates), null)
    : walked(tx, plan, and(isPerson, anchor?.condition)!);
}

/**
 * Returns the ids of all users whose text contains at least one of the terms. Returns null if more than `gathered` users have
 * one of the terms.
 */
async function candidatesOf(tx: Tx, terms: Term[] | null): Promise<number[] | null> {
  const ids = new Set<number>();
  for (const term of terms ?? []) {
    const found = await tx.peopleContaining({ ...term, atMost: listBounds.gathered });
    if (found === null) return null;
    for (const id of found) ids.add(id);
    if (ids.size > listBounds.gathered) return null;
  }
  return terms === null ? null : [...ids];
}

type Among = { where: SQL; orderBy: (SQL | AnyPgColumn)[]; limit: number };

/**
 * Returns the ids of a page. If `among` is given, selects only from these users. Returns one id more than the limit if there is
 * a next page.
 */
async function idsOf(tx: Tx, { where, orderBy, offset, limit }: Plan, among?: Among) {
  if (limit === 0) return [];
  const rows = await tx.select({
    fields: { id: users.id },
    from: users,
    ...(among ? { among, where } : { where: and(isPerson, where) }),
    orderBy,
    offset,
    limit: limit + 1,
  });
  return rows.map(({ id }) => id);
}

/** Returns the number of the users in `among` that the filter selects. */
async function matchingAmong(tx: Tx, where: SQL | undefined, among: Among): Promise<number> {
  const [row] = await tx.select({
    fields: { matching: sql<number>`count(*)::int` },
    from: users,
    among,
    where,
  });
  return row!.matching;
}

/**
 * Implements methods 1 and 3. Returns the page from the users that `anchor` selects, at most `gathered`. `total` is the total
 * number of matches; null if the number is not computed yet.
 */
async function gathered(tx: Tx, plan: Plan, anchor: SQL, total: number | null): Promise<Page> {
  // Reads these users without an order. With an order, PostgreSQL would use the index of the order in place of the index of the
  // condition.
  const among = { where: and(isPerson, anchor)!, orderBy: [], limit: listBounds.gathered + 1 };
  const ids = await idsOf(tx, plan, among);
  return {
    ids: ids.slice(0, plan.limit),
    total: total ?? lastTotal(plan, ids) ?? (await matchingAmong(tx, plan.where, among)),
    estimated: false,
  };
}

/** Returns the total number if the page is the last one, else null. */
const lastTotal = ({ offset, limit }: Plan, ids: number[]) =>
  limit > 0 && ids.length <= limit && (ids.length > 0 || offset === 0) ? offset + ids.length : null;

/**
 * Implements method 2. Returns the page in the order of an index. If `atLeast` (a lower bound of the total) is given, estimates
 * the total and does not count.
 */
async function indexed(tx: Tx, plan: Plan, atLeast?: number): Promise<Page> {
  const where = and(isPerson, plan.where);
  const ids = await idsOf(tx, plan);
  const page = ids.slice(0, plan.limit);
  const last = lastTotal(plan, ids);
  if (last !== null) return { ids: page, total: last, estimated: false };
  const total = atLeast ?? (await tx.users.count(where, listBounds.counted + 1));
  if (atLeast === undefined && total <= listBounds.counted) return { ids: page, total, estimated: false };
  // After the last page of users, a SCIM search of all resources continues with groups. The search then needs the exact number
  // of users.
  if (ids.length === 0 && plan.limit > 0)
    return { ids: [], total: await tx.users.count(where), estimated: false };
  const estimate = await tx.users.estimate(where);
  return { ids: page, total: Math.max(estimate, total, plan.offset + ids.length), estimated: true };
}

/** Implements method 4. Returns the page from the first users who satisfy the condition `among`, in the order of the list. */
async function walked(tx: Tx, plan: Plan, among: SQL): Promise<Page> {
  const { where, orderBy, offset, limit } = plan;
  const most = Math.min(listBounds.walked + listBounds.walkedForEachSkipped * offset, listBounds.mostWalked);
  const ids = await idsOf(tx, plan, { where: among, orderBy, limit: most });
  const page = ids.slice(0, limit);
  const all = await tx.users.count(among, listBounds.walked + 1);
  if (all <= listBounds.walked) {
    const last = lastTotal(plan, ids);
    const total = last ?? (await matchingAmong(tx, where, { where: among, orderBy, limit: all }));
    return { ids: page, total, estimated: false };
  }
  // The page is not full. More matches may follow after the users that were read.
  if (ids.length < limit) throw new TooManyPeople(scimRefusals.filter_reads_too_many({ max: most }));
  const sample = Math.min(listBounds.gathered, listBounds.walked);
  const matching = await matchingAmong(tx, where, { where: among, orderBy, limit: sample });
  const estimate = Math.round((matching / sample) * Math.max(await tx.users.estimate(among), all));
  return { ids: page, total: Math.max(estimate, limit && offset + limit + 1), estimated: true };
}
