import type { Ports } from "../kernel/operation/ports";
import type { SystemLabel } from "../kernel/system-labels";
import { readSettings } from "../platform/settings";
import { isReserved } from "../platform/slug";
import { builderOver, type Connection, type Database } from "../store/database";
import { platformJournal, tenantJournal } from "../store/journal";
import { writeTransaction } from "../store/transaction";
import { decrypted } from "./age";
import { chainOf, contentOf } from "./archive";
import { ArchiveError } from "./errors";
import { type Chain, type Head, lineDigest, type Marks } from "./format";
import { linesOf } from "./lines";
import { type ReadArchive, readArchive } from "./reader";
import { archiveEvent } from "./record";
import { emptyNotes, restored, type RestoreNotes, type Restoring } from "./restored-rows";
import { type Cells, insertRows, sealed, setTextForms } from "./rows";
import { requireSchema } from "./schema-version";
import type { ArchivedTable } from "./tables";
import { freeTenantId, movePast } from "./tenant-id";

export interface RestoreOptions {
  database: Pick<Database, "sql" | "background">;
  vault: Ports["vault"];
  marks: Marks;
  baseUrl: string;
  file: string;
  /** Secret keys of age. */
  identities: readonly string[];
  /** Slug of the restored organization. Default: the archived one. */
  slug?: string | undefined;
  by: SystemLabel;
}

export interface Restore {
  tenant: { id: number; slug: string };
  archived: { id: number; slug: string; createdAt: string };
  /** True if this installation wrote the archive. */
  isOwn: boolean;
  rows: number;
  chain: ReadArchive["chain"];
  sha256: string;
  notes: RestoreNotes;
}

/** A restored table with the content that the database must have. */
interface Expected {
  table: ArchivedTable;
  rows: number;
  digest: ReturnType<typeof lineDigest>;
  highestId: number;
}

/**
 * Restores an organization from an archive, in one transaction: until it commits, no request sees the organization, and an error or the
 * end of the process leaves nothing. Before the commit it reads everything back and compares counts, digests and the audit chain with the
 * archive. Throws an ArchiveError if the archive is not valid or the slug is in use.
 */
export async function restoreTenant(options: RestoreOptions): Promise<Restore> {
  const { database, file, identities } = options;
  await requireSchema(database.background);
  return writeTransaction(
    database.background,
    null,
    async (connection, last) => {
      await setTextForms(connection);
      const restore = new TenantRestore(connection, options);
      const archive = await readArchive(linesOf(decrypted(file, identities)), options.marks, restore);
      await restore.verify(archive);
      const result = restore.result(archive);
      const event = archiveEvent({
        event: "organization_restored",
        by: options.by,
        tenant: result.tenant,
        details: {
          archivedTenant: result.archived.id,
          archivedSlug: result.archived.slug,
          archivedAt: result.archived.createdAt,
          rows: result.rows,
          sha256: result.sha256,
        },
      });
      await tenantJournal(connection, result.tenant.id, last).append(event);
      await platformJournal(builderOver(connection), last).append(event);
      return result;
    },
    { cost: "job" },
  );
}

const outlined = ({ intact, sealedEvents, seals, waiting }: Chain) =>
  `${intact ? "intact" : "not intact"}, ${sealedEvents} events in ${seals} seals, ${waiting} waiting`;

/** Writes the parts of an archive to the database, in a transaction of the caller. */
class TenantRestore {
  private readonly expected: Expected[] = [];
  private restoring: Restoring | null = null;
  private slug = "";

  constructor(
    private readonly connection: Connection,
    private readonly options: RestoreOptions,
  ) {}

  private get facts(): Restoring {
    if (!this.restoring) throw new Error("the archive has no head");
    return this.restoring;
  }

