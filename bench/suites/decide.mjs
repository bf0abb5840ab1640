// The decision on a sign-in with 1,000 access rules. It is a pure function, so it is measured without a
// server.
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

/** Rules of the same types, whose definitions refuse this sign-in. */
const refusing = {
  "country (denied)": () => ["country", { effect: "deny", countries: ["KP", "DE"] }],
  "country (not allowed)": () => [
    "country",
    { effect: "allow", countries: ["FR", "IT", "ES", "PT", "AT", "CH"] },
  ],
  "region (denied)": () => ["region", { effect: "deny", regions: ["US:CA", "DE:BE"] }],
  "region (not allowed)": (n) => ["region", { effect: "allow", regions: [`FR:${n}`, "US:CA"] }],
  "ip (denied)": (n) => ["ip", { effect: "deny", cidrs: [`10.${n % 250}.0.0/16`, "203.0.113.0/24"] }],
  "ip (denied by ranges of every length)": (n) => [
    "ip",
    { effect: "deny", cidrs: [`203.0.113.0/${n % 25}`] },
  ],
  "ip (not allowed)": (n) => [
    "ip",
    { effect: "allow", cidrs: [`10.${n % 250}.0.0/16`, `2001:db8:${n}::/48`] },
  ],
  "hours (in every time zone there is)": (n) => [
    "hours",
    { days: [0], startTime: "03:00", endTime: "03:01", timeZoneId: zones[n % zones.length] },
  ],
  method: () => ["method", { methods: ["webauthn", "Saml"] }],
  anonymizer: () => ["anonymizer", {}],
};
const zones = Intl.supportedValuesOf("timeZone");
const refused = { ...facts, anonymizer: true };

/** Returns rules that alternate between all types. With `about` "all", every rule concerns this sign-in, otherwise one in ten. */
function rulesOf(makers, about) {
  return Array.from({ length: RULES }, (_, n) => {
    const [type, definition] = makers[n % makers.length](n);
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
      definition,
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
  const letting = Object.entries(kinds).map(([type, make]) => [type, (n) => [type, make(n)]]);
  const makers = (named) => named.map(([, make]) => make);
  const one =
    (outcome, facts) =>
    ([type, make]) => [`${outcome}: ${type} only`, [make], "all", facts];
  const turningAway = Object.entries(refusing);
  const cases = [
    ["let in: of all types, one in ten about it", makers(letting), "some", facts],
    ["let in: of all types, all about it", makers(letting), "all", facts],
    ...letting.map(one("let in", facts)),
    ["refused by each: of all types", makers(turningAway), "all", refused],
    ...turningAway.map(one("refused by each", refused)),
  ];
  let [worst, slowest] = [0, ""];
  for (const [name, makers, about, asked] of cases) {
    const rules = rulesOf(makers, about);
    const decided = built.createDecider(rules);
    const times = [];
    for (let run = 0; run < 3_000; run++) {
      // Changes user, address and minute in each run, so that no cached result applies.
      const now = { ...asked, at: new Date(+facts.at + run * 60_000), ip: `203.0.113.${run % 250}` };
      const started = performance.now();
      decided({ mode: "disabled", countries: [] }, now);
      times.push((performance.now() - started) * 1_000);
    }
    times.splice(0, 500);
    times.sort((a, b) => a - b);
    const at = (share) => Math.round(10 * times[Math.floor(times.length * share)]) / 10;
    if (at(0.5) > worst) [worst, slowest] = [at(0.5), name];
    say(`  ${name.padEnd(56)} p50 ${String(at(0.5)).padStart(7)} µs  p99 ${String(at(0.99)).padStart(7)} µs`);
  }
  say(`  The worst median is ${worst} µs (${slowest}); the bar is 50 µs.`);
}
