import path from "node:path";
import { defaults, startWithFolder } from "../lib/client.mjs";
import { cache, folder, installOnce, mustRun, needs, readSource } from "../lib/installs.mjs";
import { startProgram } from "../lib/programs.mjs";

const python = path.join(cache, "python", "bin", "python");

const install = () =>
  installOnce("python", readSource("python/requirements.txt"), async (to) => {
    await mustRun("python3", ["-m", "venv", to]);
    const list = path.join(folder, "python", "requirements.txt");
    await mustRun(python, ["-m", "pip", "install", "--quiet", "--requirement", list]);
  });

async function version(name) {
  const program = `import importlib.metadata as m; print(m.version("${name}"))`;
  return (await mustRun(python, ["-c", program])).trim();
}

/** @type {import("../lib/client.mjs").Client[]} */
export const clients = [
  {
    ...defaults,
    name: "Authlib",
    language: "Python",
    missing: needs("python3"),
    install,
    version: () => version("Authlib"),
    start: ({ port, env }) =>
      startProgram({
        command: python,
        args: [path.join(folder, "python", "authlib_app.py")],
        env,
        port,
      }),
  },
  {
    ...defaults,
    name: "mozilla-django-oidc",
    language: "Python",
    redirectPath: "/oidc/callback/",
    paths: { ...defaults.paths, renew: "/expire", signOut: () => "/oidc/logout/" },
    checks: ["sign-in", "requests", "silent sign-in", "sign-out"],
    missing: needs("python3"),
    install,
    version: () => version("mozilla-django-oidc"),
    start: ({ port, env }) =>
      startWithFolder((temporary) => ({
        command: python,
        args: [path.join(folder, "python", "django_app.py")],
        env: { ...env, DATABASE_FILE: path.join(temporary, "db.sqlite3") },
        port,
      })),
  },
];
