import { fileURLToPath } from "node:url";
import { defineConfig, type UserWorkspaceConfig as ProjectConfig } from "vitest/config";

const folders = "{server,db,components,app,scripts}/**";
const isolated = `${folders}/*.isolated.test.*`;
const long = `${folders}/*.long.test.*`;

const shared: ProjectConfig["test"] = {
  environment: "node",
  // Processes, because the embedded database and argon2 do not work well in one shared process.
  pool: "forks",
  // A larger young generation: the collection of garbage took an eighth of the time.
  execArgv: ["--max-semi-space-size=64"],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    // CI has two cores. A third worker uses them while the others wait for PostgreSQL.
    maxWorkers: 3,
    globalSetup: ["scripts/lib/test-run.mjs"],
    // Much longer than any step takes, so that load on the machine does not fail a test.
    expect: { poll: { timeout: 15_000 } },
    // The tests of a file run one after another, in the order of the file.
    sequence: { concurrent: false, shuffle: false },
    projects: [
      {
        extends: true,
        // A worker imports the modules of the server once.
        test: {
          ...shared,
          name: "shared",
          include: [`${folders}/*.test.*`],
          exclude: [isolated, long],
          isolate: false,
        },
      },
      {
        extends: true,
        // Tests that replace modules, or read what is kept for the whole process, have a process of their own.
        test: { ...shared, name: "isolated", include: [isolated] },
      },
      {
        extends: true,
        // Only in `npm run test:all`.
        test: { ...shared, name: "long", include: [long] },
      },
    ],
  },
});
