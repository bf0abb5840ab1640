import { getRequestListener } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { NOTHING } from "./page-refusals";

/**
 * Creates the listener for files of the build. It sends the compressed form of a file if there is one (scripts/build.mjs), so that no
 * request causes a compression. The name of a file changes with its content.
 */
export function createBuiltFiles(root = ".next") {
  const app = new Hono();
  app.use("/_next/static/*", async (c, next) => {
    // A server may ignore ranges (RFC 9110 §14.2). The ranges of two codings must not be mixed.
    c.req.raw.headers.delete("range");
    await next();
    if (c.res.ok) c.header("cache-control", "public, max-age=31536000, immutable");
  });
  app.use(
    "/_next/static/*",
    serveStatic({ root, precompressed: true, rewriteRequestPath: (path) => path.replace("/_next/", "/") }),
  );
  app.notFound((c) => c.text(NOTHING, 404, { "cache-control": "no-store" }));
  return getRequestListener(app.fetch);
}
