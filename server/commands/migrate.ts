import { readConfig } from "../edge/config";
import { openDatabase } from "../store/database";
import { describeClash, describeRepair, migrateDatabase } from "../store/migrate";

/**
 * `npm run db:migrate`: updates the database without starting the server. The server also updates the
 * database at its start.
 */
async function main() {
  const config = readConfig();
  const database = await openDatabase({ url: config.DATABASE_URL, directory: config.DATA_DIR, poolSize: 1 });
  const { repairs, clashes } = await migrateDatabase(database, config.SORT_LANGUAGE);
  await database.close();
  for (const repair of repairs) console.log(describeRepair(repair));
  for (const clash of clashes) console.log(describeClash(clash));
  console.log("The database is up to date.");
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exit(1);
});
