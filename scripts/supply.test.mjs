import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./lib/run.mjs";
import {
  auditFindings,
  knownVulnerabilities,
  licenceProblems,
  lockedPackages,
  looseEnds,
  publishable,
} from "./lib/supply.mjs";

const read = (file) => readFile(path.join(root, file), "utf8");
const readJson = async (file) => JSON.parse(await read(file));

const locked = (name, version, more = {}) => ({
  [`node_modules/${name}`]: { version, integrity: "sha512-x", license: "MIT", ...more },
});
const packagesOf = (...entries) => lockedPackages({ packages: Object.assign({ "": {} }, ...entries) });

describe("a known vulnerability", () => {
  const list = {
    advisories: [{ package: "next", vulnerable: ">=16.0.0 <16.3.3", id: "CVE-0000-1", source: "https://s" }],
    acceptedInDevelopment: [{ package: "next", id: "CVE-0000-1", reason: "Never started." }],
  };

  it("of a production package fails the build with package, version, range and id", () => {
    expect(knownVulnerabilities(packagesOf(locked("next", "16.3.2")), list)).toEqual({
      refused: ["next 16.3.2 is vulnerable (>=16.0.0 <16.3.3): CVE-0000-1, https://s"],
      accepted: [],
    });
  });

  it.each(["15.5.0", "16.3.3", "17.0.0"])("does not concern version %s outside of the range", (version) => {
    expect(knownVulnerabilities(packagesOf(locked("next", version)), list).refused).toEqual([]);
  });

  it("is found in a copy below another package and in a prerelease", () => {
    const found = packagesOf(locked("a/node_modules/next", "16.0.0"), locked("next", "16.1.0-canary.1"));
    expect(knownVulnerabilities(found, list).refused).toHaveLength(2);
  });

  it("is accepted with a reason if only development needs the package", () => {
    const { refused, accepted } = knownVulnerabilities(
      packagesOf(locked("next", "16.0.0", { dev: true })),
      list,
    );
    expect(refused).toEqual([]);
    expect(accepted[0]).toContain("Never started.");
  });
});

describe("the answer of the registry", () => {
  it("is read from npm audit, and is null if npm reports an error", () => {
    const via = [{ name: "next", range: "<1", url: "https://g/GHSA-1", title: "a hole" }, "other"];
    expect(
      auditFindings({ auditReportVersion: 2, vulnerabilities: { next: { via }, x: { via: ["next"] } } }),
    ).toEqual(["next is vulnerable (<1): https://g/GHSA-1, a hole"]);
    expect(auditFindings({ message: "405 Method Not Allowed", error: { summary: "" } })).toBeNull();
    expect(auditFindings(null)).toBeNull();
  });
});

describe("licences", () => {
  const list = {
    allowed: ["MIT", "Apache-2.0"],
    exceptions: [
      { package: "@img/*", licence: "LGPL-3.0-or-later", reason: "A shared library." },
      { package: "unnamed", licence: null, reason: "It has a file." },
    ],
  };
  const problems = (name, license, more) =>
    licenceProblems(packagesOf(locked(name, "1.0.0", { license, ...more })), list);

  it.each([
    ["a", "MIT"],
    ["a", "(MIT OR GPL-3.0-only)"],
    ["a", "Apache-2.0 AND MIT"],
    ["@img/a", "Apache-2.0 AND LGPL-3.0-or-later"],
    ["unnamed", undefined],
  ])("allow %s under %s", (name, license) => expect(problems(name, license)).toEqual([]));

  it.each([
    ["a", "GPL-3.0-only"],
    ["a", "MIT AND GPL-3.0-only"],
    ["a", "((MIT) OR GPL-3.0-only)"],
    ["a", "LGPL-3.0-or-later"],
    ["a", undefined],
    ["unnamed", "GPL-3.0-only"],
  ])("refuse %s under %s", (name, license) => expect(problems(name, license)).toHaveLength(1));

  it("are checked for production packages only", () => {
    expect(problems("a", "GPL-3.0-only", { dev: true })).toEqual([]);
  });
});

