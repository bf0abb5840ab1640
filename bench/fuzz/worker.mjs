// The loop of one target. Mutates an input of the pool, runs it, and keeps it if it reaches new code.
import { parentPort, workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";
import { coverage } from "./coverage.mjs";
import { mutator } from "./mutate.mjs";

// A thread does not inherit the options of its process.
register();
// Silences the messages of libraries for hostile inputs.
console.warn = console.error = () => {};
const { target: name, seeds, seconds, seed, watched } = workerData;
const { target } = await import(`./targets/${name}.ts`);
const [head, body] = [new Int32Array(watched, 0, 2), Buffer.from(watched, 8)];

/** Number of inputs between two coverage checks: a check costs as much as many inputs. */
const BATCH = 200;
const MOST_KEPT = 2_000;
const MOST_FAILURES = 20;
const pool = [...(target.seeds ?? []), ...seeds];
const limit = target.limitMs ?? 250;
const { mutated } = mutator({
  seed,
  words: target.words ?? [],
  json: target.json ?? false,
  longest: target.longest ?? 8_192,
});
const reached = await coverage();
const known = new Set();
let [runs, kept, slowest] = [0, 0, 0];

async function timed(input) {
  const began = performance.now();
  await target.run(input);
  return performance.now() - began;
}

async function once(input) {
  const length = Math.min(body.length, Buffer.byteLength(input));
  body.write(input);
  Atomics.store(head, 1, length);
  Atomics.add(head, 0, 1);
  runs += 1;
  try {
    let took = await timed(input);
    // Takes the fastest of three runs, so that load on the machine is not counted.
    for (let again = 0; took > limit && again < 2; again++) took = Math.min(took, await timed(input));
    slowest = Math.max(slowest, took);
    if (took > limit) failed(input, `takes ${Math.round(took)} ms`);
  } catch (error) {
    failed(
      input,
      error instanceof Error
        ? `${error.name}: ${error.message.slice(0, 300)}\n${error.stack?.split("\n").slice(1, 4).join("\n")}`
        : String(error),
    );
  }
}

function failed(input, why) {
  // Several inputs with the same failure count once.
  const kind = why.replace(/\d+/g, "0").slice(0, 160);
  if (known.has(kind) || known.size >= MOST_FAILURES) return;
  known.add(kind);
  parentPort.postMessage({ kind: "failure", why, input });
}

for (const input of pool) await once(input);
await reached();
const end = Date.now() + seconds * 1_000;
while (Date.now() < end && known.size < MOST_FAILURES) {
  const batch = Array.from({ length: BATCH }, () => mutated(pool));
  for (const input of batch) {
    await once(input);
    if (Date.now() >= end) break;
  }
  if (!(await reached()) || pool.length > MOST_KEPT) continue;
  // Runs the batch again to find the input that reached new code.
  reached.forget();
  for (const input of batch) {
    await once(input);
    if (!(await reached())) continue;
    kept += 1;
    pool.push(input);
    parentPort.postMessage({ kind: "new", input });
  }
}
parentPort.postMessage({ kind: "done", runs, kept, slowest: Math.round(slowest) });
process.exit(0);
