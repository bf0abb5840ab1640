import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";

const types: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".json": "application/json",
};

/** Folder of Next's static files. Their names change with their content. */
const FOLDER = path.join(".next", "static");
const PREFIX = "/_next/static/";

interface Compressed {
  file: string;
  size: number;
  type: string;
}

/**
 * Answers requests for scripts, styles and data with the compressed files of the build (scripts/build.mjs).
 * They are a sixth smaller than Next's own gzip and need no compression in this process. Returns false for
 * all other requests, which Next answers. Sends only files that existed at the start of the server.
 */
export async function compressedFiles(
  folder = FOLDER,
): Promise<(request: IncomingMessage, response: ServerResponse) => boolean> {
  const files = new Map<string, Compressed>();
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names.filter((name) => name.endsWith(".br"))) {
    const file = path.join(folder, name);
    const plain = name.slice(0, -".br".length);
    const type = types[path.extname(plain)];
    if (type)
      files.set(PREFIX + plain.split(path.sep).join("/"), { file, type, size: (await stat(file)).size });
  }
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const url = request.url ?? "";
    const end = url.indexOf("?");
    const found = url.startsWith(PREFIX) && files.get(end < 0 ? url : url.slice(0, end));
    if (!found || !/\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""))) return false;
    response.writeHead(200, {
      "content-type": found.type,
      "content-encoding": "br",
      "content-length": found.size,
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
      "x-content-type-options": "nosniff",
    });
    if (request.method === "HEAD") response.end();
    else
      createReadStream(found.file)
        .on("error", () => response.destroy())
        .pipe(response);
    return true;
  };
}
