import { and, asc, desc, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { users } from "@/db/tenant/users";
import { scimRefusals } from "@/server/kernel/refusals/scim";
import { isAmong, type ReadTx, type Row } from "@/server/kernel/operation/store";
import { anchorOf, isCounted, isPerson, simplified, termsOf, type Term } from "./anchors";
import { TooManyPeople, type Filter } from "./comparisons";
import { conditionOf, orderOf } from "./conditions";
import { userAttributes } from "./filterable";

/*
 * Lists of people for a provider, at a cost that does not grow with the organization. The first of these ways that
 * applies is used:
 *
 * 1. Conditions with an index find at most `gathered` people. The other conditions are evaluated for these people.
 * 2. The whole filter has an index, or there is no filter. The page is read in the order of an index.
 * 3. The index of parts of texts finds at most `gathered` people. The filter is evaluated for these people.
 * 4. The conditions with an index select people. The filter is evaluated for the first `walked` of them in the order. A
 *    filter that needs more people is refused.
 *
 * The total is exact in 1 and 3. In 2, it is exact up to `counted` people (up to `gathered` for several conditions).
 * In 4, it is exact for at most `walked` people. Otherwise the total is an estimate, at least as high as the number of
 * known people.
 */

/** Maximum numbers of people that are read for one page. A test lowers them. */
export const listBounds = {
  gathered: 10_000,
  counted: 100_000,
  walked: 50_000,
  /** Additional people for each skipped one. Usually one person in twenty satisfies the filters that need this way. */
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
  /** True if the total is an estimate. */
  estimated: boolean;
}

interface Plan extends Pick<PeopleQuery, "offset" | "limit"> {
  /** The condition of the whole filter. */
  where: SQL | undefined;
  orderBy: (SQL | AnyPgColumn)[];
}

/**
 * Returns a page of the people that a filter selects, and their total number. Throws UnservableFilter if columns cannot
 * express the filter, and TooManyPeople if the filter needs to read more people than `walked`.
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
 * Returns the ids of all people with at least one of the terms. Returns null if a term has more than `gathered` people,
 * or all terms together do.
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

/** Returns the ids of a page; with `among`, only of these people. Returns one more id if more people follow. */
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

/** Returns the number of these people that the filter selects. */
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
 * Returns the page among the people of a condition with an index, at most `gathered`. `total` is null if it is not
 * known yet.
 */
async function gathered(tx: Tx, plan: Plan, anchor: SQL, total: number | null): Promise<Page> {
  // Reads without an order, so that the planner uses the index of the condition and not that of the order.
  const among = { where: and(isPerson, anchor)!, orderBy: [], limit: listBounds.gathered + 1 };
  const ids = await idsOf(tx, plan, among);
  return {
    ids: ids.slice(0, plan.limit),
    total: total ?? lastTotal(plan, ids) ?? (await matchingAmong(tx, plan.where, among)),
    estimated: false,
  };
}

/** Returns the total if the page is the last one. */
const lastTotal = ({ offset, limit }: Plan, ids: number[]) =>
  limit > 0 && ids.length <= limit && (ids.length > 0 || offset === 0) ? offset + ids.length : null;

/** Returns the page in the order of an index. Estimates the total if `atLeast`, a lower bound of it, is given. */
async function indexed(tx: Tx, plan: Plan, atLeast?: number): Promise<Page> {
  const where = and(isPerson, plan.where);
  const ids = await idsOf(tx, plan);
  const page = ids.slice(0, plan.limit);
  const last = lastTotal(plan, ids);
  if (last !== null) return { ids: page, total: last, estimated: false };
  const total = atLeast ?? (await tx.users.count(where, listBounds.counted + 1));
  if (atLeast === undefined && total <= listBounds.counted) return { ids: page, total, estimated: false };
  // After the last page, a search continues with groups. It needs the exact total of people.
  if (ids.length === 0 && plan.limit > 0)
    return { ids: [], total: await tx.users.count(where), estimated: false };
  const estimate = await tx.users.estimate(where);
  return { ids: page, total: Math.max(estimate, total, plan.offset + ids.length), estimated: true };
}

/** Returns the page among the first of these people in the order. */
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
  // More people of the filter may follow after the people that were read.
  if (ids.length < limit) throw new TooManyPeople(scimRefusals.filter_reads_too_many({ max: most }));
  const sample = Math.min(listBounds.gathered, listBounds.walked);
  const matching = await matchingAmong(tx, where, { where: among, orderBy, limit: sample });
  const estimate = Math.round((matching / sample) * Math.max(await tx.users.estimate(among), all));
  return { ids: page, total: Math.max(estimate, limit && offset + limit + 1), estimated: true };
}
