// `node scripts/starter-pictures.mjs`: creates the gallery's pictures of the document starters. Requires a
// build (dist/pdf-worker.js) and pdftoppm.
import { execFile, fork } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { root } from "./lib/run.mjs";

const folder = path.join(root, "public", "document-starters");
const run = promisify(execFile);
const temporary = await mkdtemp(path.join(os.tmpdir(), "starters-"));
const worker = fork(path.join(root, "dist", "pdf-worker.js"), { serialization: "advanced" });

const render = (job) =>
  new Promise((resolve, reject) => {
    worker.once("message", (answer) => (answer.ok ? resolve(answer.pdf) : reject(new Error(answer.error))));
    worker.send(job);
  });

for (const file of (await readdir(folder)).filter((name) => name.endsWith(".html"))) {
  const name = path.basename(file, ".html");
  const template = await readFile(path.join(folder, file), "utf8");
  const data = JSON.parse(await readFile(path.join(folder, `${name}.json`), "utf8"));
  const pdf = path.join(temporary, `${name}.pdf`);
  await writeFile(pdf, await render({ template, data, options: {} }));
  await run("pdftoppm", [
    "-png",
    "-r",
    "110",
    "-f",
    "1",
    "-l",
    "1",
    "-singlefile",
    pdf,
    path.join(temporary, name),
  ]);
  await sharp(path.join(temporary, `${name}.png`))
    .resize({ width: 480, height: 480, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(path.join(folder, `${name}.webp`));
}
worker.kill();
await rm(temporary, { recursive: true });
