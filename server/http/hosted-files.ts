import { readFile } from "node:fs/promises";
import path from "node:path";
import { requestRefusals } from "../kernel/refusals";
import { hostedFonts } from "../auth/oidc/hosted-style";

/** Returns the path of a font in its installed package. */
const installed = (file: string) =>
  path.join(/*turbopackIgnore: true*/ process.cwd(), "node_modules", "@fontsource-variable", file);

const isFont = (name: string): name is keyof typeof hostedFonts => Object.hasOwn(hostedFonts, name);
const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

function bytesOfFont(name: keyof typeof hostedFonts): Promise<Uint8Array<ArrayBuffer>> {
  const before = kept.get(name);
  if (before) return before;
  const reading = readFile(installed(hostedFonts[name])).then((bytes) => new Uint8Array(bytes));
  kept.set(name, reading);
  reading.catch(() => kept.delete(name));
  return reading;
}

/**
 * Answers with a font by its file name, for the pages of the protocol and of Next. Answers 404 for any other name. Next's own
 * font files are not used, because their names change with each build.
 */
export async function hostedFont(file: string): Promise<Response> {
  const name = file.replace(/\.woff2$/, "");
  if (!isFont(name) || name === file) throw requestRefusals.path_not_found();
  // All answers share these bytes.
  return new Response(await bytesOfFont(name), {
    headers: { "content-type": "font/woff2", "cache-control": "public, max-age=604800" },
  });
}
