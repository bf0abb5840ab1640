import { randomBytes } from "node:crypto";
import { createMarks } from "@/server/archive/format";
import { restoreTenant } from "@/server/archive/restore";
import { createVault } from "@/server/ports/vault";
import { openDatabase } from "@/server/store/database";

/* A process that restores an archive, for tests that kill it: <address or directory of the database> <file> <secret key>. */

const [place, file, identity] = process.argv.slice(2);
const masterKey = randomBytes(32);
const database = await openDatabase(
  place!.startsWith("/") ? { directory: place!, poolSize: 1 } : { url: place!, directory: null, poolSize: 1 },
);
process.stdout.write("begun\n");
await restoreTenant({
  database,
  vault: createVault(masterKey),
  marks: createMarks(masterKey),
  baseUrl: "https://target.example",
  file: file!,
  identities: [identity!],
  by: "Command line",
});
// The test ends the process before. This line shows that it was too late.
process.stderr.write("the restore was complete before the end of the process\n");
await database.close();
