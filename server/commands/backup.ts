import path from "node:path";
import { readConfig } from "../edge/config";
import { backUpEmbedded } from "../store/backup";

const usage = `usage: node dist/commands/backup.js <directory> [--with-key]
  Copies the embedded database of DATA_DIR to a new directory, also while the server runs, and checks the copy.
  --with-key copies the encryption key, too. Store such a copy like the key itself.`;

function argumentsOf(given: string[]) {
  const withKey = given.includes("--with-key");
  const [directory, ...more] = given.filter((argument) => argument !== "--with-key");
  if (!directory || more.length > 0 || directory.startsWith("-")) throw new Error(usage);
  return { to: path.resolve(directory), withKey };
}

async function main() {
  const { to, withKey } = argumentsOf(process.argv.slice(2));
  const config = readConfig();
  if (config.DATABASE_URL !== undefined)
    throw new Error("The server uses PostgreSQL (DATABASE_URL). Use pg_dump: see docs/operations.md.");
  const { counts, bytes, heldMs, wasRunning } = await backUpEmbedded({ from: config.DATA_DIR, to, withKey });
  const held = wasRunning ? ` Statements waited for ${heldMs} ms.` : "";
  console.log(`Copied ${Math.ceil(bytes / 1024 / 1024)} MB to ${to}.${held}`);
  console.log(
    `The copy starts, with ${counts.organizations} organizations, ${counts.users} users and ${counts.events} events.`,
  );
  if (!withKey) console.log("The copy does not contain the encryption key. Store the key in another place.");
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exit(1);
});
