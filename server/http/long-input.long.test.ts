import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "@/server/testing/server";

/*
 * Measures how long one request with a long text delays all other requests (Django had CVE-2013-1443 for passwords). Each limit
 * is a multiple of the time of a normal request of the same kind, because absolute times depend on the machine.
 */
describe("an attack with long texts", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()), 120_000);
  afterAll(() => server.close());

  const signIn = (fields: Record<string, string>) =>
    fetch(`${server.url}/sign-in/sign-in`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: server.url },
      body: new URLSearchParams(fields),
    });

  let people = 0;
  /**
   * Returns a failing sign-in for a new account. The server throttles repeated failures of one account, which would distort the
   * measurement.
   */
  const normal = () => ({
    email: `nobody-${(people += 1)}@x.example`,
    password: "a usual wrong password 7",
  });

  /**
   * Returns the duration of `work`. Also returns the longest time of a request to /healthz during `work`. Both are in
   * milliseconds.
   */
  async function measured(work: () => Promise<unknown>) {
    let done = false;
    let longestWait = 0;
    const bystander = (async () => {
      while (!done) {
        const asked = performance.now();
        expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
        longestWait = Math.max(longestWait, performance.now() - asked);
        await new Promise((resume) => setTimeout(resume, 5));
      }
    })();
    const began = performance.now();
    await work();
    const took = performance.now() - began;
    done = true;
    await bystander;
    return { took, longestWait };
  }

  /** Returns the shortest of three durations. The other durations can include garbage collection or work of other processes. */
  async function fastest(work: () => Promise<unknown>) {
    const times = [];
    for (let time = 0; time < 3; time++) times.push((await measured(work)).took);
    return Math.min(...times);
  }

  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

  it.each([
    ["65,000 digits", "1".repeat(65_000)],
    ["65,000 digits before a letter", `${"1".repeat(64_999)}x`],
    ["65,000 spaces before a letter", `${" ".repeat(64_990)}x`],
    ["64,000 letters", "a".repeat(64_000)],
  ])(
    "an anonymous sign-in with a password of %s is refused in a normal one's time, and /healthz answers",
    async (_name, password) => {
      await signIn(normal());
      const usual = [];
      for (let time = 0; time < 5; time++) usual.push(await measured(() => signIn(normal())));
      const attack = await measured(async () => {
        const answer = await signIn({ ...normal(), password });
        expect(answer.status).toBe(303);
        expect(answer.headers.get("location")).toContain("error=refused");
      });
      expect(attack.took).toBeLessThan(3 * median(usual.map(({ took }) => took)) + 400);
      expect(attack.longestWait).toBeLessThan(3 * median(usual.map((each) => each.longestWait)) + 400);
    },
    60_000,
  );

  it("a sign-in under an address of 60,000 characters is refused in a normal one's time", async () => {
    await signIn(normal());
    const usual = await fastest(() => signIn(normal()));
    for (const letter of ["a", " ", "@", ".", "ß", "1"]) {
      const email = letter.repeat(Math.floor(60_000 / encodeURIComponent(letter).length));
      const attack = await fastest(() => signIn({ ...normal(), email }));
      expect(attack, letter).toBeLessThan(3 * usual + 200);
    }
  });

  it.each(["/token", "/device", "/device_authorization", "/introspect", "/authorize"])(
    "a path of slashes after %s is answered at once",
    async (path) => {
      const usual = await fastest(() => fetch(`${server.url}${path}/`, { method: "POST" }));
      const attack = await fastest(() =>
        fetch(`${server.url}${path}${"/".repeat(12_000)}x`, { method: "POST", redirect: "manual" }),
      );
      expect(attack).toBeLessThan(3 * usual + 200);
    },
  );

  it("a SCIM filter with an open quotation and 28 lines is refused at once", async () => {
    const { scimToken } = server.seed.tenants[0];
    const filtered = (filter: string) =>
      server.call(scimToken, "GET", `/scim/v2/acme/Users?filter=${encodeURIComponent(filter)}`);
    await filtered('userName eq "a');
    const usual = await fastest(() => filtered('userName eq "a'));
    const attack = await fastest(async () =>
      expect((await filtered(`userName eq "${"\n".repeat(28)}`)).status).toBe(400),
    );
    expect(attack).toBeLessThan(3 * usual + 200);
    expect((await filtered('userName eq "a\nb"')).status).toBe(400);
    expect((await filtered('userName eq "a\\nb" or\n userName pr')).status).toBe(200);
  });
});
