// `npm run bench:faults`: measures the promises of docs/reliability.md. Exits with 1 if one is broken.
//
//   scripts/with-postgres.sh node bench/faults.mjs [--only=crash,kill,restart,idempotency,webhooks,disk]
import { spawnSync } from "node:child_process";
import { killAndStart } from "./faults/kill.mjs";
import { fullDisk } from "./faults/disk.mjs";
import { idempotency } from "./faults/idempotency.mjs";
import { restart } from "./faults/restart.mjs";
import { webhookOrder } from "./faults/webhooks.mjs";
import { say, wanted } from "./lib/report.mjs";
import { root } from "./lib/server.mjs";
import { endWhatIsLeft } from "./lib/started.mjs";

/** Kills under write load, on both databases. The script prints its own lines. */
function crash() {
  let failed = 0;
  for (const address of [process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL, ""]) {
    const env = { ...process.env, BENCH_DATABASE_URL: address, TEST_DATABASE_URL: address };
    if (address === "") {
      delete env.BENCH_DATABASE_URL;
      delete env.TEST_DATABASE_URL;
    }
    const options = { cwd: root, env, stdio: /** @type {const} */ ("inherit") };
    if (spawnSync(process.execPath, ["bench/crash.mjs", "--rounds=3"], options).status !== 0) failed++;
  }
  return {
    failed,
    line: `kills under load on both databases: ${failed === 0 ? "nothing lost" : "see above"}`,
  };
}

const faults = { crash, kill: killAndStart, restart, idempotency, webhooks: webhookOrder, disk: fullDisk };

let failed = false;
for (const [name, fault] of Object.entries(faults)) {
  if (!wanted(name)) continue;
  try {
    const outcome = await fault();
    say(`${outcome.failed === 0 ? "kept  " : "BROKEN"} ${name}: ${outcome.line}`);
    failed ||= outcome.failed > 0;
  } catch (error) {
    say(`BROKEN ${name}: ${error instanceof Error ? error.stack : String(error)}`);
    failed = true;
  }
  await endWhatIsLeft();
}
process.exit(failed ? 1 : 0);
