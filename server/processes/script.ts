import { existsSync } from "node:fs";
import path from "node:path";

/**
 * The program of a process or thread. `npm run build` builds dist/<name>.js from the source `entry` (scripts/build.mjs).
 */
export interface Script {
  name: string;
  entry: string;
}

/** Returns the file of a program: the built one, or a new build in tests and development. */
export async function scriptOf({ name, entry }: Script): Promise<string> {
  const root = process.cwd();
  const built = path.join(/*turbopackIgnore: true*/ root, "dist", `${name}.js`);
  if (process.env["NODE_ENV"] === "production" && existsSync(built)) return built;
  const { build } = await import("esbuild");
  // Under node_modules, so that its imports resolve from there.
  const outfile = path.join(
    /*turbopackIgnore: true*/ root,
    "node_modules",
    ".cache",
    "castellan",
    `${name}-${process.pid}.mjs`,
  );
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    alias: { "@": root },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    outfile,
    logLevel: "silent",
  });
  return outfile;
}
