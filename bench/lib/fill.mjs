import path from "node:path";
import { build } from "esbuild";
import { root } from "./server.mjs";

/** Fills a template as the server does, so that a browser prints the same. */
export async function fillTemplate(template, data) {
  const outfile = path.join(root, "node_modules", ".cache", "castellan", "bench-fill.mjs");
  await build({
    entryPoints: [path.join(root, "server/pdf/template/evaluate.ts")],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "silent",
  });
  const built = await import(outfile);
  return built.fillTemplate(template, data).html;
}