  async begin(head: Head, isOwn: boolean): Promise<void> {
    const { connection } = this;
    this.slug = this.options.slug ?? head.tenant.slug;
    await this.refuseBadSlug();
    const free = await freeTenantId(connection, { id: head.tenant.id, isOwn });
    const [row] = await connection.unsafe<{ id: string; at: string }[]>(
      `insert into tenants (id, slug, status, created_at)
       values (coalesce($1::bigint, nextval('tenants_id_seq')), $2, $3, $4::text::timestamptz)
       on conflict do nothing returning id, clock_timestamp()::timestamptz(3)::text as at`,
      [free, this.slug, head.tenant.status, head.tenant.createdAt],
    );
    if (!row)
      throw new ArchiveError(
        "slug_taken",
        `The organization ${this.slug} exists. A restore never changes an existing organization: choose another slug (--slug).`,
      );
    const to = Number(row.id);
    if (free !== null) await movePast(connection, "tenants", free);
    // For castellan_claim_audience. The role stays that of the owner.
    await connection.unsafe("select set_config('castellan.tenant_id', $1, true)", [String(to)]);
    this.restoring = {
      from: head.tenant.id,
      to,
      at: row.at,
      baseUrl: this.options.baseUrl,
      claimAudience: async (key, host) => {
        const [claim] = await connection.unsafe<{ claimed: boolean }[]>(
          "select castellan_claim_audience($1, $2) as claimed",
          [key, host],
        );
        return claim?.claimed === true;
      },
      notes: emptyNotes(),
    };
  }

  private async refuseBadSlug() {
    const { reservedSlugs } = await readSettings(builderOver(this.connection));
    if (!/^[a-z0-9]{1,46}$/.test(this.slug) || isReserved(this.slug, reservedSlugs))
      throw new ArchiveError(
        "bad_slug",
        `${this.slug} cannot be the slug of an organization: choose another one (--slug) of lower-case letters and digits that is not reserved.`,
      );
  }

  async table(table: ArchivedTable): Promise<void> {
    this.expected.push({ table, rows: 0, digest: lineDigest(), highestId: 0 });
  }

  async rows(table: ArchivedTable, rows: Cells[]): Promise<void> {
    const { vault } = this.options;
    const expected = this.expected.at(-1)!;
    const idAt = table.isNumbered ? table.columns.findIndex(({ name }) => name === "id") : -1;
    const kept: Cells[] = [];
    for (const cells of rows) {
      const row = await restored(table, cells, this.facts);
      expected.digest.add(JSON.stringify(row));
      expected.highestId = Math.max(expected.highestId, Number(row[idAt] ?? 0));
      kept.push(sealed(table, row, vault));
    }
    expected.rows += rows.length;
    await insertRows(this.connection, this.facts.to, table, kept);
  }

  /** Reads the tenant from the database and compares it with the archive. Then moves the sequences past its ids. */
  async verify({ chain }: ReadArchive): Promise<void> {
    const { connection, options } = this;
    const { to } = this.facts;
    for (const { table, rows, digest } of this.expected) {
      const stored = await contentOf(connection, to, table, options.vault);
      if (stored.rows !== rows || stored.sha256 !== digest.end())
        throw new ArchiveError(
          "differs",
          `The restore failed: the database stores ${table.name} differently from the archive (${stored.rows} of ${rows} rows). Its rows are not in the order or form in which Castellan writes them.`,
        );
    }
    const verdict = await chainOf(connection, to);
    if (JSON.stringify(verdict) !== JSON.stringify(chain))
      throw new ArchiveError(
        "differs",
        `The restore failed: the audit log differs from the archived one (${outlined(verdict)} instead of ${outlined(chain)}).`,
      );
    for (const { table, highestId } of this.expected)
      if (highestId > 0) await movePast(connection, table.name, highestId);
  }

  result({ head, isOwn, rows, chain, sha256 }: ReadArchive): Restore {
    return {
      tenant: { id: this.facts.to, slug: this.slug },
      archived: { id: head.tenant.id, slug: head.tenant.slug, createdAt: head.createdAt },
      isOwn,
      rows,
      chain,
      sha256,
      notes: this.facts.notes,
    };
  }
}
