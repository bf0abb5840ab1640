// Output of the figures for all suites of the bench.
const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1];
export const quick = process.argv.includes("--quick");
const only = option("only")?.split(",");

/** Returns true if --only names the suite or is absent. @param {string} name */
export const wanted = (name) => !only || only.includes(name);
/** Divisor of the number of rows; larger in a quick run. */
export const scale = quick ? 10 : 1;
/** Duration of a load in seconds. */
export const seconds = quick ? 3 : 6;

export const say = (line = "") => console.log(line);

/**
 * Prints one line of a table.
 * @param {string} name
 * @param {import("./load.mjs").Figures} figures
 * @param {import("./load.mjs").Figures} [base]
 */
export const row = (name, figures, base) =>
  say(
    `  ${name.padEnd(44)} ${String(figures.rate).padStart(7)}/s  p50 ${String(figures.p50).padStart(4)} ms  p99 ${String(figures.p99).padStart(5)} ms` +
      (base ? `  ${Math.round((100 * figures.rate) / base.rate)} % of the baseline` : "") +
      (figures.errors ? `  ${figures.errors} ERRORS` : ""),
  );

/** Measures sequential requests: latencies under light load. */
export async function latencies(paths, base, token, rounds) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    for (const path of paths) {
      const started = performance.now();
      const response = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      times.push(performance.now() - started);
    }
  }
  times.sort((a, b) => a - b);
  const at = (share) =>
    Math.round(10 * times[Math.min(times.length - 1, Math.floor(times.length * share))]) / 10;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** Returns latencies as text. @param {Awaited<ReturnType<typeof latencies>>} figures */
export const shown = ({ p50, p95, p99, max }) => `p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, max ${max} ms`;
