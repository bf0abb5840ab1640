import { mkdirSync } from "node:fs";
import type { APIRequestContext, Page } from "@playwright/test";
import { expectEvent as expectLogged, type AuditEvent } from "./audit-log";
import { settled } from "./settled";
import { expect, type Seed } from "./test";

/** Returns the first organization of the seed. */
export const acme = (seed: Seed) => seed.tenants[0];

/**
 * Signs the browser of this page in to the console by the requests of its pages, without opening one: five times as fast. Only for people
 * without a second factor.
 */
export async function signIn(page: Page, person: { email: string; password: string }) {
  await enter(page.request, person);
}

/** Signs in to the console by requests, with the cookies of `request`. */
export async function enter(
  request: APIRequestContext,
  { email, password }: { email: string; password: string },
) {
  // A person who is signed in already would stay signed in.
  const shown = await (await request.post("/sign-in/sign-in", { form: { email, password } })).text();
  const code = /\\?"code\\?":\\?"([0-9a-f]{64})\\?"/.exec(shown)?.[1];
  if (!code) throw new Error(`The sign-in of ${email} did not come to its end.`);
  const { csrfToken } = (await (await request.get("/api/auth/csrf")).json()) as { csrfToken: string };
  const answer = await request.post("/api/auth/callback/credentials", {
    form: { csrfToken, code, json: "true", callbackUrl: "/" },
  });
  const { url } = (await answer.json()) as { url?: string };
  if (!answer.ok() || /[?&](error|csrf)=/.test(url ?? ""))
    throw new Error(`The console did not let ${email} in: ${answer.status()} ${url}`);
}

/** Signs in to the console through its pages, for tests that concern them. */
export async function signInByForm(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
}

/** Calls the REST API with a token of this credential. */
export async function call(
  page: Page,
  credential: { clientId: string; clientSecret: string },
  method: string,
  path: string,
  data?: object,
) {
  const issued = await page.request.post("/token", {
    form: {
      grant_type: "client_credentials",
      client_id: credential.clientId,
      client_secret: credential.clientSecret,
    },
  });
  const { access_token: token, error } = (await issued.json()) as { access_token?: string; error?: string };
  if (!token) throw new Error(`POST /token: ${error}`);
  const response = await page.request.fetch(path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data && { data }),
  });
  // 204 has no body.
  const body: unknown = response.status() === 204 ? null : await response.json();
  return { status: response.status(), body };
}

/** With SCREENSHOTS=folder, stores screenshots of the present page in both themes and widths, for review. */
export async function picture(page: Page, name: string) {
  const folder = process.env["SCREENSHOTS"];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const before = page.viewportSize();
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
}

/** Waits for this event of the console in the first organization's log: of this test, by the owner or as `expected` says. */
export const expectEvent = (seed: Seed, action: string, expected: Partial<AuditEvent> = {}) =>
  expectLogged(seed, `console.${action}`, expected);

/** Expects that the newest of these events in the platform's log is by this administrator. */
export const expectPlatformEvent = (page: Page, event: string, { email }: { email: string }) =>
  expect
    .poll(async () => {
      const answer = await page.request.get("/api/trpc/platform.audit.page?input=%7B%22limit%22%3A50%7D");
      const { result } = (await answer.json()) as { result: { data: { events: { action: string }[] } } };
      return result.data.events.find(({ action }) => action.endsWith(`.${event}`));
    })
    .toMatchObject({ userEmail: email });

/** Returns the tenant's audit actions, newest first, by the API. */
export async function actionsOf(page: Page, credential: { clientId: string; clientSecret: string }) {
  const { body } = await call(page, credential, "GET", "/api/v1/audit-events?limit=20");
  return (body as { events: { action: string }[] }).events.map(({ action }) => action);
}

/**
 * Waits until the page has loaded and all of its content is hydrated: before that, keys and clicks have no effect. React shows it only by
 * the properties of its elements.
 */
export async function alive(page: Page) {
  await page.waitForFunction(() => {
    const main = document.querySelector("#main");
    const lives = (element: Element) => Object.keys(element).some((name) => name.startsWith("__reactProps"));
    const parts = [...(main?.querySelectorAll("a, button, input, select") ?? [])];
    return document.readyState === "complete" && main && parts.length > 0 && [main, ...parts].every(lives);
  });
  // React's effects, which listen for keys, run after the elements are hydrated, before the page is idle.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })));
}

/** Opens an area of the first organization and waits for hydration. */
export async function openArea(page: Page, seed: Seed, path: string) {
  await page.goto(`/${acme(seed).slug}${path}`);
  await alive(page);
}
