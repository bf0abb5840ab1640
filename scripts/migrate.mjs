// `npm run db:migrate`: applies the missing migrations to the database of the environment.
import { existsSync } from "node:fs";
import path from "node:path";
import { bundle } from "./build.mjs";
import { Failure, requireSupportedNode, root, run, script } from "./lib/run.mjs";

await script(async () => {
  requireSupportedNode();
  const command = path.join("dist", "commands", "migrate.js");
  if (!existsSync(path.join(root, command))) await bundle();
  if (!existsSync(path.join(root, command)))
    throw new Failure("There is no server/commands/migrate.ts to build.");
  return (await run(process.execPath, ["--enable-source-maps", command])).code;
});
