import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { readConfig } from "../edge/config";
import type { ChainHead } from "../domain/audit/audit.schema";
import { verifyAuditChain } from "../domain/audit/verify";
import { openDatabase } from "../store/database";
import { createStores } from "../store/stores";

const usage = `usage: node dist/commands/verify-audit.js [--heads <file>] [<slug> …]
  Verifies the chain over the audit log of these organizations, or of all. The file keeps where each chain ended, so that the
  next run sees also when the end of a log was cut off; keep it where who can write to the database cannot.`;

type Heads = Record<string, ChainHead>;

function argumentsOf([...given]: string[]) {
  const at = given.indexOf("--heads");
  const [, file] = at === -1 ? [] : given.splice(at, 2);
  if ((at !== -1 && !file) || given.some((argument) => argument.startsWith("-"))) throw new Error(usage);
  return { file: file ?? null, slugs: given };
}

/** Verifies one organization after the other. Returns true if every log is intact. */
async function main() {
  const { file, slugs } = argumentsOf(process.argv.slice(2));
  const heads: Heads = file && existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Heads) : {};
  const config = readConfig();
  const database = await openDatabase({ url: config.DATABASE_URL, directory: config.DATA_DIR, poolSize: 1 });
  let intact = true;
  try {
    const tenants = await database.sql<{ id: string; slug: string }[]>`
      select id, slug from tenants where ${slugs.length === 0} or slug = any(${slugs}::text[]) order by id`;
    const missing = slugs.filter((slug) => !tenants.some((tenant) => tenant.slug === slug));
    if (missing.length > 0) throw new Error(`There is no organization ${missing.join(", ")}.`);
    const stores = createStores(database, { cost: "job" });
    for (const { id, slug } of tenants) {
      const store = stores.tenant(Number(id));
      const verdict = await verifyAuditChain((work) => store.read(work), heads[id]);
      const { sealedEvents, seals, waiting } = verdict;
      console.log(
        `${slug}: ${verdict.intact ? "intact" : "NOT INTACT"}, ${sealedEvents} events in ${seals} seals, ${waiting} waiting`,
      );
      for (const problem of verdict.problems) console.log(`  ${problem}`);
      // Does not replace a known head if the log does not match it.
      if (verdict.intact && verdict.head) heads[id] = verdict.head;
      intact &&= verdict.intact;
    }
  } finally {
    await database.close();
  }
  if (file) {
    writeFileSync(`${file}.new`, `${JSON.stringify(heads, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  process.exitCode = intact ? 0 : 2;
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exit(1);
});
