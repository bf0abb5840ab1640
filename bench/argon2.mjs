// `node bench/argon2.mjs`: prints the processor time of argon2id at several costs on this machine, for the setting PASSWORD_COST. The
// default is m=19456, t=2. Runs one hash at a time and measures processor time, because the clock includes other processes.
import { hash } from "@node-rs/argon2";

const ROUNDS = 9;

/**
 * Returns the median processor time of one hash in milliseconds.
 * @param {import("@node-rs/argon2").Options} cost
 */
async function costOf(cost) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    await hash("correct horse battery staple", cost);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
}

await costOf({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
for (const memoryCost of [19_456, 32_768, 47_104, 65_536]) {
  for (const timeCost of [1, 2, 3, 4, 5, 6]) {
    const ms = await costOf({ memoryCost, timeCost, parallelism: 1 });
    console.log(
      `m=${String(memoryCost).padStart(6)} KiB  t=${timeCost}  p=1  ${ms.toFixed(0).padStart(5)} ms`,
    );
  }
}
