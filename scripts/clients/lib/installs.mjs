// Installs clients of scripts/clients/run.mjs in a folder that git ignores.
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Failure, root, run } from "../../lib/run.mjs";

export const folder = path.join(root, "scripts", "clients");
export const cache = path.join(root, "node_modules", ".cache", "clients");

/** Returns the path of a program, also of one for administrators; undefined if it is missing. */
export function findProgram(name) {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin"];
  return folders
    .map((one) => path.join(one, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Runs a program and returns its output. Throws if it fails. */
export async function mustRun(command, args, env) {
  const { code, output } = await run(command, args, { quiet: true, env });
  if (code !== 0) throw new Failure(`${command} ${args[0]} failed.\n${output}`);
  return output;
}

/** Installs into a folder of the cache, unless `versions` is installed there already. Returns the folder. */
export async function installOnce(name, versions, install) {
  const target = path.join(cache, name);
  const stamp = path.join(target, ".installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === versions) return target;
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await install(target);
  writeFileSync(stamp, versions);
  return target;
}

/** Reads a file of scripts/clients. */
export const readSource = (file) => readFileSync(path.join(folder, file), "utf8");

/** Returns a function that names the first of these programs that the machine lacks. */
export const needs =
  (...programs) =>
  () => {
    const missing = programs.find((name) => !findProgram(name));
    return missing && `${missing} is not installed`;
  };
