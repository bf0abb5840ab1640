import { readdirSync } from "node:fs";
import path from "node:path";
import { defaults } from "../lib/client.mjs";
import { cache, folder, installOnce, mustRun, needs, readSource } from "../lib/installs.mjs";
import { startProgram } from "../lib/programs.mjs";

const copyLibraries = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

/** Returns a client that is a program of this folder, with the libraries of a project of Maven. */
function javaClient({ name, project, program, ...rest }) {
  const libraries = path.join(cache, path.basename(project, ".xml"));
  return {
    ...defaults,
    name,
    language: "Java",
    missing: needs("java", "mvn"),
    install: () =>
      installOnce(path.basename(libraries), readSource(`java/${project}`), (to) => {
        const file = path.join(folder, "java", project);
        return mustRun("mvn", ["-q", "-B", "-f", file, copyLibraries, `-DoutputDirectory=${to}`]);
      }),
    version: () =>
      readdirSync(libraries)
        .find((file) => file.startsWith(`${name}-`))
        .slice(name.length + 1, -".jar".length),
    start: ({ port, env }) =>
      startProgram({
        command: "java",
        args: ["-cp", path.join(libraries, "*"), path.join(folder, "java", program)],
        env,
        port,
      }),
    ...rest,
  };
}

/** @type {import("../lib/client.mjs").Client[]} */
export const clients = [
  javaClient({ name: "oauth2-oidc-sdk", project: "nimbus.xml", program: "NimbusApp.java" }),
  javaClient({
    name: "spring-security-oauth2-client",
    project: "spring.xml",
    program: "SpringApp.java",
    redirectPath: "/login/oauth2/code/castellan",
    startForm: /\/logout$/,
    paths: { ...defaults.paths, login: "/oauth2/authorization/castellan" },
  }),
];
