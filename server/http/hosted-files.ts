import { readFile } from "node:fs/promises";
import path from "node:path";
import { AppError } from "../kernel/errors";
import { hostedFonts } from "../auth/oidc/hosted-style";

/** Where packages are, of which the fonts are taken as they were installed. */
const installed = (file: string) =>
  path.join(/*turbopackIgnore: true*/ process.cwd(), "node_modules", "@fontsource-variable", file);

const isFont = (name: string): name is keyof typeof hostedFonts => Object.hasOwn(hostedFonts, name);
const kept = new Map<string, Promise<Buffer>>();

function bytesOfFont(name: keyof typeof hostedFonts): Promise<Buffer> {
  const before = kept.get(name);
  if (before) return before;
  const reading = readFile(installed(hostedFonts[name]));
  kept.set(name, reading);
  reading.catch(() => kept.delete(name));
  return reading;
}

/** A font of the protocol's own pages, by its file name; 404 for any other. Next's own copies have names that change. */
export async function hostedFont(file: string): Promise<Response> {
  const name = file.replace(/\.woff2$/, "");
  if (!isFont(name) || name === file) throw new AppError(404, "not_found", "There is nothing at this path.");
  return new Response(new Uint8Array(await bytesOfFont(name)), {
    headers: { "content-type": "font/woff2", "cache-control": "public, max-age=604800" },
  });
}
