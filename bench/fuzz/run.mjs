// `npm run fuzz`: runs hostile inputs on the parsers of untrusted texts, for a set time and outside of `npm
// test`.
//
//   npm run fuzz -- --seconds 60 --only=scim-filter,saml --seed 1
//
// Mutates the inputs of the corpus (bench/fuzz/corpus/<target>). Keeps inputs that reach new code during the
// run, and writes them to the corpus with --keep. Writes failing inputs to
// bench/fuzz/corpus/<target>/crash-…, so that every later run starts with them. A target fails by an
// unexpected error, by its own oracle, or by its time limit.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import path from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    only: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    keep: { type: "boolean", default: false },
  },
});
const here = import.meta.dirname;
const corpusOf = (target) => path.join(here, "corpus", target);
const all = readdirSync(path.join(here, "targets"))
  .filter((file) => file.endsWith(".ts") && file !== "target.ts")
  .map((file) => file.slice(0, -3));
const wanted = values.only?.split(",") ?? all;
for (const name of wanted)
  if (!all.includes(name)) throw new Error(`There is no target ${name}: ${all.join(", ")}`);

/**
 * INPUT_BYTES is the maximum size of an input that the watch can record, in bytes. ENDLESS_MS is the time without progress in
 * milliseconds after which an input counts as endless.
 */
const INPUT_BYTES = 1 << 20;
const ENDLESS_MS = 20_000;

function save(target, prefix, input) {
  const name = `${prefix}-${createHash("sha256").update(input).digest("hex").slice(0, 12)}`;
  // Half of a surrogate pair has no encoding in UTF-8.
  const isText = Buffer.from(input).toString() === input;
  const file = path.join(corpusOf(target), isText ? name : `${name}${ESCAPED}`);
  mkdirSync(corpusOf(target), { recursive: true });
  writeFileSync(file, isText ? input : JSON.stringify(input));
  return path.relative(process.cwd(), file);
}

/** Ending of files that contain a text as a JSON string. */
const ESCAPED = ".escaped";

function load(target, file) {
  const text = readFileSync(path.join(corpusOf(target), file), "utf8");
  return file.endsWith(ESCAPED) ? JSON.parse(text) : text;
}

/** Runs one target in its own thread. Stops the thread if an input does not end. */
function fuzz(target) {
  const seeds = readdirSync(corpusOf(target)).map((file) => load(target, file));
  // Number, length and bytes of the current input.
  const watched = new SharedArrayBuffer(8 + INPUT_BYTES);
  const [head, body] = [new Int32Array(watched, 0, 2), Buffer.from(watched, 8)];
  const seconds = Number(values.seconds);
  return new Promise((resolve) => {
    const worker = new Worker(path.join(here, "worker.mjs"), {
      workerData: { target, seeds, seconds, seed: Number(values.seed), watched },
    });
    let last = { number: -1, since: Date.now() };
    const watch = setInterval(() => {
      const number = Atomics.load(head, 0);
      if (number !== last.number || number === 0) last = { number, since: Date.now() };
      if (Date.now() - last.since < ENDLESS_MS) return;
      const input = body.subarray(0, Atomics.load(head, 1)).toString("utf8");
      console.log(`  endless: ${save(target, "crash-endless", input)}`);
      end(1);
      void worker.terminate();
    }, 500);
    let failures = 0;
    const end = (more = 0) => {
      clearInterval(watch);
      resolve(failures + more);
    };
    worker.on("message", (message) => {
      if (message.kind === "failure") {
        failures += 1;
        console.log(`  ${message.why}: ${save(target, "crash", message.input)}`);
      } else if (message.kind === "new") {
        if (values.keep) save(target, "kept", message.input);
      } else
        console.log(
          `${target}: ${message.runs} inputs, ${message.kept} reach something new, slowest ${message.slowest} ms`,
        );
    });
    worker.on("error", (error) => {
      console.log(`  the thread ended: ${error.stack}`);
      end(1);
    });
    worker.on("exit", () => end());
  });
}

let failures = 0;
// Runs the targets one after the other, because they measure time.
for (const target of wanted) failures += await fuzz(target);
console.log(failures === 0 ? "Nothing failed." : `${failures} inputs failed.`);
process.exit(failures === 0 ? 0 : 1);