describe("pinned versions", () => {
  it.each(["^1.0.0", "1.x", "latest", "git+https://example.com/a.git", "file:../a", "npm:b@1.0.0"])(
    "refuse %s in package.json",
    (version) => expect(looseEnds({ dependencies: { a: version } }, { packages: {} })).toHaveLength(1),
  );

  it("allow a second version of a package for development only", () => {
    const both = (version) => ({ b: "2.0.0", "b-first": version });
    const loose = (manifest) => looseEnds(manifest, { packages: {} });
    expect(loose({ devDependencies: both("npm:b@1.0.0") })).toEqual([]);
    expect(loose({ devDependencies: both("npm:b@^1.0.0") })).toHaveLength(1);
    expect(loose({ devDependencies: both("npm:c@1.0.0") })).toHaveLength(1);
    expect(loose({ dependencies: both("npm:b@1.0.0") })).toHaveLength(1);
  });

  it("refuse a locked package without SHA-512 or with an address", () => {
    const packages = {
      ...locked("a", "1.0.0", { integrity: undefined }),
      ...locked("b", "1.0.0", { integrity: "sha1-x" }),
      ...locked("c", "1.0.0", { resolved: "https://packages.example/c.tgz" }),
    };
    expect(looseEnds({}, { packages })).toHaveLength(3);
  });
});

describe("this project's packages", () => {
  it("have no known vulnerability, an allowed licence and an exact version", async () => {
    const [manifest, lock, list, licences] = await Promise.all(
      ["package.json", "package-lock.json", "scripts/lib/advisories.json", "scripts/lib/licences.json"].map(
        readJson,
      ),
    );
    const packages = lockedPackages(lock);
    expect(packages.length).toBeGreaterThan(500);
    expect(knownVulnerabilities(packages, list).refused).toEqual([]);
    expect(licenceProblems(packages, licences)).toEqual([]);
    expect(looseEnds(manifest, lock)).toEqual([]);
    for (const { reason } of [...list.acceptedInDevelopment, ...licences.exceptions])
      expect(reason).toMatch(/\.$/);
  });

  it("are the only ones of CI and scripts: npx, npm exec, curl or npm install fetch none", async () => {
    const folders = ["scripts", "scripts/lib", "bench", ".ci"];
    const files = (
      await Promise.all(
        folders.map(async (folder) =>
          (await readdir(path.join(root, folder), { withFileTypes: true }))
            .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
            .map((entry) => `${folder}/${entry.name}`),
        ),
      )
    ).flat();
    const commands = Object.entries((await readJson("package.json")).scripts);
    const texts = [...(await Promise.all(files.map(async (file) => [file, await read(file)]))), ...commands];
    // Finds a command, or the name of a program in a list. Comments may contain the words.
    const fetching =
      /(?:^|[;&|("'`\s])(?:npx |npm exec|npm x |npm i |npm install |pnpx|curl -|wget )|["'`](?:npx|curl|wget)["'`]/;
    const found = texts.filter(([, text]) =>
      text.split("\n").some((line) => !/^\s*(?:\/\/|#|\*)/.test(line) && fetching.test(line)),
    );
    expect(found.map(([name]) => name)).toEqual(["scripts/lib/sign-in-help.mjs"]);
  });
});

describe("the bill of materials", () => {
  it("names the product, and contains no download address", () => {
    const bom = {
      metadata: { component: { name: "a-folder", type: "library" } },
      components: [
        {
          name: "a",
          externalReferences: [
            { type: "distribution", url: "https://packages.example/a.tgz" },
            { type: "vcs", url: "https://github.com/a/a" },
          ],
        },
      ],
    };
    const published = publishable(bom, { name: "castellan" });
    expect(published.metadata.component).toEqual({ name: "castellan", type: "application" });
    expect(JSON.stringify(published)).not.toContain("packages.example");
    expect(JSON.stringify(published)).toContain("github.com");
  });
});
