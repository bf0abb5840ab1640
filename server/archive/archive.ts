import { verifyAuditChain } from "../domain/audit/verify";
import type { Ports } from "../kernel/operation/ports";
import type { SystemLabel } from "../kernel/system-labels";
import { builderOver, type Connection, type Database } from "../store/database";
import { platformJournal, tenantJournal } from "../store/journal";
import { enterTenant, leaveTenant, writeTransaction } from "../store/transaction";
import { tenantTx } from "../store/verbs";
import { encrypted, encrypterFor } from "./age";
import { ArchiveError } from "./errors";
import { type Chain, FORMAT, type Head, lineDigest, type Marks, SCHEMA } from "./format";
import { writeNewFile } from "./new-file";
import { archiveEvent } from "./record";
import { pagesOf, setTextForms } from "./rows";
import { requireSchema } from "./schema-version";
import { archivedTables, type ArchivedTable } from "./tables";

export interface ArchiveOptions {
  database: Pick<Database, "sql" | "background">;
  vault: Ports["vault"];
  marks: Marks;
  /** Slug of the organization. */
  slug: string;
  /** The new file. */
  to: string;
  /** Public keys of age, each of which can decrypt the file. */
  recipients: readonly string[];
  version: string;
  by: SystemLabel;
  /** Ends the archive without a file when it is aborted. */
  signal?: AbortSignal;
}

export interface Archive {
  tables: number;
  rows: number;
  bytes: number;
  chain: Chain;
  /** Digest of the content, to compare with that of a restore. */
  sha256: string;
}

type Written = Omit<Archive, "bytes">;

/**
 * Writes an organization to a new encrypted file: all its tables at one moment, while it works. Memory does not depend on the number of
 * rows. The logs of the organization and of the platform record the archive before it begins. Throws an ArchiveError if there is no such
 * organization or the file exists.
 */
export async function archiveTenant(options: ArchiveOptions): Promise<Archive> {
  const { database, slug, to, recipients } = options;
  const encrypter = encrypterFor(recipients);
  await requireSchema(database.background);
  const [found] = await database.background<{ id: string }[]>`select id from tenants where slug = ${slug}`;
  if (!found) throw new ArchiveError("no_tenant", `There is no organization ${slug}.`);
  const tenantId = Number(found.id);
  let written: Written | null = null;
  const bytes = await inSnapshot(database, async (beginSnapshot) =>
    writeNewFile(to, async () => {
      await record(options, tenantId);
      const connection = await beginSnapshot();
      const lines = linesOf(connection, tenantId, options, (result) => (written = result));
      return encrypted(lines, encrypter);
    }),
  );
  return { ...written!, bytes };
}

/** Runs `work` with a function that begins a read-only transaction with one snapshot, and ends it afterwards. */
async function inSnapshot<T>(
  { background }: Pick<Database, "background">,
  work: (begin: () => Promise<Connection>) => Promise<T>,
): Promise<T> {
  let connection: Awaited<ReturnType<typeof background.reserve>> | null = null;
  try {
    return await work(async () => {
      connection = await background.reserve();
      await connection.unsafe("begin isolation level repeatable read read only");
      await setTextForms(connection);
      return connection;
    });
  } finally {
    const used = connection as Awaited<ReturnType<typeof background.reserve>> | null;
    await used?.unsafe("rollback").catch(() => undefined);
    used?.release();
  }
}

/** Records the archive. The tenant's event is part of the archive. */
const record = ({ database, slug, by, recipients }: ArchiveOptions, tenantId: number) =>
  writeTransaction(database.background, null, async (connection, last) => {
    const event = archiveEvent({
      event: "organization_archived",
      by,
      tenant: { id: tenantId, slug },
      details: { recipients },
    });
    await tenantJournal(connection, tenantId, last).append(event);
    await platformJournal(builderOver(connection), last).append(event);
  });

async function headOf(connection: Connection, tenantId: number, version: string): Promise<Head> {
  const [tenant] = await connection.unsafe<
    { slug: string; status: "active" | "suspended"; created: string }[]
  >("select slug, status, created_at::text as created from tenants where id = $1", [tenantId]);
  if (!tenant) throw new ArchiveError("no_tenant", "The organization was removed meanwhile.");
  return {
    castellanArchive: FORMAT,
    version,
    schema: SCHEMA,
    createdAt: new Date().toISOString(),
    tenant: { id: tenantId, slug: tenant.slug, status: tenant.status, createdAt: tenant.created },
  };
}

/** Returns the lines of an archive, each with its newline. Passes the result to `done` before the last line. */
async function* linesOf(
  connection: Connection,
  tenantId: number,
  { vault, marks, version, signal }: ArchiveOptions,
  done: (result: Written) => void,
): AsyncGenerator<string> {
  const all = lineDigest();
  const line = (value: unknown) => {
    const text = JSON.stringify(value);
    all.add(text);
    return `${text}\n`;
  };
  const head = await headOf(connection, tenantId, version);
  yield line({ ...head, mark: marks.ofHead(head) });
  let rows = 0;
  for (const table of archivedTables) {
    yield line({ table: table.name, columns: table.columns.map(({ name }) => name) });
    const own = lineDigest();
    let count = 0;
    for await (const page of pagesOf(connection, tenantId, table, vault)) {
      signal?.throwIfAborted();
      const texts = page.map((cells) => JSON.stringify(cells));
      for (const text of texts) {
        own.add(text);
        all.add(text);
      }
      count += page.length;
      yield `${texts.join("\n")}\n`;
    }
    await requireCount(connection, tenantId, table, count);
    yield line({ end: table.name, rows: count, sha256: own.end() });
    rows += count;
  }
  const chain = await chainOf(connection, tenantId);
  const sha256 = all.end();
  const tables = archivedTables.length;
  done({ tables, rows, chain, sha256 });
  yield `${JSON.stringify({ end: "archive", tables, rows, chain, sha256, mark: marks.ofArchive(sha256) })}\n`;
}

/** Throws if the pages of a table had another number of rows than the table. */
async function requireCount(
  connection: Connection,
  tenantId: number,
  { name }: ArchivedTable,
  count: number,
) {
  const [row] = await connection.unsafe<{ n: string }[]>(
    `select count(*)::text as n from "${name}" where tenant_id = $1`,
    [tenantId],
  );
  if (Number(row?.n) !== count)
    throw new ArchiveError(
      "differs",
      `The archive failed: ${name} has ${row?.n} rows, and ${count} were read.`,
    );
}

/** Returns the result of the verification of a tenant's audit log, in the transaction of this connection. */
export async function chainOf(connection: Connection, tenantId: number): Promise<Chain> {
  const verdict = await verifyAuditChain(async (work) => {
    enterTenant(connection, tenantId);
    const result = await work(tenantTx(connection, tenantId));
    leaveTenant(connection);
    return result;
  });
  const { intact, sealedEvents, seals, waiting, head } = verdict;
  return { intact, sealedEvents, seals, waiting, head };
}

/** Returns the number and the digest of the rows of a tenant's table, read from the database. */
export async function contentOf(
  connection: Connection,
  tenantId: number,
  table: ArchivedTable,
  vault: Ports["vault"],
): Promise<{ rows: number; sha256: string }> {
  const digest = lineDigest();
  let rows = 0;
  for await (const page of pagesOf(connection, tenantId, table, vault)) {
    for (const cells of page) digest.add(JSON.stringify(cells));
    rows += page.length;
  }
  return { rows, sha256: digest.end() };
}
