import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../lib/run.mjs";
import { clients } from "./clients.mjs";

const read = (file) => readFile(path.join(root, file), "utf8");

/** Returns the versions that the client tests install, by library. Those of Debian and of Spring Boot have no version here. */
async function pinnedVersions() {
  const npm = JSON.parse(await read("scripts/clients/node/package.json")).dependencies;
  const project = JSON.parse(await read("package.json"));
  const lines = (await read("scripts/clients/python/requirements.txt")).trim().split("\n");
  const match = async (file, pattern) => pattern.exec(await read(`scripts/clients/${file}`))[1];
  return {
    ...npm,
    ...Object.fromEntries(lines.map((line) => line.split("=="))),
    "oidc-client-ts": project.devDependencies["oidc-client-ts"],
    "go-oidc": await match("go/go.mod", /coreos\/go-oidc\/v3 v(\S+)/),
    "oauth2-proxy": await match("go/clients.mjs", /proxyVersion = "v([^"]+)"/),
    "oauth2-oidc-sdk": await match("java/nimbus.xml", /<version>(\d[\d.]*\.\d+)<\/version>/),
  };
}

describe("the tested clients in docs/openid.md", () => {
  it("are all clients of the driver, with the versions that it installs", async () => {
    const [, section] = (await read("docs/openid.md")).split("\n## Tested clients\n");
    const rows = section
      .split("\n")
      .filter((line) => /^\| [\w@]/.test(line))
      .slice(1)
      .map((line) => line.split("|").map((cell) => cell.trim()))
      .map(([, library, version]) => [library.split(" ")[0], version]);
    const documented = Object.fromEntries(rows);
    expect(Object.keys(documented).filter((name) => name !== "oidc-client-ts")).toEqual(
      clients.map(({ name }) => name),
    );
    const pinned = await pinnedVersions();
    const expected = rows.filter(([name]) => pinned[name]).map(([name]) => [name, pinned[name]]);
    expect(rows.filter(([name]) => pinned[name])).toEqual(expected);
    expect(expected.length).toBeGreaterThanOrEqual(10);
  });
});
