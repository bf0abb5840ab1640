import { readConfig } from "../edge/config";
import { verifySummaries } from "../outbox/summaries/worker";
import { openDatabase } from "../store/database";

const usage = `usage: node dist/commands/verify-summaries.js [<slug> …]
  Compares the summaries of these organizations, or of all, with a count of their users, sign-ins and sessions, and corrects them.`;

/** Verifies one organization after the other. Returns true if every summary was right. */
async function main() {
  const slugs = process.argv.slice(2);
  if (slugs.some((slug) => slug.startsWith("-"))) throw new Error(usage);
  const config = readConfig();
  const database = await openDatabase({ url: config.DATABASE_URL, directory: config.DATA_DIR, poolSize: 1 });
  try {
    const tenants = await database.sql<{ id: string; slug: string }[]>`
      select id, slug from tenants where ${slugs.length === 0} or slug = any(${slugs}::text[]) order by id`;
    const missing = slugs.filter((slug) => !tenants.some((tenant) => tenant.slug === slug));
    if (missing.length > 0) throw new Error(`There is no organization ${missing.join(", ")}.`);
    let right = true;
    for (const { id, slug } of tenants) {
      const corrected = await verifySummaries(database.sql, Number(id));
      const wrong = Object.entries(corrected).filter(([, rows]) => rows > 0);
      right &&= wrong.length === 0;
      const found = wrong.map(([summary, rows]) => `${rows} rows of ${summary} corrected`).join(", ");
      console.log(`${slug}: ${found || "right"}`);
    }
    return right;
  } finally {
    await database.close();
  }
}

main().then(
  (right) => {
    process.exitCode = right ? 0 : 2;
  },
  (error: unknown) => {
    console.error((error as Error).message);
    process.exit(1);
  },
);
