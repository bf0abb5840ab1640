// `npm run openapi:types`: generates the types of a client from the OpenAPI document by a public generator,
// for tests that use the server through them. The file is not committed, because it derives from the
// endpoints.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { bundleOptions } from "./build.mjs";
import { root, script } from "./lib/run.mjs";

const document = `
  import { endpointGroups } from "@/server/http/endpoints";
  import { createOpenApiDocument } from "@/server/http/openapi";
  export default createOpenApiDocument(endpointGroups, "https://castellan.example");
`;

/** Writes server/testing/openapi-types.ts. */
export async function generateOpenApiTypes() {
  const esbuild = await import("esbuild");
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  // The folder is below node_modules, so that the bundle finds its imports.
  const bundle = path.join(root, "node_modules", ".cache", "castellan-openapi.mjs");
  await mkdir(path.dirname(bundle), { recursive: true });
  await esbuild.build({
    ...bundleOptions,
    stdin: { contents: document, resolveDir: root, loader: "ts" },
    outfile: bundle,
    sourcemap: false,
  });
  const bundled = await import(`${pathToFileURL(bundle).href}?${Date.now()}`);
  const types = astToString(await openapiTS(JSON.stringify(bundled.default), { alphabetize: true }));
  await writeFile(path.join(root, "server", "testing", "openapi-types.ts"), types);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await script(async () => {
    await generateOpenApiTypes();
    return 0;
  });
