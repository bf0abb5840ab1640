import { execFileSync } from "node:child_process";
import { mkdtemp, mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compressScripts } from "./build.mjs";
import { chromiumCandidates, findChromium } from "./chromium.mjs";
import { isInstalled } from "./lib/install.mjs";
import { overview } from "./lib/pictures.mjs";
import { isSupportedNode } from "./lib/run.mjs";
import { signInHelp } from "./lib/sign-in-help.mjs";
import { contentHash } from "./lib/stamp.mjs";
import { readArguments } from "./repeat.mjs";
import { overBudget, readPlaywright, readVitest, runSuite, selectPhases } from "./lib/tally.mjs";

describe("the build's stamp", () => {
  let root;
  const write = (file, content) => writeFile(path.join(root, file), content);
  const hash = () => contentHash(root, ["server", "package.json", "absent"]);

  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), "castellan-stamp-"));
    await mkdir(path.join(root, "server", "http"), { recursive: true });
    await write("package.json", "{}");
    await write("server/http/app.ts", "one");
  });
  afterEach(() => rm(root, { recursive: true }));

  it("stays the same if a file is only touched, or a test or document changes", async () => {
    const before = await hash();
    await utimes(path.join(root, "package.json"), 1, 1);
    await write("server/http/app.test.ts", "a test");
    await write("server/README.md", "a document");
    expect(await hash()).toBe(before);
  });

  it.each([
    ["content", () => write("server/http/app.ts", "two")],
    ["a new file", () => write("server/http/other.ts", "")],
    ["a removed file", () => rm(path.join(root, "server/http/app.ts"))],
    ["a moved border between name and content", () => write("server/http/app.tsone", "")],
  ])("changes with %s", async (_what, change) => {
    const before = await hash();
    await change();
    expect(await hash()).not.toBe(before);
  });
});

