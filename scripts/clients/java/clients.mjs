import { readdirSync } from "node:fs";
import path from "node:path";
import { defaults } from "../lib/client.mjs";
import { cache, folder, installOnce, mustRun, needs, readSource } from "../lib/installs.mjs";
import { startProgram } from "../lib/programs.mjs";

const libraries = path.join(cache, "java");
const copyLibraries = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

const install = () =>
  installOnce("java", readSource("java/pom.xml"), (to) =>
    mustRun("mvn", [
      "-q",
      "-B",
      "-f",
      path.join(folder, "java", "pom.xml"),
      copyLibraries,
      `-DoutputDirectory=${to}`,
    ]),
  );

const version = () =>
  readdirSync(libraries)
    .find((name) => name.startsWith("oauth2-oidc-sdk-"))
    .slice("oauth2-oidc-sdk-".length, -".jar".length);

/** @type {import("../lib/client.mjs").Client[]} */
export const clients = [
  {
    ...defaults,
    name: "oauth2-oidc-sdk",
    language: "Java",
    missing: needs("java", "mvn"),
    install,
    version,
    start: ({ port, env }) =>
      startProgram({
        command: "java",
        args: ["-cp", path.join(libraries, "*"), path.join(folder, "java", "NimbusApp.java")],
        env,
        port,
      }),
  },
];
