// `npm run sbom`: writes the bill of materials of the production packages (CycloneDX 1.5) to
// sbom/castellan.cdx.json.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ensureInstalled } from "./lib/install.mjs";
import { Failure, root, run, script } from "./lib/run.mjs";
import { publishable } from "./lib/supply.mjs";

const FILE = "sbom/castellan.cdx.json";

await script(async () => {
  await ensureInstalled();
  const { code, output } = await run("npm", ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev"], {
    quiet: true,
    env: { npm_config_loglevel: "error" },
  });
  const start = output.indexOf("{");
  if (code !== 0 || start < 0) throw new Failure(`npm sbom failed:\n${output}`);
  const manifest = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
  const bom = publishable(JSON.parse(output.slice(start, output.lastIndexOf("}") + 1)), manifest);
  const text = `${JSON.stringify(bom, null, 2)}\n`;
  if (text.includes(root)) throw new Failure("The bill of materials names a folder of this machine.");
  await mkdir(path.join(root, path.dirname(FILE)), { recursive: true });
  await writeFile(path.join(root, FILE), text);
  console.log(`${bom.components.length} packages in ${FILE}`);
});