describe("the build's compression", () => {
  it("starvation: every script has a file for browsers that accept only gzip, so that the server compresses none", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "castellan-build-"));
    try {
      await mkdir(path.join(folder, "chunks"));
      await writeFile(path.join(folder, "chunks", "a.js"), "export {};");
      await writeFile(path.join(folder, "b.woff2"), "font");
      await compressScripts(folder);
      const read = (name) => readFile(path.join(folder, "chunks", name));
      expect((await readdir(path.join(folder, "chunks"))).sort()).toEqual(["a.js", "a.js.br", "a.js.gz"]);
      expect(await readdir(folder)).toHaveLength(2);
      expect(String(brotliDecompressSync(await read("a.js.br")))).toBe("export {};");
      expect(String(gunzipSync(await read("a.js.gz")))).toBe("export {};");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("isInstalled", () => {
  const lock = {
    packages: {
      "": {},
      "node_modules/a": { version: "1" },
      "node_modules/b": { version: "2", optional: true },
    },
  };

  it("accepts a missing optional package and refuses a missing or different other one", () => {
    expect(isInstalled(lock, { packages: { "node_modules/a": { version: "1" } } })).toBe(true);
    expect(isInstalled(lock, { packages: { "node_modules/a": { version: "0" } } })).toBe(false);
    expect(isInstalled(lock, { packages: { "node_modules/b": { version: "2" } } })).toBe(false);
    expect(isInstalled(lock, {})).toBe(false);
  });
});

describe("the search for Chromium", () => {
  const env = { PATH: "/usr/bin:/opt/bin", PLAYWRIGHT_BROWSERS_PATH: "/cache" };
  const list = () => ["chromium-999", "chromium-1200", "firefox-1300", "chromium_headless_shell-1200"];

  it("prefers the system's browsers, by name before folder, to Playwright's newest", () => {
    const candidates = chromiumCandidates(env, list);
    const order = [
      "/usr/bin/chromium",
      "/opt/bin/chromium",
      "/usr/bin/google-chrome",
      "/cache/chromium-1200/",
      "/cache/chromium-999/",
    ];
    const places = order.map((start) => candidates.findIndex((file) => file.startsWith(start)));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(candidates.join()).not.toMatch(/firefox|headless_shell/);
  });

  it("prefers CHROMIUM_PATH, and refuses a wrong path", () => {
    const named = { ...env, CHROMIUM_PATH: "/mine" };
    expect(findChromium({ env: named, exists: () => true, list })).toBe("/mine");
    expect(() => findChromium({ env: named, exists: (file) => file !== "/mine", list })).toThrow(
      "CHROMIUM_PATH names /mine",
    );
  });

  it("returns null without a browser", () => {
    expect(findChromium({ env, exists: () => false, list })).toBeNull();
  });
});

it("recognizes supported versions of Node", () => {
  expect(["18.20.0", "20.19.3", "20.20.0", "22.0.0"].map(isSupportedNode)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

describe("the final counts", () => {
  const name = path.resolve("server/x.test.ts");
  const test = (fullName, status, ...failureMessages) => ({ fullName, status, failureMessages });
  const file = (...assertionResults) => ({
    name,
    status: assertionResults.every(({ status }) => status === "passed") ? "passed" : "failed",
    startTime: 0,
    endTime: 0,
    assertionResults,
  });
  /** Runs a suite whose runs give these reports of Vitest, one after the other. */
  const tallyRuns = async (...reports) => {
    const asked = [];
    const flaky = [];
    const tally = await runSuite(
      async (files) => {
        asked.push(files);
        const { code = 0, outside = [], ...report } = reports[asked.length - 1];
        return readVitest(report, code, outside);
      },
      async (tests) => void flaky.push(...tests.map(({ title }) => title)),
    );
    return { ...tally, asked, flaky };
  };
  const broken = test("a breaks", "failed", "Error: 1 is not 2\n    at x.ts");
  const whole = test("b holds", "passed");

  it("run a failed file once more, and name what then passed", async () => {
    const second = { testResults: [file(test("a breaks", "passed"), whole)] };
    const tally = await tallyRuns({ code: 1, testResults: [file(broken, whole)] }, second);
    expect(tally).toMatchObject({ passed: 2, failed: 0, note: "1 passed only when run again" });
    expect(tally.asked).toEqual([[], ["server/x.test.ts"]]);
    expect(tally.flaky).toEqual(["a breaks"]);
    expect(tally.failures).toEqual(["run again: server/x.test.ts › a breaks: Error: 1 is not 2"]);
  });

  it("count what fails twice, once, and a file that does not load", async () => {
    const report = {
      code: 1,
      testResults: [file(broken, whole), { ...file(), status: "failed", message: "does not load" }],
    };
    const tally = await tallyRuns(report, report);
    expect(tally).toMatchObject({ passed: 1, failed: 2, flaky: [] });
    expect(tally.failures).toEqual([
      "failed: server/x.test.ts › a breaks: Error: 1 is not 2",
      "failed: server/x.test.ts › (the file): does not load",
    ]);
  });

  it("keep what failed outside of the tests when the failed tests then pass", async () => {
    const first = {
      code: 1,
      outside: ["outside of a test: Error: lost"],
      testResults: [file(broken, whole)],
    };
    const second = { testResults: [file(test("a breaks", "passed"), whole)] };
    const tally = await tallyRuns(first, second);
    expect(tally).toMatchObject({ passed: 2, failed: 1, flaky: ["a breaks"] });
    expect(tally.failures).toContain("outside of a test: Error: lost");
  });

  it.each([
    ["is skipped", { testResults: [file(test("a breaks", "skipped"), whole)] }],
    ["does not load", { code: 1, testResults: [{ ...file(), status: "failed", message: "does not load" }] }],
    ["writes no report", { code: 1 }],
  ])("count a test as failed that %s when run again", async (_what, second) => {
    const tally = await tallyRuns({ code: 1, testResults: [file(broken, whole)] }, second);
    expect(tally.failures).toContain("failed: server/x.test.ts › a breaks: Error: 1 is not 2");
    expect(tally.failed).toBeGreaterThan(0);
    expect(tally.flaky).toEqual([]);
  });

  it("do not run many failed files again", async () => {
    const testResults = Array.from({ length: 6 }, (_, n) => ({
      ...file(broken),
      name: path.resolve(`${n}.test.ts`),
    }));
    expect(await tallyRuns({ code: 1, testResults })).toMatchObject({ failed: 6, asked: [[]] });
  });

  it.each([
    ["ran no test", { testResults: [] }],
    ["wrote no report", {}],
    ["failed outside of a test", { code: 1, testResults: [file(whole)] }],
  ])("fail a suite that %s", async (_what, report) => {
    expect((await tallyRuns(report)).failed).toBe(1);
  });

  it("read the report of Playwright", () => {
    const spec = (title, status) => ({
      file: "a.e2e.ts",
      title,
      tests: [{ status, results: [{ duration: 1_500 }] }],
    });
    const suites = [{ suites: [{ specs: [spec("one", "expected")] }], specs: [spec("two", "unexpected")] }];
    expect(readPlaywright({ suites }, 1, []).results).toMatchObject([
      { file: "e2e/a.e2e.ts", title: "two", status: "failed", seconds: 1.5 },
      { title: "one", status: "passed" },
    ]);
  });

  it("name what is over its budget, which grows with the load", () => {
    const spent = [{ name: "slow", seconds: 30 }];
    expect(overBudget(spent, 20, 0.5)).toEqual(["over budget: slow took 30 s of 20"]);
    expect(overBudget(spent, 20, 2)).toEqual([]);
  });

  it("reads the arguments of test:repeat, and refuses others", () => {
    expect(readArguments([])).toEqual({ runs: 6, busy: 0, files: [] });
    expect(readArguments(["--runs=5", "--busy=2", "a.test.ts"])).toEqual({
      runs: 5,
      busy: 2,
      files: ["a.test.ts"],
    });
    for (const wrong of ["--run=1", "--runs=0", "--runs=x"])
      expect(() => readArguments([wrong])).toThrow("--");
  });

  it("runs the requested phases in their order, with the ones that they need", () => {
    const all = ["lint", "format", "types", "unit", "build", "e2e"];
    expect(selectPhases([], all)).toEqual(all);
    expect(selectPhases(["--only=e2e,lint"], all)).toEqual(["lint", "format", "build", "e2e"]);
    expect(() => selectPhases(["--only=nothing"], all)).toThrow("Unknown phase nothing");
  });
});

describe("the output of the demo", () => {
  const where = { baseUrl: "http://localhost:3000", dataDir: ".data" };
  const person = { email: "a@example.com", password: "p'w" };
  const seed = {
    platform: { admin: person },
    tenants: [{ slug: "acme", owner: person, credential: { clientId: "id", clientSecret: "s'e&c" } }],
  };

  it("contains lines that a shell runs unchanged", () => {
    const pasted = signInHelp(seed, where)
      .split("\n")
      .filter((line) => /^(TOKEN=|curl )/.test(line));
    const curl = `curl() { case "$*" in */token*) printf '{"access_token":"abc.d-e_f","x":"y"}';; esac; printf '%s\\n' "$@" >&2; }`;
    const output = execFileSync("sh", ["-c", `{ ${curl}; ${pasted.join("\n")}\n} 2>&1`], {
      encoding: "utf8",
    });
    expect(output).toContain("client_secret=s'e&c\n");
    expect(output).toContain("Authorization: Bearer abc.d-e_f\n");
  });

  it("reports a missing seed", () => {
    expect(signInHelp(null, where)).toContain("without a seed");
  });
});

describe("the overview of the console's pictures", () => {
  it("shows each page once, wide before narrow and light before dark, and no other file", () => {
    const { html, count } = overview([
      "index.html",
      "acme-users-dark-390.png",
      "acme-users-dark-1440.png",
      "acme-users-light-390.png",
      "acme-users-light-1440.png",
      "home-light-1440.png",
      "of-something-else.png",
      '"><script>-light-1440.png',
    ]);
    expect(count).toBe(5);
    expect([...html.matchAll(/<section id="([^"]+)"/g)].map(([, page]) => page)).toEqual([
      "acme-users",
      "home",
    ]);
    expect([...html.matchAll(/img src="([^"]+)"/g)].map(([, file]) => file)).toEqual([
      "acme-users-light-1440.png",
      "acme-users-dark-1440.png",
      "acme-users-light-390.png",
      "acme-users-dark-390.png",
      "home-light-1440.png",
    ]);
  });

  it("reports missing pictures", () => {
    expect(overview([]).html).toContain("There are none.");
  });
});
