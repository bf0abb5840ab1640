import { readFile } from "node:fs/promises";
import path from "node:path";
import { Failure, root, run } from "./run.mjs";

/** @typedef {{ packages?: Record<string, { version?: string, optional?: boolean, link?: boolean }> }} Lock */

/**
 * Returns true if the installed packages match the lock file. npm writes node_modules/.package-lock.json at
 * the end of an install, so this also covers installs by hand. Optional packages (of other platforms) may be
 * missing.
 * @param {Lock} wanted
 * @param {Lock} installed
 */
export function isInstalled(wanted, installed) {
  return Object.entries(wanted.packages ?? {}).every(([location, entry]) => {
    if (location === "" || entry.link) return true;
    const found = installed.packages?.[location];
    return found ? found.version === entry.version : entry.optional === true;
  });
}

/** @param {string} file @returns {Promise<Lock>} */
const readLock = async (file) => JSON.parse(await readFile(path.join(root, file), "utf8"));

async function needsInstall() {
  try {
    return !isInstalled(
      await readLock("package-lock.json"),
      await readLock("node_modules/.package-lock.json"),
    );
  } catch {
    return true;
  }
}

/** Installs the dependencies if necessary. Returns the result as text. */
export async function ensureInstalled() {
  if (!(await needsInstall())) return "up to date";
  // With NODE_ENV=production, npm would omit packages that the build needs.
  const { code, output } = await run("npm", ["ci", "--include=dev"], { quiet: true });
  if (code !== 0) throw new Failure(`npm ci failed:\n${output}`);
  return "installed";
}
