import { existsSync } from "node:fs";
import path from "node:path";
import { defaults, startInFront } from "../lib/client.mjs";
import { findProgram, folder, mustRun, needs } from "../lib/installs.mjs";

/** Where Debian installs the modules. */
const modules = "/usr/lib/apache2/modules";

const version = async () =>
  (await mustRun("dpkg-query", ["-W", "-f", "${Version}", "libapache2-mod-auth-openidc"])).trim();

/** @type {import("../lib/client.mjs").Client[]} */
export const clients = [
  {
    ...defaults,
    name: "mod_auth_openidc",
    language: "Apache",
    paths: {
      login: "/me",
      page: "/me",
      refresh: (base, { accessToken }) =>
        `/cb?${new URLSearchParams({ refresh: `${base}/me`, access_token: accessToken })}`,
      signOut: (base) => `/cb?${new URLSearchParams({ logout: `${base}/bye` })}`,
    },
    checks: ["sign-in", "requests", "refresh by address", "sign-out"],
    read: (headers) => ({
      sub: headers.oidc_claim_sub,
      email: headers.oidc_claim_email,
      accessToken: headers.oidc_access_token,
    }),
    missing: () =>
      needs("apache2")() ??
      (existsSync(path.join(modules, "mod_auth_openidc.so"))
        ? undefined
        : "mod_auth_openidc (libapache2-mod-auth-openidc) is not installed"),
    version,
    start: ({ port, env }) =>
      startInFront((temporary, upstreamPort) => ({
        command: findProgram("apache2"),
        args: ["-DFOREGROUND", "-d", temporary, "-f", path.join(folder, "apache", "httpd.conf")],
        env: { ...env, FOLDER: temporary, MODULES: modules, UPSTREAM_PORT: String(upstreamPort) },
        port,
        log: path.join(temporary, "error.log"),
      })),
  },
];
