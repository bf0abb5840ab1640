import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { provePasskey, registerPasskey } from "@/server/domain/factors/kinds/passkeys";
import { hashSecret } from "@/server/kernel/http/client-id";
import { BASE_URL } from "@/server/testing/authentication";
import { testAuthenticator } from "@/server/testing/authenticator";
import { consoleWorld, PASSWORD, type ConsoleWorld } from "@/server/testing/console-scene";
import { TEST_ORIGIN } from "@/server/testing/sign-in";
import { page, rpId, signInScene } from "@/server/testing/sign-in-scene";
import { databaseKinds } from "@/server/testing/stores";
import { flowCookieName } from "./console-pages";

/*
 * A passkey signs a challenge that the server chose, once (WebAuthn §13.4.3). The authenticators of these tests count no
 * signatures, like synchronized passkeys. Only the challenge distinguishes a replayed answer.
 */

type Options = { request: { challenge: string } };

describe.each(databaseKinds)("an attacker with an answer of a passkey, at the console, on %s", (kind) => {
  let world: ConsoleWorld["world"];
  let browser: ConsoleWorld["browser"];
  beforeAll(async () => void ({ world, browser } = await consoleWorld(kind)));
  afterAll(() => world.close());

  const { hostname, origin } = new URL(BASE_URL);
  const asking = (challenge: string) => ({ challenge, origin, rpId: hostname, userHandle: "aGFuZGxl" });

  async function administrator(email: string) {
    const { tenantId } = await world.tenant();
    const userId = await world.administrator(tenantId, email, PASSWORD);
    const device = testAuthenticator();
    const asked = asking(Buffer.from("enrol").toString("base64url"));
    const passkey = (await provePasskey(device.create(asked), asked))!;
    await world.inTenant(tenantId, (tx) =>
      registerPasskey(tx, { userId, userHandle: "aGFuZGxl", passkey, label: null }, new Date()),
    );
    return (challenge: string) => JSON.stringify(device.get({ ...asking(challenge), counter: 0 }));
  }
  const challengeOf = async (visit: ReturnType<typeof browser>) =>
    ((await (await visit.step("passkey-options")).response.json()) as Options).request.challenge;

  it("opens nothing by an answer to a challenge that derives from a cookie of the attacker's choice", async () => {
    const signed = await administrator("computed@replay.example");
    const key = "A".repeat(43);
    const computed = Buffer.from(hashSecret(`passkey 0 ${key}`), "hex").toString("base64url");
    const visit = browser(`${flowCookieName(BASE_URL)}=${key}`);
    expect((await visit.step("passkey", { response: signed(computed) })).trouble).toBe("passkey");
    expect(await visit.enter()).toBeNull();
    const challenges = new Set<string>();
    for (let attempt = 0; attempt < 2; attempt++)
      challenges.add(await challengeOf(browser(`${flowCookieName(BASE_URL)}=B${attempt}${"B".repeat(41)}`)));
    expect(challenges).not.toContain(computed);
    expect(challenges.size).toBe(2);
  });

  it("opens nothing by sending the same answer and the same cookies again", async () => {
    const signed = await administrator("again@replay.example");
    const visit = browser();
    const response = signed(await challengeOf(visit));
    const held = visit.cookies();
    expect((await visit.step("passkey", { response })).trouble).toBeNull();
    expect(await visit.enter(), "its owner comes in").not.toBeNull();
    for (let attempt = 0; attempt < 2; attempt++) {
      const replay = browser(held);
      expect((await replay.step("passkey", { response })).trouble).toBe("passkey");
      expect(await replay.enter()).toBeNull();
    }
    const restarted = browser();
    const late = signed(await challengeOf(restarted));
    await restarted.step("restart");
    expect((await restarted.step("passkey", { response: late })).trouble).toBe("passkey");
  });
});

describe.each(databaseKinds)("an answer of a passkey, at an app, on %s", (kind) => {
  let scene: Awaited<ReturnType<typeof signInScene>>;
  beforeAll(async () => void (scene = await signInScene(kind)));
  afterAll(() => scene.close());

  async function begun() {
    const { browser, passkey } = await scene.setting();
    const device = await passkey();
    const visit = browser();
    const challenge = async () => {
      const answer = (await visit.step("passkey-options")) as unknown as { body: Options };
      return answer.body.request.challenge;
    };
    const signed = (asked: string) =>
      JSON.stringify(
        device.get({ challenge: asked, origin: TEST_ORIGIN, rpId, userHandle: "aGFuZGxl", counter: 0 }),
      );
    return { visit, challenge, signed };
  }

  it("is valid for ten minutes, and concurrent pages get the same challenge", async () => {
    const { visit, challenge, signed } = await begun();
    const first = await challenge();
    expect(await challenge()).toBe(first);
    scene.later(6 * 60_000);
    const second = await challenge();
    expect(second, "a page that asks late has time to answer").not.toBe(first);
    expect(await visit.step("passkey", { response: signed(first) })).toEqual(page("passkey"));
    expect(await visit.step("passkey", { response: signed(second) }), "it was used up").toEqual(
      page("passkey"),
    );
    const third = await challenge();
    scene.later(10 * 60_000);
    expect(await visit.step("passkey", { response: signed(third) })).toEqual(page("passkey"));
    expect(await visit.step("passkey", { response: signed(await challenge()) })).toMatchObject({ to: "app" });
  });

  it("is checked once of several at once", async () => {
    const { visit, challenge, signed } = await begun();
    const response = signed(await challenge());
    const results = await Promise.all(Array.from({ length: 6 }, () => visit.step("passkey", { response })));
    expect(results.filter((result) => result?.to === "app")).toHaveLength(1);
  });

  it("to a request of the first step is refused at the second step", async () => {
    const { visit, challenge, signed } = await begun();
    const response = signed(await challenge());
    expect(await visit.step("sign-in", { email: "ann@acme.example", password: "wrong" })).toEqual(
      page("refused"),
    );
    await visit.step("sign-in", {
      email: "ann@acme.example",
      password: "correct horse battery staple 9",
    });
    expect(await visit.view()).toMatchObject({ step: "second" });
    expect(await visit.step("passkey", { response })).toEqual(page("passkey"));
  });
});
