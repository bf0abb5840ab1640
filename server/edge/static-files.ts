import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { acceptedCoding } from "./accept-encoding";

const types: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".json": "application/json",
};

/** Folder of Next's static files. Their names change with their content. */
const FOLDER = path.join(".next", "static");
const PREFIX = "/_next/static/";

/** Content codings by the suffix of a built file. The coding with the smallest files comes first. */
const CODINGS = { ".br": "br", ".gz": "gzip" } as const;
type Coding = (typeof CODINGS)[keyof typeof CODINGS];

/** Reads the bytes of a file. All answers share one copy of them. A client that stops reading keeps no file open. */
type Compressed = () => Promise<Buffer>;

interface Served {
  type: string;
  /** The compressed files, in the order of CODINGS. */
  codings: Map<Coding, Compressed>;
}

/**
 * Answers requests for scripts, styles and data with the compressed files of the build (scripts/build.mjs).
 * They need no compression in this process. Returns false for all other requests, which Next answers. Sends only files that
 * existed at the start of the server.
 */
export async function compressedFiles(
  folder = FOLDER,
): Promise<(request: IncomingMessage, response: ServerResponse) => boolean> {
  const files = await filesIn(folder);
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const url = request.url ?? "";
    const end = url.indexOf("?");
    const served = url.startsWith(PREFIX) && files.get(end < 0 ? url : url.slice(0, end));
    if (!served) return false;
    const coding = acceptedCoding(request.headers["accept-encoding"], [...served.codings.keys()]);
    const found = coding !== null && served.codings.get(coding);
    if (!found) return false;
    found().then(
      (bytes) => {
        response.writeHead(200, {
          "content-type": served.type,
          "content-encoding": coding,
          "content-length": bytes.length,
          "cache-control": "public, max-age=31536000, immutable",
          vary: "Accept-Encoding",
          "x-content-type-options": "nosniff",
        });
        response.end(request.method === "HEAD" ? undefined : bytes);
      },
      () => response.destroy(),
    );
    return true;
  };
}

/** Returns the compressed files of this folder by the addresses of the plain ones. */
async function filesIn(folder: string): Promise<Map<string, Served>> {
  const files = new Map<string, Served>();
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const [extension, coding] of Object.entries(CODINGS))
    for (const name of names.filter((name) => name.endsWith(extension))) {
      const file = path.join(folder, name);
      const plain = name.slice(0, -extension.length);
      const type = types[path.extname(plain)];
      if (type === undefined) continue;
      const url = PREFIX + plain.split(path.sep).join("/");
      const served = files.get(url) ?? { type, codings: new Map() };
      files.set(url, served);
      served.codings.set(coding, bytesOf(file));
    }
  return files;
}

/** Returns a function that reads the file at its first call and keeps the bytes. */
function bytesOf(file: string): Compressed {
  let kept: Promise<Buffer> | null = null;
  return () => {
    kept ??= readFile(file).catch((error: unknown) => {
      kept = null;
      throw error;
    });
    return kept;
  };
}
