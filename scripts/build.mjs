// `npm run build`: builds the pages by Next, and the server and the commands by esbuild. With --if-changed,
// does nothing if the sources are the ones of the last build.
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip as gzipCompress } from "node:zlib";
import { Failure, requireSupportedNode, root, runBin, script, step } from "./lib/run.mjs";
import { contentHash } from "./lib/stamp.mjs";
import { extractWords } from "./words.mjs";

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCompress);
const stampFile = path.join(root, "dist", ".stamp");

/** Options of esbuild for the server and the commands, in production and in development. */
export const bundleOptions = {
  absWorkingDir: root,
  alias: { "@": root },
  bundle: true,
  // Dependencies stay in node_modules, because some are native and others read their own files.
  packages: /** @type {const} */ ("external"),
  platform: /** @type {const} */ ("node"),
  format: /** @type {const} */ ("esm"),
  target: "node20",
  sourcemap: true,
  jsx: /** @type {const} */ ("automatic"),
  logLevel: /** @type {const} */ ("warning"),
};

/** Returns the entries of the server and of all commands, by their path under dist. */
export async function entryPoints() {
  const commands = await readdir(path.join(root, "server", "commands")).catch(() => []);
  const entries = commands
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => [`commands/${path.basename(name, ".ts")}`, `server/commands/${name}`]);
  return Object.fromEntries([
    ["main", "server/main.ts"],
    ["pdf-worker", "server/pdf/worker.ts"],
    ["file-worker", "server/files/worker.ts"],
    ["saml-worker", "server/auth/federation/saml/worker.ts"],
    ["tls-worker", "server/ports/tls/worker.ts"],
    ...entries,
  ]);
}

/** Bundles the server and the commands into dist. */
export async function bundle() {
  // Imported here, because this file is also imported before the installation.
  const esbuild = await import("esbuild");
  try {
    await esbuild.build({ ...bundleOptions, entryPoints: await entryPoints(), outdir: "dist" });
  } catch {
    throw new Failure("esbuild could not bundle the server (see above).");
  }
}

/**
 * Compresses the files for browsers in this folder once, by brotli and for all other browsers by gzip, so that the
 * server need not compress them per request (server/edge/built-files.ts).
 */
export async function compressScripts(folder = path.join(root, ".next", "static")) {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    names
      .filter((name) => /\.(js|css|json)$/.test(name))
      .map(async (name) => {
        const file = path.join(folder, name);
        const content = await readFile(file);
        await writeFile(`${file}.br`, await brotli(content));
        await writeFile(`${file}.gz`, await gzip(content, { level: 9 }));
      }),
  );
}

export async function isBuilt() {
  const [stamp, ...outputs] = await Promise.all(
    ["dist/.stamp", "dist/main.js", ".next/BUILD_ID"].map((file) =>
      readFile(path.join(root, file), "utf8").catch(() => null),
    ),
  );
  return !outputs.includes(null) && stamp === (await contentHash(root));
}

/** Builds all parts. @param {{ quiet?: boolean }} [options] */
export async function build({ quiet = false } = {}) {
  // Computed before the build: if a file changes during it, the next start builds again.
  const stamp = await contentHash(root);
  await rm(stampFile, { force: true });
  await extractWords(["en"]);
  const { code, output } = await runBin("next", ["build"], {
    quiet,
    env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  if (code !== 0) throw new Failure(`next build failed.\n${output}`);
  await Promise.all([bundle(), compressScripts()]);
  await writeFile(stampFile, stamp);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await script(async () => {
    requireSupportedNode();
    if (process.argv.includes("--if-changed") && (await isBuilt())) return;
    // Only the bundle, for a command line such as migrate. Takes one second.
    if (process.argv.includes("--server")) return await bundle();
    await step("Building", () => build());
  });
}
