import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { defaults } from "../lib/client.mjs";
import { cache, folder, installOnce, mustRun, readSource } from "../lib/installs.mjs";
import { startProgram } from "../lib/programs.mjs";

const target = path.join(cache, "node");

/** Copies the programs beside their packages, because Node looks for packages there. */
async function install() {
  await installOnce("node", readSource("node/package.json"), async (to) => {
    cpSync(path.join(folder, "node", "package.json"), path.join(to, "package.json"));
    // next-auth names Next, which its handler does not need.
    const flags = ["--legacy-peer-deps", "--no-package-lock", "--no-audit", "--no-fund", "--silent"];
    await mustRun("npm", ["install", "--prefix", to, ...flags]);
  });
  cpSync(path.join(folder, "node"), target, { recursive: true });
}

const version = (name) =>
  JSON.parse(readFileSync(path.join(target, "node_modules", name, "package.json"), "utf8")).version;

/** Returns a client that is a program of this folder. */
const nodeClient = (name, file, rest) => ({
  ...defaults,
  name,
  language: "Node",
  install,
  version: () => version(name),
  start: ({ port, env }) =>
    startProgram({ command: process.execPath, args: [path.join(target, file)], env, port }),
  ...rest,
});

/** @type {import("../lib/client.mjs").Client[]} */
export const clients = [
  nodeClient("openid-client", "openid-client.mjs", {}),
  nodeClient("next-auth", "next-auth.mjs", {
    redirectPath: "/api/auth/callback/castellan",
    startForm: /\/api\/auth\/signin\/castellan$/,
    checks: ["sign-in", "requests"],
  }),
  nodeClient("@auth/express", "auth-express.mjs", {
    redirectPath: "/auth/callback/castellan",
    startForm: /\/auth\/signin\/castellan\b/,
    requests: ["discovery", "token", "userinfo"],
    checks: ["sign-in", "requests"],
    version: () => `${version("@auth/express")} with @auth/core ${version("@auth/core")}`,
  }),
  nodeClient("passport-openidconnect", "passport.mjs", {
    app: { requirePkce: false },
    requests: ["discovery", "token", "userinfo"],
    checks: ["sign-in", "requests", "sign-out"],
  }),
];
