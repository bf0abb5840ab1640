import { asc, gt, gte, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { auditEvents, auditSeals } from "@/db/tenant/journal";
import { CHAIN_START, eventDigest, sealHash } from "@/server/kernel/audit-chain";
import { query } from "@/server/kernel/operation";
import type { ReadTx } from "@/server/kernel/store";

const Verdict = z.object({
  intact: z.boolean(),
  sealedEvents: z.int(),
  seals: z.int(),
  /** Events that happened before the log began to be sealed. */
  beforeTheChain: z.int(),
  /** Events that wait to be sealed, a moment after they happened. */
  waiting: z.int(),
  problems: z.array(z.string()).describe("The first that were found."),
});

const PAGE = 100;
const SHOWN = 20;
/** The count of what is not sealed stops here. */
const COUNTED = 10_000;

type Read = <T>(work: (tx: ReadTx) => Promise<T>) => Promise<T>;

/** Walks the chain page by page, each read in a transaction of its own, and tells what does not fit. */
async function walk(read: Read): Promise<z.output<typeof Verdict>> {
  const problems: string[] = [];
  let [previous, position, sealedEvents, seals] = [CHAIN_START, 0, 0, 0];
  let firstSealed: number | null = null;
  for (let size = PAGE; size === PAGE;) {
    const after = position;
    const page = await read(async (tx) => {
      const rows = await tx.auditSeals.list({
        where: gt(auditSeals.position, after),
        orderBy: [asc(auditSeals.position)],
        limit: PAGE,
      });
      const ids = rows.flatMap(({ eventIds }) => eventIds);
      const found = ids.length === 0 ? [] : await digestsOf(tx, ids);
      return { rows, digests: new Map(found.map(({ id, digest }) => [id, digest])) };
    });
    size = page.rows.length;
    for (const seal of page.rows) {
      if (seal.position !== position + 1) problems.push(`Seals are missing before seal ${seal.position}.`);
      const missing = seal.eventIds.filter((id) => !page.digests.has(id));
      if (missing.length > 0) problems.push(`Seal ${seal.position}: event ${missing[0]} was removed.`);
      else if (
        sealHash(
          previous,
          seal.eventIds.map((id) => page.digests.get(id)!),
        ) !== seal.hash
      )
        problems.push(`Seal ${seal.position}: one of its events, or the seal, was changed.`);
      firstSealed ??= seal.eventIds[0] ?? null;
      [previous, position] = [seal.hash, seal.position];
      sealedEvents += seal.eventIds.length - missing.length;
      seals += 1;
    }
  }
  const from = firstSealed ?? Number.MAX_SAFE_INTEGER;
  const [since, before, waiting] = await read((tx) =>
    Promise.all([
      tx.auditEvents.count(gte(auditEvents.id, from)),
      tx.auditEvents.count(sql`${auditEvents.id} < ${from}`, COUNTED),
      tx.pendingEvents(),
    ]),
  );
  const unexplained = since - sealedEvents - waiting;
  if (seals > 0 && unexplained > 0)
    problems.push(`${unexplained} events were slipped in: no seal covers them.`);
  return {
    intact: problems.length === 0,
    sealedEvents,
    seals,
    beforeTheChain: before,
    waiting,
    problems: problems.slice(0, SHOWN),
  };
}

const digestsOf = (tx: Pick<ReadTx, "select">, ids: number[]) =>
  tx.select({
    fields: { id: auditEvents.id, digest: eventDigest },
    from: auditEvents,
    where: inArray(auditEvents.id, ids),
  });

export const verifyAuditLog = query({
  capability: "ReadAuditLog",
  summary: "Verify that the audit log was not changed",
  description: "Walks the chain of seals over the log and names what was changed, removed or slipped in.",
  input: z.strictObject({}),
  output: Verdict,
  prepare: ({ read }) => walk(read),
  run: (_context, _input, verdict) => Promise.resolve(verdict),
});
