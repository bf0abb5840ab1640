import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { createHash } from "node:crypto";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { openDatabase, type Database } from "@/server/store/database";
import { migrateDatabase } from "@/server/store/migrate";
import { requireIntactChains } from "./chain";
import { copyTemplate, createOnServer, createTemplate } from "./postgres-databases";

/** The databases at hand: always the embedded one, and PostgreSQL if TEST_DATABASE_URL names a server. */
export const everyDatabaseKind: Database["kind"][] = process.env["TEST_DATABASE_URL"]
  ? ["pglite", "postgres"]
  : ["pglite"];

/** The database of most suites. What the store promises on both is proved by the suites of `everyDatabaseKind`. */
export const databaseKind = everyDatabaseKind.at(-1)!;

/** The databases of a suite that needs one: all of them with TEST_DATABASES=every (`npm run test:all`). */
export const databaseKinds = process.env["TEST_DATABASES"] === "every" ? everyDatabaseKind : [databaseKind];

/** Forms of connections to PostgreSQL: with TLS if the server of the tests has it (scripts/with-postgres.sh). */
export type ConnectionKind = "plain" | "TLS";
export const connectionKinds: ConnectionKind[] = process.env["TEST_DATABASE_CERTIFICATE"]
  ? ["plain", "TLS"]
  : ["plain"];

/** Returns the address with the parameters of this form. With TLS, the certificate is verified. */
export function addressWith(address: string | URL, connection: ConnectionKind): string {
  const url = new URL(address);
  if (connection === "TLS") {
    url.searchParams.set("sslmode", "verify-full");
    url.searchParams.set("sslrootcert", process.env["TEST_DATABASE_CERTIFICATE"]!);
  }
  return url.toString();
}

export interface SentStatement {
  text: string;
  parameters: unknown[];
}

export interface TestDatabase extends Database {
  /** Returns every statement since its last call. */
  takeStatements(): string[];
  /** The same with the parameters of each statement. */
  takeSent(): SentStatement[];
  /** Address of a PostgreSQL database, for a second instance. */
  url: string | undefined;
  /**
   * Declares that the suite writes to audit log or outbox directly. Its chains are not verified at the end.
   */
  tampers(): void;
}

/**
 * Creates a migrated database of this kind. The suite closes it. `close` verifies the audit chains of all
 * organizations, and throws if one is not intact.
 */
export async function freshDatabase(
  kind: Database["kind"],
  connection: ConnectionKind = "plain",
  source: DatabaseSource = migrated,
): Promise<TestDatabase> {
  const database = await openFresh(kind, connection, source);
  let tampered = false;
  const close = async () => {
    try {
      if (!tampered && (await answers(database))) await requireIntactChains(database);
    } finally {
      await database.close();
    }
  };
  return { ...database, tampers: () => void (tampered = true), close: onlyOnce(close) };
}

/** Returns true if the database still answers. */
const answers = ({ sql }: Database) =>
  sql`select 1`.then(
    () => true,
    () => false,
  );

function onlyOnce(close: () => Promise<void>) {
  let closed: Promise<void> | null = null;
  return () => (closed ??= close());
}

/** What a new database is a copy of: an embedded database as bytes, or a template on the server. */
export interface DatabaseSource {
  snapshot: () => Promise<Buffer>;
  template: () => Promise<string>;
}

const migrated: DatabaseSource = { snapshot: migratedSnapshot, template: migratedTemplate };

async function openFresh(
  kind: Database["kind"],
  connection: ConnectionKind,
  source: DatabaseSource,
): Promise<Omit<TestDatabase, "tampers">> {
  const statements: SentStatement[] = [];
  const onStatement = (text: string, parameters: unknown[]) =>
    void statements.push({ text: text.trim(), parameters });
  const takeSent = () => statements.splice(0);
  const takeStatements = () => takeSent().map(({ text }) => text);
  if (kind === "pglite") {
    const database = await openDatabase({
      directory: null,
      snapshot: await source.snapshot(),
      poolSize: 1,
      onStatement,
    });
    return { ...database, takeStatements, takeSent, url: undefined };
  }
  const created = await copyTemplate(await source.template());
  const { drop } = created;
  const url = addressWith(created.url, connection);
  const database = await openDatabase({ url, directory: null, poolSize: 8, onStatement });
  return {
    ...database,
    takeStatements,
    takeSent,
    url,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/** Returns the name of an empty, migrated database on the server. It is created once for each state of the migrations, and stays. */
export function migratedTemplate(): Promise<string> {
  return createTemplate(`castellan_template_${migrationsDigest()}`, async (url) => {
    const database = await openDatabase({ url, directory: null, poolSize: 1 });
    await migrateDatabase(database);
    await database.close();
  });
}

/**
 * Creates a database with only the migrations before this number, like an older version. The suite closes it.
 */
export async function databaseBefore(kind: Database["kind"], migration: number): Promise<Database> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "castellan-migrations-"));
  cpSync(migrations, folder, { recursive: true });
  const journal = path.join(folder, "meta", "_journal.json");
  const all = JSON.parse(readFileSync(journal, "utf8")) as { entries: { idx: number }[] };
  const entries = all.entries.filter(({ idx }) => idx < migration);
  writeFileSync(journal, JSON.stringify({ ...all, entries }));
  const own = kind === "pglite" ? null : await createOnServer();
  const database = await openDatabase({
    url: own?.url,
    directory: null,
    poolSize: kind === "pglite" ? 1 : 8,
  });
  const sql = database.connectOne();
  await migrate(drizzle(sql), { migrationsFolder: folder });
  await sql.end();
  rmSync(folder, { recursive: true });
  return {
    ...database,
    close: async () => {
      await database.close();
      await own?.drop();
    },
  };
}

const migrations = path.join(process.cwd(), "db", "migrations");
const cache = path.join(process.cwd(), "node_modules", ".cache", "castellan");

/**
 * Returns an empty, migrated embedded database as bytes. It is built once for each state of the migrations,
 * and starts faster.
 */
async function migratedSnapshot(): Promise<Buffer> {
  const file = path.join(cache, `schema-${migrationsDigest()}.tar`);
  if (!existsSync(file)) {
    const database = await openDatabase({ directory: null, poolSize: 1 });
    await migrateDatabase(database);
    const bytes = await database.snapshot!();
    await database.close();
    mkdirSync(cache, { recursive: true });
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, bytes);
    renameSync(temporary, file);
  }
  return readFileSync(file);
}

/** Returns a digest of all migrations. */
function migrationsDigest(): string {
  const digest = createHash("sha256");
  const files = readdirSync(migrations).filter((name) => name.endsWith(".sql"));
  for (const file of files.sort()) digest.update(readFileSync(path.join(migrations, file)));
  return digest.digest("hex").slice(0, 16);
}
