import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** Sources of a build. A changed test or document causes no build. The English catalogue is output of the build. */
export const sources = [
  "app",
  "components",
  "db",
  "public",
  "server",
  "next.config.ts",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "proxy.ts",
  "scripts/build.mjs",
  "scripts/words.mjs",
  "tsconfig.json",
];
const notBuilt = /\.(test|e2e)\.[cm]?[jt]sx?$|\.md$|^\.|^en\.po$/;

/**
 * Returns every file under a path in a fixed order; none if the path does not exist.
 * @param {string} target
 * @returns {Promise<string[]>}
 */
async function filesUnder(target) {
  let entries;
  try {
    entries = await readdir(target, { withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOTDIR") return [target];
    if (error.code === "ENOENT") return [];
    throw error;
  }
  const nested = await Promise.all(
    entries
      .filter((entry) => !notBuilt.test(entry.name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((entry) => filesUnder(path.join(target, entry.name))),
  );
  return nested.flat();
}

/**
 * Returns a hash of names and contents, so that a touch or a checkout is not a change.
 * @param {string} root
 * @param {string[]} [targets]
 */
export async function contentHash(root, targets = sources) {
  const hash = createHash("sha256");
  for (const target of targets) {
    for (const file of await filesUnder(path.join(root, target))) {
      const content = await readFile(file);
      hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}
