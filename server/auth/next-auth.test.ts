import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BASE_URL } from "@/server/testing/authentication";
import { consoleScene, PASSWORD, type ConsoleScene } from "@/server/testing/console-scene";
import { databaseKinds } from "@/server/testing/stores";
import { consoleBrowser } from "@/server/testing/sign-in";

// CommonJS whose default export Node and bundlers see differently.
const { default: NextAuth } = createRequire(import.meta.url)("next-auth") as {
  default: (request: object, response: object, options: object) => Promise<void>;
};

describe.each(databaseKinds)("next-auth at the console on %s", (kind) => {
  let scene: ConsoleScene;
  beforeAll(async () => void (scene = await consoleScene(kind)));
  afterAll(() => scene.world.close());

  let browser: ReturnType<typeof consoleBrowser>;
  const comesFrom = (ip: string) => void (browser = consoleBrowser(scene.auth, BASE_URL, ip));
  const options = () => {
    const headers = { "x-castellan-address": "192.0.2.9", cookie: browser.cookies() };
    return scene.auth.nextAuthOptions(new Request(BASE_URL, { headers }));
  };
  const jar = new Map<string, string>();
  /** One request to next-auth's endpoints as its API handler takes it, with a browser's cookies. */
  const ask = async (method: string, path: string, form: Record<string, string> = {}) => {
    const answer = { status: 200, redirect: "", body: undefined as unknown };
    const headers = new Map<string, string | string[]>();
    const response = {
      status: (code: number) => ((answer.status = code), response),
      getHeader: (name: string) => headers.get(name),
      setHeader: (name: string, value: string | string[]) => (headers.set(name, value), response),
      send: (body: unknown) => void (answer.body = body),
      json: (body: unknown) => void (answer.body = body),
      end: () => {},
    };
    const cookies = Object.fromEntries(jar);
    await NextAuth(
      { method, query: { nextauth: path.split("/") }, body: form, cookies, headers: {} },
      response,
      options(),
    );
    for (const line of [headers.get("Set-Cookie") ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      jar.set(name!, decodeURIComponent(value!));
    }
    return { ...answer, redirect: String(headers.get("Location") ?? "") };
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

  it("signs in and out; the cookie holds a token that dies with the session", async () => {
    const { world, auth, acme, read } = scene;
    await world.administrator(acme.tenantId, "next@acme.example", PASSWORD);
    const email = "next@acme.example";
    const refusal = { redirect: expect.stringContaining("error=CredentialsSignin") as string };
    comesFrom("192.0.2.9");
    // A password is nothing to next-auth: it would be a way around the second factor.
    expect(await submit({ email, password: PASSWORD })).toMatchObject(refusal);
    const { code } = await proved(email);
    expect(await submit({ code: "0".repeat(64) })).toMatchObject(refusal);
    expect((await submit({ code }, "forged")).redirect).toContain("csrf=true");
    // A code that was taken along is worth nothing in another browser.
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
});
