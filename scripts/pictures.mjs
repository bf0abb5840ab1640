// `npm run pictures`: takes a picture of each page of the console in both themes and at two widths, and
// writes an overview page: pictures/index.html. `-- --grep "dark, 390"` takes a part. Arguments go to
// Playwright.
import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { build, isBuilt } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { overview } from "./lib/pictures.mjs";
import { requireSupportedNode, root, runBin, script, step } from "./lib/run.mjs";

const folder = path.join(root, "pictures");

await script(async () => {
  requireSupportedNode();
  await step("Installing dependencies", ensureInstalled);
  if (!(await isBuilt())) await build();
  await mkdir(folder, { recursive: true });
  // Keeps earlier pictures if only a part is taken again.
  const { code } = await runBin("playwright", ["test", "e2e/accessibility", ...process.argv.slice(2)], {
    env: { SCREENSHOTS: folder, CHROMIUM_PATH: await ensureChromium() },
  });
  const { html, count } = overview(await readdir(folder));
  const index = path.join(folder, "index.html");
  await writeFile(index, html);
  console.log(`${count} pictures: ${index}`);
  return code;
});
