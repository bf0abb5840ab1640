import { expect, test } from "./support/test";

/*
 * Requests that the front refuses before Next. server/edge/front-bodies.test.ts tests the rules. These tests run against
 * the built server: they show that no handler of Next runs before the rules.
 */

test("log forging: the picture service, pages' data and forms of other sites do not reach Next", async ({
  seed,
}) => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const { status, headers } = await fetch(seed.baseUrl + path, { redirect: "manual", ...init });
    return [status, headers.get("x-frame-options"), headers.get("cache-control")];
  };
  for (const path of [
    "/_next/image?url=/x%0A%7B%22level%22:50%7D&w=64&q=75",
    "/_next/image?url=/icon.svg&w=64&q=75",
    "/_next/data/x.json",
  ])
    expect(await ask(path), path).toEqual([404, "DENY", "no-store"]);
  const form = (headers: Record<string, string>) => ({
    method: "POST",
    headers: { "content-type": "text/plain;charset=UTF-8", "next-action": "0".repeat(42), ...headers },
    body: "[".repeat(32_000),
  });
  for (const origin of ["https://evil.example", "http://evil%0a{}", "null", ""]) {
    expect(await ask("/sign-in", form({ origin })), origin).toEqual([405, "DENY", "no-store"]);
    expect(await ask("/account/acme", form({ origin })), origin).toEqual([403, "DENY", "no-store"]);
  }
});

test("starvation: the API reference is rendered without details, and each answer has a nonce of its own", async ({
  seed,
  page,
}) => {
  const read = async (language: string) => {
    const answer = await fetch(`${seed.baseUrl}/docs/api`, { headers: { "accept-language": language } });
    const html = await answer.text();
    const [, nonce] = /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "") ?? [];
    const tags = [...html.matchAll(/<(?:script|style)\b[^>]*>/g)].map(([tag]) => tag);
    expect(tags.length).toBeGreaterThan(3);
    expect(tags.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
    return { nonce, html };
  };
  await Promise.all([read("en"), read("de")]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => read("en")));
  expect(new Set(answers.map(({ nonce }) => nonce)).size).toBe(20);
  expect(answers[0]!.html).toContain('lang="en"');
  // The details of one endpoint need more than a kilobyte. There are more than 200.
  expect(answers[0]!.html).toContain("/api/v1/users/{userId}");
  expect(answers[0]!.html.length).toBeLessThan(400_000);
  expect((await read("de")).html).toContain('lang="de"');
  await page.goto("/docs/api?of=nobody");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.locator("#listUsers summary").click();
  await expect(page.locator("#listUsers").getByText("Refusals")).toBeVisible();
});
