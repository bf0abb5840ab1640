import { openKeyRing } from "../auth/oidc/keys";
import { readConfig } from "../config";
import { createVault, readMasterKey } from "../ports/vault";
import { openDatabase } from "../store/database";

/** Creates a new signing key for tokens. Running servers use it within 30 seconds. */
async function main() {
  const config = readConfig();
  const database = await openDatabase({ url: config.DATABASE_URL, directory: config.DATA_DIR, poolSize: 1 });
  const keys = await openKeyRing(database, createVault(readMasterKey(config)));
  const { kid } = await keys.rotate();
  await database.close();
  console.log(`Tokens are signed with the key ${kid} from now on.`);
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exit(1);
});
