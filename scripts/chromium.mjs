// Finds or installs a Chromium for the browser tests.
import { accessSync, constants, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Failure, run, runBin, script } from "./lib/run.mjs";

const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const cachedBinaries = [
  "chrome-linux64/chrome",
  "chrome-linux/chrome",
  "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
  "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
  "chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
];

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} folder */
function listFolder(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns the folder of Playwright's browsers. @param {NodeJS.ProcessEnv} env */
function playwrightCache(env) {
  // "0" selects node_modules, which contains no browser here.
  if (env.PLAYWRIGHT_BROWSERS_PATH && env.PLAYWRIGHT_BROWSERS_PATH !== "0")
    return env.PLAYWRIGHT_BROWSERS_PATH;
  const home = env.HOME ?? os.homedir();
  return process.platform === "darwin"
    ? path.join(home, "Library/Caches/ms-playwright")
    : path.join(env.XDG_CACHE_HOME ?? path.join(home, ".cache"), "ms-playwright");
}

/**
 * Returns the possible paths, best first: CHROMIUM_PATH, the system's, Playwright's newest.
 * @param {NodeJS.ProcessEnv} env
 * @param {(folder: string) => string[]} list
 */
export function chromiumCandidates(env, list = listFolder) {
  const onPath = names.flatMap((name) =>
    (env.PATH ?? "")
      .split(path.delimiter)
      .filter(Boolean)
      .map((folder) => path.join(folder, name)),
  );
  const cache = playwrightCache(env);
  const cached = list(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
    .flatMap((name) => cachedBinaries.map((binary) => path.join(cache, name, binary)));
  return [...onPath, ...cached];
}

/**
 * Returns the path of a Chromium, or null if this machine has none.
 * @param {{ env?: NodeJS.ProcessEnv, exists?: (file: string) => boolean, list?: (folder: string) => string[] }} [machine]
 */
export function findChromium({ env = process.env, exists = isExecutable, list = listFolder } = {}) {
  if (env.CHROMIUM_PATH) {
    // A wrong path is an error. Another browser must not replace it.
    if (exists(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new Failure(`CHROMIUM_PATH names ${env.CHROMIUM_PATH}, which is not an executable file.`);
  }
  return chromiumCandidates(env, list).find(exists) ?? null;
}

/** Finds a Chromium. If there is none, installs one through Playwright, or from Debian as root. */
export async function ensureChromium() {
  let found = findChromium();
  if (found) return found;
  console.log("No Chromium here; trying to install one through Playwright.");
  await runBin("playwright", ["install", "chromium"], { quiet: true, timeout: 300_000 });
  found = findChromium();
  if (!found && process.getuid?.() === 0) {
    console.log("Playwright could not; trying apt-get install chromium.");
    const options = { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } };
    await run("apt-get", ["update"], options);
    await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], options);
    found = findChromium();
  }
  if (!found) {
    throw new Failure(
      "The browser tests need Chromium: install your system's (Debian: apt-get install chromium), or run `node_modules/.bin/playwright install chromium`, or set CHROMIUM_PATH.",
    );
  }
  return found;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await script(async () => console.log(await ensureChromium()));
}
