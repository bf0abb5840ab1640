import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BASE_URL } from "@/server/testing/authentication";
import { consoleScene, PASSWORD, type ConsoleScene } from "@/server/testing/console-scene";
import { databaseKinds } from "@/server/testing/stores";
import { consoleBrowser } from "@/server/testing/sign-in";

describe.each(databaseKinds)("next-auth at the console on %s", (kind) => {
  let scene: ConsoleScene;
  beforeAll(async () => void (scene = await consoleScene(kind)));
  afterAll(() => scene.world.close());

  let browser: ReturnType<typeof consoleBrowser>;
  const comesFrom = (ip: string) => void (browser = consoleBrowser(scene.auth, BASE_URL, ip));
  const jar = new Map<string, string>();
  /** Sends one request to /api/auth with the cookies of a browser. */
  const ask = async (method: string, path: string, form: Record<string, string> = {}) => {
    const cookies = [browser.cookies(), ...[...jar].map(([name, value]) => `${name}=${value}`)].join("; ");
    const request = new Request(`${BASE_URL}/api/auth/${path}`, {
      method,
      headers: { cookie: cookies, origin: BASE_URL },
      ...(method === "POST" && { body: new URLSearchParams(form) }),
    });
    const answer = await scene.auth.consoleAuth(request, { ip: "192.0.2.9", requestId: "r" });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      jar.set(name!, value!);
    }
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: (text === "" ? undefined : JSON.parse(text)) as unknown,
      redirect: answer.headers.get("location") ?? "",
    };
  };
  const csrf = async () => ((await ask("GET", "csrf")).body as { csrfToken: string }).csrfToken;
  const submit = async (given: Record<string, string>, csrfToken?: string) =>
    ask("POST", "callback/credentials", {
      ...given,
      csrfToken: csrfToken ?? (await csrf()),
      callbackUrl: BASE_URL,
    });
  const proved = async (email: string) => {
    comesFrom("192.0.2.9");
    await browser.step("sign-in", { email, password: PASSWORD });
    return { code: (await browser.view()).ready! };
  };

  it("signs in and out; the cookie contains a token that is invalid after the session", async () => {
    const { world, auth, acme, read } = scene;
    await world.administrator(acme.tenantId, "next@acme.example", PASSWORD);
    const email = "next@acme.example";
    const refusal = { redirect: expect.stringContaining("error=CredentialsSignin") as string };
    comesFrom("192.0.2.9");
    // next-auth must not accept a password, because that would bypass the second factor.
    expect(await submit({ email, password: PASSWORD })).toMatchObject(refusal);
    const { code } = await proved(email);
    expect(await submit({ code: "0".repeat(64) })).toMatchObject(refusal);
    expect((await submit({ code }, "forged")).redirect).toContain("csrf=true");
    // A stolen code is invalid in another browser.
    const owner = browser;
    comesFrom("192.0.2.10");
    expect(await submit({ code })).toMatchObject(refusal);
    browser = owner;
    expect(jar.get(auth.cookieName)).toBeUndefined();

    expect((await submit({ code })).redirect).toBe(BASE_URL);
    expect(await submit({ code })).toMatchObject(refusal);
    const token = jar.get(auth.cookieName)!;
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const shown = await ask("GET", "session");
    expect(shown.body).toMatchObject({ user: { email: "next@acme.example" } });
    expect(JSON.stringify(shown.body)).not.toContain(token);
    expect(jar.get(auth.cookieName)).toBe(token);

    await ask("POST", "signout", { csrfToken: await csrf() });
    expect(jar.get(auth.cookieName)).toBe("");
    jar.set(auth.cookieName, token);
    expect((await ask("GET", "session")).body).toEqual({});
    expect(await read(token)).toBeNull();
  });

  it("unknown actions: the library answers only requests of the console, and no answer names the library", async () => {
    comesFrom("192.0.2.9");
    const asked: [method: string, path: string, status: number][] = [
      ["GET", "callback/credentials", 405],
      ["POST", "callback/github", 404],
      ["POST", "signin/credentials", 404],
      ["POST", "signin", 404],
      ["GET", "signin", 404],
      ["GET", "signout", 405],
      ["GET", "providers", 404],
      ["GET", "error", 404],
      ["GET", "verify-request", 404],
      ["POST", "_log", 404],
      ["POST", "session", 405],
      ["PUT", "csrf", 405],
      ["POST", "toString", 404],
      ["POST", "__proto__", 404],
      ["POST", "csrf/more", 404],
      ["GET", "%63srf", 404],
      ["GET", "CSRF", 404],
    ];
    for (const [method, path, status] of asked) {
      const answer = await ask(method, path);
      const what = `${method} ${path}`;
      expect([answer.status, answer.headers.getSetCookie()], what).toEqual([status, []]);
      expect(answer.body, what).toMatchObject({ error: expect.any(String) as string });
      expect(JSON.stringify(answer.body), what).not.toMatch(/next.?auth/i);
    }
  });

  it.each([
    "aaa",
    "%",
    "https://%",
    "https://evil.example/",
    "//evil.example",
    "javascript:alert(1)",
    "http://x:abc/",
    "//x:abc/",
  ])("false alarms: a form or a cookie has the callback address %s", async (callbackUrl) => {
    comesFrom("192.0.2.9");
    jar.set("next-auth.callback-url", encodeURIComponent(callbackUrl));
    expect(await ask("GET", "csrf")).toMatchObject({ status: 200 });
    for (const path of ["signout", "callback/credentials"]) {
      for (const csrfToken of ["forged", await csrf()]) {
        const { status, redirect } = await ask("POST", path, { callbackUrl, csrfToken });
        expect(status).toBe(302);
        expect(new URL(redirect).origin).toBe(BASE_URL);
      }
    }
    jar.clear();
  });

  it("caches store no answer that sets cookies or names the signed-in user", async () => {
    comesFrom("192.0.2.9");
    for (const path of ["csrf", "session"])
      expect((await ask("GET", path)).headers.get("cache-control"), path).toBe("no-store");
    const forged = await ask("POST", "signout", { csrfToken: "forged" });
    expect(forged.headers.get("cache-control")).toBe("no-store");
    expect(forged.redirect).toBe(`${BASE_URL}/sign-in?csrf=true`);
  });
});
