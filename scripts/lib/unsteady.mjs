// Finds what makes tests depend on the speed of the machine: fixed waits and measured time.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** The limits of Playwright's tests are set by `test.setTimeout`, which does not wait. */
const TIMER = /(?<!\btest\.|\btestInfo\.|[\w$])setTimeout\(/g;
const patterns = [
  /\bperformance\.now\b/g,
  /\btimers\/promises\b/g,
  /\bwaitForTimeout\b/g,
  /\bnetworkidle\b/g,
  // The current time as a measure: what elapsed since, what remains until, and what a matcher expects.
  // oxlint-disable-next-line castellan/linear-regexp -- reads lines of the tests
  /(?<!new Date\()\bDate\.now\(\) - (?=[A-Za-z])|[\w)\]] - Date\.now\(\)|\.to[A-Z]\w*\([^;\n]*\bDate\.now\(\)/g,
];
const isComment = (line) => /^\s*(?:\/\/|\/?\*)/.test(line);

/** Returns the number of waits and measures in the source of a test. */
export function unsteadyPlaces(text) {
  const code = text
    .split("\n")
    .filter((line) => !isComment(line))
    .join("\n");
  // Fake timers wait for the test, not the test for them.
  const counted = code.includes("vi.useFakeTimers(") ? patterns : [...patterns, TIMER];
  return counted.reduce((sum, pattern) => sum + [...code.matchAll(pattern)].length, 0);
}

/** Tells whether the rule holds for a file. Long tests may wait and measure. */
export const mustBeSteady = (file) =>
  /\.test\.(?:ts|tsx|mjs)$|\.e2e\.ts$/.test(file) && !/\.long\.test\./.test(file);

const roots = ["app", "components", "db", "e2e", "scripts", "server"];
/** Returns the number of places by file, sorted. @param {string} root @returns {Promise<Record<string, number>>} */
export async function unsteadyTests(root) {
  const found = [];
  for (const folder of roots) {
    for (const name of await readdir(path.join(root, folder), { recursive: true })) {
      const file = `${folder}/${name.split(path.sep).join("/")}`;
      if (!mustBeSteady(file)) continue;
      const count = unsteadyPlaces(await readFile(path.join(root, file), "utf8"));
      if (count > 0) found.push([file, count]);
    }
  }
  return Object.fromEntries(found.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns what differs from the listed exceptions, which may only become fewer. */
export const changesOf = (listed, found) =>
  [...new Set([...Object.keys(listed), ...Object.keys(found)])].sort().flatMap((file) => {
    const [allowed, count] = [listed[file] ?? 0, found[file] ?? 0];
    if (count > allowed)
      return [
        `${file}: ${count} fixed waits or measured times, ${allowed} allowed: wait for the event, count the work`,
      ];
    return count < allowed ? [`${file}: lower the number to ${count}: npm run unsteady`] : [];
  });
