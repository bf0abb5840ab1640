import path from "node:path";
import { build } from "esbuild";
import { root } from "./server.mjs";

let evaluate;

async function built() {
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
  return import(outfile);
}

/** Fills a template like the server, so that a browser prints the same content. */
export async function fillTemplate(template, data) {
  evaluate ??= built();
  return (await evaluate).fillTemplate(template, data).html;
}
