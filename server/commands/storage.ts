import { readFileSync } from "node:fs";
import path from "node:path";
import { version } from "../../package.json";
import { archiveTenant } from "../archive/archive";
import { identitiesIn } from "../archive/age";
import { type Chain, createMarks } from "../archive/format";
import { restoreTenant } from "../archive/restore";
import type { RestoreNotes } from "../archive/restored-rows";
import { readConfig } from "../edge/config";
import { createVault, readMasterKey } from "../ports/vault";
import { openDatabase } from "../store/database";
import { migrateDatabase } from "../store/migrate";

const usage = `usage: node dist/commands/storage.js archive <organization> --to <file> --recipient <age public key> …
       node dist/commands/storage.js restore <file> --identity <key file> [--slug <new slug>]
  archive writes an organization to a new file that only the keys of the recipients can decrypt (age-keygen creates one).
  restore creates the organization of an archive. It never changes an existing one: --slug gives it another name beside it.
  With the embedded database, stop the server before.`;

/** Returns the values of the options, and the other arguments. Throws for an unknown option. */
function argumentsOf(given: string[], known: string[]) {
  const options = new Map<string, string[]>();
  const others: string[] = [];
  for (let at = 0; at < given.length; at += 1) {
    const argument = given[at]!;
    if (!argument.startsWith("--")) others.push(argument);
    else {
      const value = given[(at += 1)];
      if (!known.includes(argument) || value === undefined || value.startsWith("--")) throw new Error(usage);
      options.set(argument, [...(options.get(argument) ?? []), value]);
    }
  }
  const one = (name: string) => {
    const values = options.get(name) ?? [];
    if (values.length > 1) throw new Error(usage);
    return values[0];
  };
  if (others.length !== 1) throw new Error(usage);
  return { subject: others[0]!, one, all: (name: string) => options.get(name) ?? [] };
}

async function withInstallation<T>(
  work: (installation: {
    database: Awaited<ReturnType<typeof openDatabase>>;
    vault: ReturnType<typeof createVault>;
    marks: ReturnType<typeof createMarks>;
    baseUrl: string;
    by: "Command line";
  }) => Promise<T>,
  { migrate }: { migrate: boolean },
): Promise<T> {
  const config = readConfig();
  const database = await openDatabase({ url: config.DATABASE_URL, directory: config.DATA_DIR, poolSize: 2 });
  try {
    if (migrate) await migrateDatabase(database, config.SORT_LANGUAGE);
    const masterKey = readMasterKey(config);
    return await work({
      database,
      vault: createVault(masterKey),
      marks: createMarks(masterKey),
      baseUrl: config.BASE_URL,
      by: "Command line",
    });
  } finally {
    await database.close();
  }
}

const outlined = ({ intact, sealedEvents, waiting }: Chain) =>
  `The audit log is ${intact ? "intact" : "NOT INTACT"}: ${sealedEvents} sealed events, ${waiting} waiting.`;

async function archive(given: string[]) {
  const { subject: slug, one, all } = argumentsOf(given, ["--to", "--recipient"]);
  const [to, recipients] = [one("--to"), all("--recipient")];
  if (to === undefined || recipients.length === 0) throw new Error(usage);
  const file = path.resolve(to);
  const written = await withInstallation(
    (installation) => archiveTenant({ ...installation, slug, to: file, recipients, version }),
    { migrate: false },
  );
  console.log(
    `Archived ${slug}: ${written.rows} rows of ${written.tables} tables, ${written.bytes} bytes in ${file}.`,
  );
  console.log(outlined(written.chain));
  console.log(`Digest of the content: ${written.sha256}`);
}

async function restore(given: string[]) {
  const { subject: file, one } = argumentsOf(given, ["--identity", "--slug"]);
  const keyFile = one("--identity");
  if (keyFile === undefined) throw new Error(usage);
  const identities = identitiesIn(readFileSync(keyFile, "utf8"));
  const { tenant, archived, isOwn, rows, chain, sha256, notes } = await withInstallation(
    (installation) => restoreTenant({ ...installation, file, identities, slug: one("--slug") }),
    { migrate: true },
  );
  console.log(
    `Restored ${archived.slug} of ${archived.createdAt} as ${tenant.slug}, organization ${tenant.id}: ${rows} rows.`,
  );
  console.log("Counts, digests of all tables and the audit log agree with the archive.");
  console.log(outlined(chain));
  console.log(`Digest of the content: ${sha256}`);
  if (!isOwn)
    console.log(
      "Another installation wrote the archive, or another key: compare the digest with that of its owner.",
    );
  for (const line of toDo(notes)) console.log(line);
}

/** Returns lines about what the operator or the organization must do after a restore. */
function toDo({ clientIds, domains, audiences, endedSessions }: RestoreNotes): string[] {
  return [
    `${endedSessions} sessions ended: people and apps sign in again.`,
    ...(clientIds.length > 0
      ? ["The id of the organization was in use. These client ids changed; their secrets stay:"]
      : []),
    ...clientIds.map(({ name, before, after }) => `  ${before} → ${after} (${name})`),
    ...domains.map((domain) => `Verify the domain ${domain} again in the console.`),
    ...audiences.map(
      (audience) => `The API audience ${audience} belongs to another organization: its app has none now.`,
    ),
  ];
}

async function main() {
  const [command, ...given] = process.argv.slice(2);
  if (command === "archive") await archive(given);
  else if (command === "restore") await restore(given);
  else throw new Error(usage);
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exit(1);
});
