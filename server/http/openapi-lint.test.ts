import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { endpointGroups } from "./endpoints";
import { createOpenApiDocument } from "./openapi";

describe("the OpenAPI document", () => {
  it("passes a public linter's recommended rules", () => {
    const directory = mkdtempSync(path.join(os.tmpdir(), "castellan-openapi-"));
    const file = path.join(directory, "openapi.json");
    writeFileSync(file, JSON.stringify(createOpenApiDocument(endpointGroups, "https://castellan.example")));
    const linter = path.join("node_modules", "@redocly", "cli", "bin", "cli.js");
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [linter, "lint", file, "--extends=recommended", "--format=summary"],
      {
        encoding: "utf8",
        env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      },
    );
    rmSync(directory, { recursive: true });
    expect(status, stdout + stderr).toBe(0);
  }, 60_000);
});
