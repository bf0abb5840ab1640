import { readFile } from "node:fs/promises";
import path from "node:path";
import { Failure, root, run } from "./run.mjs";

/** @typedef {{ packages?: Record<string, { version?: string, optional?: boolean, link?: boolean }> }} Lock */

/**
 * Whether what is installed is what the lock file asks for. npm writes node_modules/.package-lock.json when an
 * install is complete, so it is a stamp that also knows installs made by hand. Optional packages (those of other
 * platforms) may be missing.
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

export async function needsInstall() {
  try {
    return !isInstalled(
      await readLock("package-lock.json"),
      await readLock("node_modules/.package-lock.json"),
    );
  } catch {
    return true;
  }
}

/** Installs the dependencies unless they are there; tells which it was. */
export async function ensureInstalled() {
  if (!(await needsInstall())) return "up to date";
  // NODE_ENV=production would leave out what the build needs.
  const { code, output } = await run("npm", ["ci", "--include=dev"], { quiet: true });
  if (code !== 0) throw new Failure(`npm ci failed:\n${output}`);
  return "installed";
}
