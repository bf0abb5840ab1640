import { and, asc, gt, lte } from "drizzle-orm";
import * as z from "zod";
import { auditSeals } from "@/db/tenant/journal";
import { CHAIN_START, sealHash } from "@/server/kernel/audit-chain";
import { query } from "@/server/kernel/operation";
import type { AuditExtent, ReadTx, Row } from "@/server/kernel/store";
import { ChainHead, Verdict } from "./audit.schema";
import { IdSet } from "./id-set";
import { TRIMMED } from "./retention";

const PAGE = 100;
const SHOWN = 20;
/** How often the walk begins anew because retention removed what it stood on. */
const TRIES = 3;

type Read = <T>(work: (tx: ReadTx) => Promise<T>) => Promise<T>;
type Seal = Pick<Row<typeof auditSeals>, "position" | "eventIds" | "hash">;

/** The seals of a page with the digests of their events as they are now. */
const readPage = (read: Read, after: number, last: number) =>
  read(async (tx) => {
    const seals = await tx.auditSeals.list({
      where: and(gt(auditSeals.position, after), lte(auditSeals.position, last)),
      orderBy: [asc(auditSeals.position)],
      limit: PAGE,
    });
    return { seals, digests: await tx.auditDigests(seals.flatMap(({ eventIds }) => eventIds)) };
  });

/** What the log itself says of how far retention went; the event that says so is covered by the chain. */
async function trimmedThrough(read: Read): Promise<number> {
  const [event] = await read((tx) => tx.auditPage({ actions: [`system.${TRIMMED}`], limit: 1 }));
  return Number(event?.changes?.["throughSeal"]?.to ?? 0);
}

/** What is wrong with a seal that follows on another one; null when nothing is. */
function objectionTo(seal: Seal, before: Pick<Seal, "position" | "hash">, digests: Map<number, string>) {
  if (seal.position !== before.position + 1) return `Seals are missing before seal ${seal.position}.`;
  // Before migration 0012 a seal could name an event several times: it was hashed once all the same.
  const eventIds = [...new Set(seal.eventIds)];
  const removed = eventIds.find((id) => !digests.has(id));
  if (removed !== undefined) return `Seal ${seal.position}: event ${removed} was removed.`;
  const hash = sealHash(
    before.hash,
    eventIds.map((id) => digests.get(id)!),
  );
  return hash === seal.hash ? null : `Seal ${seal.position}: one of its events, or the seal, was changed.`;
}

/** Walks the chain up to where it ended at the beginning, page by page: each is read in a transaction of its own. */
async function walk(read: Read, extent: AuditExtent, known: ChainHead | undefined): Promise<Verdict> {
  const problems: string[] = [];
  let before: Pick<Seal, "position" | "hash"> = { position: 0, hash: CHAIN_START };
  // An event that several seals name counts once: it must not stand in for another one that none names.
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
        problems.push(`Seal ${seal.position} is not the one that is known.`);
      for (const id of seal.eventIds) if (page.digests.has(id)) sealed.add(id);
      seals += 1;
      before = seal;
    }
  }
  if (removedThrough !== null && removedThrough !== (await trimmedThrough(read)))
    problems.push(`The events up to seal ${removedThrough} were removed, and not by retention.`);
  if (known && known.position > before.position)
    problems.push(`Seal ${known.position} is known, but the chain ends at ${before.position}.`);
  const unsealed = extent.events - extent.waiting - sealed.size;
  if (unsealed > 0) problems.push(`${unsealed} events were slipped in: no seal covers them.`);
  return {
    intact: problems.length === 0,
    ...{ sealedEvents: sealed.size, seals, removedThrough },
    waiting: extent.waiting,
    head: seals === 0 ? null : { position: before.position, hash: before.hash },
    problems: problems.slice(0, SHOWN),
  };
}

/** Walks a tenant's chain and tells what does not fit: what was changed, removed or slipped in. */
export async function verifyAuditChain(read: Read, known?: ChainHead): Promise<Verdict> {
  for (let tries = 1; ; tries += 1) {
    const trimmed = await trimmedThrough(read);
    const verdict = await walk(read, await read((tx) => tx.auditExtent()), known);
    if (verdict.intact || tries === TRIES || (await trimmedThrough(read)) === trimmed) return verdict;
  }
}

export const verifyAuditLog = query({
  name: "verifyAuditLog",
  capability: "ReadAuditLog",
  summary: "Verify that the audit log was not changed",
  description:
    "Walks the chain of seals over the log and names what was changed, removed or slipped in. That the end of the log was cut " +
    "off, with its seals, shows only where a head of an earlier answer is given as `known`.",
  input: z.strictObject({ known: ChainHead.optional() }),
  output: Verdict,
  prepare: ({ read }, { known }) => verifyAuditChain(read, known),
  run: (_context, _input, verdict) => Promise.resolve(verdict),
});
