import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKind } from "@/server/testing/stores";
import { createScene, type Scene } from "@/server/testing/scene";
import { facts } from "@/server/testing/console-scene";
import { followTypedAddress, typedAddress } from "./typed-address";

describe("the typed address", () => {
  const kept = (typed: string, { secure = false, failed = true } = {}) => {
    const response = new Response();
    followTypedAddress(response, typed, failed, { path: "/sign-in", secure });
    return response.headers.get("set-cookie");
  };
  const sentBack = (typed: string) => typedAddress(`other=1; ${kept(typed)!.split(";")[0]}; more=2`);

  it.each(["ada@example.com", 'ada+x;=," \u00e4@b\u00fccher.example', "EXAMPLE\\ada"])(
    "comes back: %s",
    (typed) => {
      expect(sentBack(` ${typed} `)).toBe(typed);
    },
  );

  it("is available only to its page, for some minutes, and not to scripts", () => {
    expect(kept("ada@example.com", { secure: true })).toBe(
      "castellan_typed=ada%40example.com; Path=/sign-in; Max-Age=300; HttpOnly; SameSite=Lax; Secure",
    );
  });

  it("is removed if there is none or the sign-in continued, and is no longer than an address", () => {
    expect(kept(" ")).toContain("castellan_typed=; Path=/sign-in; Max-Age=0;");
    expect(kept("ada@example.com", { failed: false })).toContain(
      "castellan_typed=; Path=/sign-in; Max-Age=0;",
    );
    expect(kept("")).toBeNull();
    expect(kept("\ud800")).toContain("Max-Age=0;");
    expect(sentBack("a".repeat(5_000))).toHaveLength(254);
    for (const cookies of [null, "", "castellan_typed=", "castellan_typed=%E0%A4%A", "xcastellan_typed=a"])
      expect(typedAddress(cookies)).toBeNull();
  });
});

describe("the forms of a sign-in", () => {
  let scene: Scene;
  beforeAll(async () => void (scene = await createScene(databaseKind)));
  afterAll(() => scene.close());
  const visitor = { ip: "192.0.2.1", userAgent: null };

  it("show the address again at an app after a wrong password, only at this sign-in", async () => {
    const { app, person } = await scene.addTenant();
    const visit = scene.browser();
    const shown = (at: string) => {
      const { pathname } = new URL(at);
      const uid = pathname.split("/")[2]!;
      return scene.auth.main.interactions.describe(uid, visit.cookieHeader(pathname), visitor);
    };
    const { at } = await visit.authorize(app, { login_hint: "hint@shop.example" });
    expect(await shown(at)).toMatchObject({ loginHint: "hint@shop.example" });
    const refused = await visit.submit(at, "sign-in", { email: person.email, password: "wrong" });
    expect(refused.headers.get("location")).toMatch(/\?error=refused$/);
    expect(await shown(at)).toMatchObject({ loginHint: person.email });
    const other = await visit.authorize(app);
    expect(await shown(other.at)).toMatchObject({ loginHint: null });
    await visit.submit(other.at, "sign-in", person);
    expect(visit.cookieHeader(new URL(other.at).pathname)).not.toContain("castellan_typed");
  });

  it("show the address again at the console after a wrong password", async () => {
    const { consolePages } = scene.auth;
    const answer = await consolePages.submit(
      new Request("https://castellan.example/sign-in/sign-in", {
        method: "POST",
        body: new URLSearchParams({ email: "ada@acme.example", password: "wrong" }),
      }),
      "sign-in",
      facts,
    );
    expect(answer.headers.get("location")).toMatch(/\/sign-in\?error=refused$/);
    const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
    expect(await consolePages.describe(cookies.join("; "), visitor)).toMatchObject({
      loginHint: "ada@acme.example",
    });
    expect(await consolePages.describe(null, visitor)).toMatchObject({ loginHint: null });
  });
});
