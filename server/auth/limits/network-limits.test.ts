import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCounters, memoryCounts } from "@/server/kernel/concurrency/counters";
import { consoleBrowser } from "@/server/testing/sign-in";
import { authenticationWorld, post, type AuthenticationWorld } from "@/server/testing/authentication";
import { databaseKind } from "@/server/testing/stores";
import type { Authentication } from "../authentication";
import { createEmailLinkLimits } from "../email-links/email-links";
import { createNetworkLimit, SITE_FACTOR } from "./network-limit";
import { createDeviceLimits } from "../oidc/device-flow";
import { createAttemptLimit } from "./password-attempts";
import { createSecretGuessing } from "../oidc/secret-guessing";
import { createSendLimit } from "../sign-in/limits";

const counters = () => createCounters(memoryCounts());
const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const address = (index: number, subnet = 1) =>
  `2001:db8:77:${subnet.toString(16)}:${index.toString(16)}::${(index + 1).toString(16)}`;

/** No device is known. */
const nothingKnown = { sql: (() => Promise.resolve([])) as never };

/** All limits by address. Each function counts one attempt and returns true if it was allowed. */
const limits: [
  name: string,
  most: number,
  make: () => (ip: string | null, index: number) => Promise<boolean>,
][] = [
  [
    "wrong passwords",
    100,
    () => {
      const { count } = createAttemptLimit(counters());
      return async (ip, index) => (await count(ip, `somebody${index}@example.com`)) === 0;
    },
  ],
  [
    "wrong passwords of one account",
    20,
    () => {
      const { count } = createAttemptLimit(counters());
      return async (ip) => (await count(ip, "ada@example.com")) === 0;
    },
  ],
  [
    "wrong client secrets",
    60,
    () => {
      const guessing = createSecretGuessing(counters());
      return async (ip, index) => (await guessing.failed(ip, `t1_${index}`)) === 0;
    },
  ],
  [
    "codes that are sent",
    60,
    () => {
      const send = createSendLimit(nothingKnown, counters());
      return (ip, index) => send(1, `somebody${index}@example.com`, { ip, deviceHash: "" });
    },
  ],
  [
    "forms of those who are not signed in",
    60,
    () => {
      const { mayTry } = createEmailLinkLimits(nothingKnown, counters());
      return (ip) => mayTry(ip);
    },
  ],
  [
    "wrong codes of devices",
    20,
    () => {
      const { wrong } = createDeviceLimits(counters());
      return async (ip) => (await wrong.take(ip)) === 0;
    },
  ],
  [
    "devices that are started",
    60,
    () => {
      const { starts } = createDeviceLimits(counters());
      return async (ip) => (await starts.take(ip)) === 0;
    },
  ],
];

describe.each(limits)("the limit of %s", (_name, most, make) => {
  const allowed = async (addresses: (string | null)[]) => {
    const take = make();
    let passed = 0;
    for (const [index, ip] of addresses.entries()) if (await take(ip, index)) passed += 1;
    return passed;
  };

  it("counts 115 attempts from 115 addresses of one /64 as those of one address", async () => {
    expect(await allowed(times(115).map((index) => address(index)))).toBe(most);
    expect(await allowed(times(115).map(() => address(7)))).toBe(most);
  });

  it("limits the 64 subnets of one /48 together by its higher maximum", async () => {
    const tries = times(64 * 10).map((index) => address(index, index % 64));
    expect(await allowed(tries)).toBe(Math.min(most * SITE_FACTOR, tries.length));
    expect(await allowed(times(500).map((index) => `2001:db8:${index.toString(16)}::1`))).toBe(500);
  });

  it("counts an IPv4 address and its IPv6 form (::ffff:) as one client", async () => {
    const forms = ["192.0.2.9", "::ffff:192.0.2.9", "::ffff:c000:209"];
    expect(await allowed(times(115).map((index) => forms[index % 3]!))).toBe(most);
  });

  it("is as strict for clients whose address is missing or unreadable, which count as one client", async () => {
    const unreadable = [null, "", "a", "unknown", "1.2.3", "::g"];
    expect(await allowed(times(115).map((index) => unreadable[index % unreadable.length]!))).toBe(most);
  });
});

describe("a limit by network", () => {
  it("does not count a refusal of one subnet against the others of its /48", async () => {
    const limit = createNetworkLimit(counters(), { name: "test", points: 5, duration: 60 });
    for (const index of times(100)) await limit.take(address(index, 1));
    expect(await limit.take(address(0, 2))).toBe(0);
    expect(await limit.take(address(0, 1))).toBeGreaterThan(0);
  });

  it("allows no more concurrent attempts than sequential ones", async () => {
    const limit = createNetworkLimit(counters(), { name: "test", points: 5, duration: 60 });
    const waits = await Promise.all(times(50).map((index) => limit.take(address(index))));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  });
});

describe("guesses from all addresses of one /64", () => {
  let world: AuthenticationWorld;
  let auth: Authentication;
  beforeAll(async () => {
    world = await authenticationWorld(databaseKind);
    auth = await world.instance();
  });
  afterAll(() => world.close());

  it("are limited at the console's sign-in like those of one address", async () => {
    const outcomes = [];
    for (const index of times(22)) {
      const browser = consoleBrowser(auth, "http://castellan.test", address(index, 3));
      outcomes.push((await browser.step("sign-in", { email: "ada@example.com", password: "wrong" })).trouble);
    }
    expect(outcomes.slice(0, 20)).toEqual(times(20).map(() => "refused"));
    expect(outcomes.slice(20)).toEqual(["throttled", "throttled"]);
  });

  it("are limited at the token endpoint like those of one address", async () => {
    const { clientId } = await world.credential((await world.tenant()).tenantId);
    const guess = (index: number) =>
      post(
        auth,
        "/token",
        { grant_type: "client_credentials", client_id: clientId, client_secret: "wrong" },
        {},
        address(index, 4),
      );
    const statuses = [];
    for (const index of times(22)) statuses.push((await guess(index)).status);
    expect(statuses.slice(0, 20)).toEqual(times(20).map(() => 401));
    expect(statuses.slice(20)).toEqual([429, 429]);
  });
});
