// `npm run unsteady`: lowers the numbers in lib/unsteady.json to what the tests still have. Never raises one.
import { readFile, writeFile } from "node:fs/promises";
import { root, script } from "./lib/run.mjs";
import { unsteadyTests } from "./lib/unsteady.mjs";

await script(async () => {
  const list = new URL("lib/unsteady.json", import.meta.url);
  const listed = JSON.parse(await readFile(list, "utf8"));
  const found = await unsteadyTests(root);
  const lower = Object.entries(listed)
    .map(([file, count]) => [file, Math.min(count, found[file] ?? 0)])
    .filter(([, count]) => count > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  await writeFile(list, `${JSON.stringify(Object.fromEntries(lower), null, 2)}\n`);
});
