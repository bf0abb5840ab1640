import { and, asc, gt, lte } from "drizzle-orm";
import * as z from "zod";
import { auditSeals } from "@/db/tenant/journal";
import { CHAIN_START, sealHash } from "@/server/kernel/operation/audit-chain";
import { query } from "@/server/kernel/operation/operation";
import type { AuditExtent } from "@/server/kernel/operation/searches";
import type { ReadTx, Row } from "@/server/kernel/operation/store";
import { type CodedText, defineTexts } from "@/server/kernel/texts/define";
import { wordsIn, type Words } from "@/server/kernel/texts/text";
import { ChainHead, Verdict } from "./audit.schema";
import { IdSet } from "./id-set";
import { TRIMMED } from "./retention";

const auditTexts = defineTexts("audit", {
  seals_missing: "Seals are missing before seal {seal}.",
  event_removed: "Seal {seal}: event {event} was removed.",
  event_changed: "Seal {seal}: one of its events, or the seal, was changed.",
  seal_replaced: "Seal {seal} is not the one that is known.",
  events_removed: "The events up to seal {seal} were removed, and not by retention.",
  end_removed: "Seal {known} is known, but the chain ends at {last}.",
  events_added: "{count} events were slipped in: no seal covers them.",
});

const PAGE = 100;
const SHOWN = 20;
/**
 * Maximum number of runs of a verification. Retention (the removal of old events) can remove seals during a run. A run with
 * problems is then repeated.
 */
const TRIES = 3;

type Read = <T>(work: (tx: ReadTx) => Promise<T>) => Promise<T>;
type Seal = Pick<Row<typeof auditSeals>, "position" | "eventIds" | "hash">;

/** Returns the seals of a page with the present digests of their events. */
const readPage = (read: Read, after: number, last: number) =>
  read(async (tx) => {
    const seals = await tx.auditSeals.list({
      where: and(gt(auditSeals.position, after), lte(auditSeals.position, last)),
      orderBy: [asc(auditSeals.position)],
      limit: PAGE,
    });
    return { seals, digests: await tx.auditDigests(seals.flatMap(({ eventIds }) => eventIds)) };
  });

/**
 * Returns the position of the last seal that retention (the removal of old events) has removed. The newest event about
 * retention contains this position. The chain covers this event too.
 */
async function trimmedThrough(read: Read): Promise<number> {
  const [event] = await read((tx) => tx.auditPage({ actions: [`system.${TRIMMED}`], limit: 1 }));
  return Number(event?.changes?.["throughSeal"]?.to ?? 0);
}

/** Returns the problem that the comparison of a seal with the preceding seal shows. Returns null if there is no problem. */
function objectionTo(seal: Seal, before: Pick<Seal, "position" | "hash">, digests: Map<number, string>) {
  if (seal.position !== before.position + 1) return auditTexts.seals_missing({ seal: seal.position });
  // Before migration 0012, a seal could list the same event several times. The hash of the seal covers each event once.
  const eventIds = [...new Set(seal.eventIds)];
  const removed = eventIds.find((id) => !digests.has(id));
  if (removed !== undefined) return auditTexts.event_removed({ seal: seal.position, event: removed });
  const hash = sealHash(
    before.hash,
    eventIds.map((id) => digests.get(id)!),
  );
  return hash === seal.hash ? null : auditTexts.event_changed({ seal: seal.position });
}

/**
 * Verifies the chain up to the seal that is the last one when the verification starts. Reads each page in its own transaction.
 */
async function walk(
  read: Read,
  words: Words,
  extent: AuditExtent,
  known: ChainHead | undefined,
): Promise<Verdict> {
  const problems: CodedText[] = [];
  let before: Pick<Seal, "position" | "hash"> = { position: 0, hash: CHAIN_START };
  // Counts an event once even if several seals list the event. A repeated event could otherwise hide an event that no seal
  // lists.
  const sealed = new IdSet();
  let seals = 0;
  let removedThrough: number | null = null;
  while (before.position < extent.lastSeal) {
    const page = await readPage(read, before.position, extent.lastSeal);
    if (page.seals.length === 0) break;
    for (const seal of page.seals) {
      const isBeginning = seals === 0 && seal.eventIds.length === 0;
      if (isBeginning) removedThrough = seal.position;
      const objection = isBeginning ? null : objectionTo(seal, before, page.digests);
      if (objection !== null) problems.push(objection);
      if (known?.position === seal.position && known.hash !== seal.hash)
        problems.push(auditTexts.seal_replaced({ seal: seal.position }));
      for (const id of seal.eventIds) if (page.digests.has(id)) sealed.add(id);
      seals += 1;
      before = seal;
    }
  }
  if (removedThrough !== null && removedThrough !== (await trimmedThrough(read)))
    problems.push(auditTexts.events_removed({ seal: removedThrough }));
  if (known && known.position > before.position)
    problems.push(auditTexts.end_removed({ known: known.position, last: before.position }));
  const unsealed = extent.events - extent.waiting - sealed.size;
  if (unsealed > 0) problems.push(auditTexts.events_added({ count: unsealed }));
  return {
    intact: problems.length === 0,
    sealedEvents: sealed.size,
    seals,
    removedThrough,
    waiting: extent.waiting,
    head: seals === 0 ? null : { position: before.position, hash: before.hash },
    problems: problems.slice(0, SHOWN).map(words),
  };
}

/**
 * Verifies a tenant's audit chain, and reports changed, removed and inserted events. The chain is a list of seals. A seal
 * contains a hash of some events and of the preceding seal.
 */
export async function verifyAuditChain(
  read: Read,
  known?: ChainHead,
  words: Words = wordsIn("en"),
): Promise<Verdict> {
  for (let tries = 1; ; tries += 1) {
    const trimmed = await trimmedThrough(read);
    const verdict = await walk(read, words, await read((tx) => tx.auditExtent()), known);
    if (verdict.intact || tries === TRIES || (await trimmedThrough(read)) === trimmed) return verdict;
  }
}

export const verifyAuditLog = query({
  name: "verifyAuditLog",
  console: "audit.verify",
  cost: "heavy",
  capability: "ReadAuditLog",
  summary: "Verify that the audit log was not changed",
  description:
    "Verifies the chain of seals over the log and reports changed, removed and inserted events. A removed end " +
    "of the log with its seals is detected only if a head of an earlier response is given as `known`.",
  input: z.strictObject({ known: ChainHead.optional() }),
  output: Verdict,
  prepare: ({ read, words }, { known }) => verifyAuditChain(read, known, words),
  run: (_context, _input, verdict) => Promise.resolve(verdict),
});
