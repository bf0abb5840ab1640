import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext } from "@playwright/test";
import { signIn } from "./support/console";
import { platformPages, tenantPages } from "./support/pages";
import { expect, test } from "./support/test";
import { makeThings } from "./support/things";

/*
 * The Content Security Policy of every page in a browser. server/edge/front.test.ts tests the headers of each kind of
 * response; support/test.ts checks in every test that no page violates its own policy.
 */

const SCRIPT = /<script\b([^>]*)>/g;
const STYLE = /<style\b([^>]*)>/g;

test("script injection: every script of every page carries the nonce of its answer, and no answer is cached", async ({
  seed,
  browser,
}) => {
  test.setTimeout(240_000);
  const owner = await browser.newContext({ baseURL: seed.baseUrl });
  await signIn(await owner.newPage(), seed.tenants[0].owner);
  const { things, remove: removeThings } = await makeThings(owner.request, seed);
  const platform = await browser.newContext({ baseURL: seed.baseUrl });
  await signIn(await platform.newPage(), seed.platform.admin);
  const [{ slug }] = seed.tenants;
  const walks: [BrowserContext, string[]][] = [
    [
      owner,
      [
        "/",
        "/sign-in",
        "/recover",
        `/recover/${slug}`,
        `/verify/${slug}?token=x`,
        `/join/${slug}?token=x`,
        "/docs/api",
        "/interaction/abc",
        "/no/such/page",
        "/act-as/link/expired",
        "/act-as/1",
        "/nowhere",
        ...["", "/security", "/sessions", "/apps", "/data", "/notifications"].map(
          (page) => `/account/${slug}${page}`,
        ),
        ...tenantPages(seed, things).flatMap(({ paths }) => paths),
      ],
    ],
    [platform, platformPages(seed)],
  ];
  for (const [context, paths] of walks)
    for (const path of new Set(paths)) {
      const answer = await context.request.get(path);
      const headers = answer.headers();
      const policy = headers["content-security-policy"] ?? "";
      const html = await answer.text();
      expect.soft(headers["content-type"], path).toContain("text/html");
      expect.soft(policy, path).toContain("frame-ancestors 'none'");
      expect.soft(headers["x-content-type-options"], path).toBe("nosniff");
      expect.soft(headers["cache-control"], path).toContain("no-store");
      // The provider's own pages have no scripts.
      if (/script-src 'none'/.test(policy)) continue;
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
      const bare = (tags: RegExp) =>
        [...html.matchAll(tags)].filter(([, tag]) => !tag!.includes(`nonce="${nonce}"`));
      expect.soft([...html.matchAll(SCRIPT)].length, path).toBeGreaterThan(3);
      expect
        .soft(
          bare(SCRIPT).map(([tag]) => tag),
          path,
        )
        .toEqual([]);
      expect
        .soft(
          bare(STYLE).map(([tag]) => tag),
          path,
        )
        .toEqual([]);
    }
  await removeThings();
  await owner.close();
  await platform.close();
});

test(
  "script injection: injected markup runs no script and applies no style",
  { tag: "@journey" },
  async ({ page, violations }) => {
    const markup = `<script>window.ran = "script"</script><img src="x" onerror="window.ran = 'handler'">
    <svg onload="window.ran = 'svg'"></svg><iframe srcdoc="<script>parent.ran = 'frame'</script>"></iframe>
    <style>body { opacity: 0.5 }</style>
    <base href="https://evil.example/"><object data="data:text/html,x"></object>`;
    await page.route("**/sign-in", async (route) => {
      const answer = await route.fetch();
      const html = (await answer.text()).replace(/<body[^>]*>/, (body) => body + markup);
      await route.fulfill({ response: answer, body: html });
    });
    await page.goto("/sign-in");
    // React removes the injected elements when it takes over the page, so the link is added afterwards.
    await page.evaluate(() => {
      const link = document.createElement("a");
      link.href = "javascript:window.ran = 'link'";
      document.body.append(link);
      link.click();
    });
    // The browser reports each refusal when it refuses. That of the link is the last.
    const refused = (of: string) => () => violations.some((text) => text.includes(of));
    await expect.poll(refused("JavaScript URL")).toBe(true);
    const seen = await page.evaluate(() => ({
      ran: (window as unknown as { ran?: string }).ran,
      opacity: getComputedStyle(document.body).opacity,
      base: document.baseURI,
    }));
    expect(seen).toEqual({ ran: undefined, opacity: "1", base: page.url() });
    expect(violations.length).toBeGreaterThan(3);
    violations.length = 0;
  },
);

test("form hijacking: an injected form sends nothing to another site", async ({ page, violations }) => {
  const taken: string[] = [];
  const evil = createServer((request, response) => {
    taken.push(request.url ?? "");
    response.end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => evil.once("listening", resolve));
  const { port } = evil.address() as AddressInfo;
  await page.goto("/sign-in");
  await page.evaluate((to) => {
    const form = document.createElement("form");
    form.action = `${to}/taken`;
    form.method = "post";
    document.body.append(form);
    form.submit();
  }, `http://127.0.0.1:${port}`);
  // The browser reports the refusal in place of the request.
  await expect.poll(() => violations.length).toBeGreaterThan(0);
  evil.close();
  expect(taken).toEqual([]);
  expect(page.url()).toContain("/sign-in");
  violations.length = 0;
});

test("clickjacking: no page is shown in a frame of another site", async ({ page, seed, violations }) => {
  const outer = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    const [{ slug }] = seed.tenants;
    const framed = [
      "/sign-in",
      "/docs/api",
      `/recover/${slug}`,
      `/account/${slug}`,
      "/device",
      "/nowhere/at/all",
    ];
    response.end(framed.map((path) => `<iframe src="${seed.baseUrl}${path}"></iframe>`).join(""));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => outer.once("listening", resolve));
  await page.goto(`http://127.0.0.1:${(outer.address() as AddressInfo).port}/`);
  const frames = page.frames().slice(1);
  expect(frames.length).toBeGreaterThan(4);
  await expect.poll(() => violations.length).toBeGreaterThanOrEqual(frames.length);
  for (const frame of frames) {
    const text = await frame.evaluate(() => document.body?.innerText ?? "").catch(() => "");
    expect(text).not.toMatch(/Sign in|API reference|password|nothing here/i);
    expect(frame.url()).not.toContain(seed.baseUrl);
  }
  outer.close();
  violations.length = 0;
});

test("middleware bypass: internal headers of Next and of this server open no page without a session", async ({
  seed,
  playwright,
}) => {
  const [{ slug, owner: person }] = seed.tenants;
  const nobody = await playwright.request.newContext({ baseURL: seed.baseUrl });
  const forged = {
    "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware",
    "x-castellan-domain": "login.acme.example",
    "x-castellan-path": `/${slug}/users`,
    "x-castellan-address": "127.0.0.1",
    "x-nonce": "forged",
    "content-security-policy": "script-src 'nonce-forged'",
  };
  for (const path of [`/${slug}/users`, "/platform/tenants", `/account/${slug}/security`]) {
    const plain = await nobody.get(path, { maxRedirects: 0 });
    const answer = await nobody.get(path, { maxRedirects: 0, headers: forged });
    expect(answer.status(), path).toBe(plain.status());
    const text = await answer.text();
    expect(text, path).not.toContain(person.email);
    expect(text, path).not.toContain("forged");
  }
  await nobody.dispose();
});
