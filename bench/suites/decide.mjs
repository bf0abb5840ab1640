// The decision on a sign-in with a thousand access rules: a pure function, so it is measured without a server.
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { root } from "../lib/server.mjs";
import { say } from "../lib/report.mjs";

const RULES = 1_000;
const facts = {
  at: new Date("2026-11-21T10:00:00Z"),
  ip: "203.0.113.77",
  country: "DE",
  region: "BE",
  anonymizer: false,
  method: "password",
  userId: 7,
  tagIds: [3, 4],
  appId: 5,
};
const kinds = {
  country: (n) => ({
    effect: n % 2 ? "allow" : "deny",
    countries: n % 2 ? ["DE", "FR", "IT"] : ["KP", "RU"],
  }),
  region: (n) => ({ effect: n % 2 ? "allow" : "deny", regions: n % 2 ? ["DE:BE", "FR:75"] : ["US:CA"] }),
  ip: (n) => ({
    effect: n % 2 ? "allow" : "deny",
    cidrs: n % 2 ? [`10.${n % 250}.0.0/16`, "203.0.113.0/24", "2001:db8::/32"] : [`198.51.${n % 250}.0/24`],
  }),
  hours: (n) => ({
    days: [1, 2, 3, 4, 5, 6, 7],
    startTime: "00:00",
    endTime: "23:59",
    timeZoneId: ["Europe/Berlin", "America/New_York", "Asia/Tokyo"][n % 3],
  }),
  method: () => ({ methods: ["password", "webauthn"] }),
  anonymizer: () => ({}),
  sessions: (n) => ({ maxSessions: 1 + (n % 20) }),
};

/** Rules of every type in turn, all about this sign-in, or one in ten of them. */
function rulesOf(types, about) {
  return Array.from({ length: RULES }, (_, n) => {
    const type = types[n % types.length];
    const concerned = about === "all" || n % 10 === 0;
    const scope = ["org", "user", "tag", "app"][n % 4];
    return {
      id: n + 1,
      scope: concerned ? scope : "user",
      userId: concerned ? (scope === "user" ? 7 : null) : 1_000 + n,
      tagId: concerned && scope === "tag" ? 3 : null,
      appId: concerned && scope === "app" ? 5 : null,
      expiresAt: null,
      type,
      definition: kinds[type](n),
    };
  });
}

export async function decide() {
  const outfile = path.join(await mkdtemp(path.join(os.tmpdir(), "castellan-decide-")), "decide.mjs");
  await build({
    entryPoints: [path.join(root, "server/domain/access-rules/compiled.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "silent",
  });
  const built = await import(outfile);
  say(`\nDecision on a sign-in with ${RULES} access rules`);
  const all = Object.keys(kinds);
  const cases = [
    ["of all types, one in ten about it", all, "some"],
    ["of all types, all about it", all, "all"],
    ...all.map((type) => [`${type} only, all about it`, [type], "all"]),
  ];
  for (const [name, types, about] of cases) {
    const rules = rulesOf(types, about);
    const decided = built.createDecider(rules);
    const times = [];
    for (let run = 0; run < 3_000; run++) {
      // Another person, address and minute each time, so that nothing can be remembered from the run before.
      const now = { ...facts, at: new Date(+facts.at + run * 60_000), ip: `203.0.113.${run % 250}` };
      const started = performance.now();
      decided({ mode: "disabled", countries: [] }, now);
      times.push((performance.now() - started) * 1_000);
    }
    times.splice(0, 500);
    times.sort((a, b) => a - b);
    const at = (share) => Math.round(10 * times[Math.floor(times.length * share)]) / 10;
    say(`  ${name.padEnd(44)} p50 ${String(at(0.5)).padStart(7)} µs  p99 ${String(at(0.99)).padStart(7)} µs`);
  }
}
