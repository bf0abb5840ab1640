import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, type Seed } from "./test";

/** Returns the first organization of the seed. */
export const acme = (seed: Seed) => seed.tenants[0];

/** Signs in to the console through its pages. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }) {
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
      await page.waitForTimeout(150);
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
}

/** Expects that the newest console event of the first organization is this action, by its owner. */
export const expectEvent = (page: Page, seed: Seed, action: string) =>
  expect
    .poll(async () => {
      const path = "/api/v1/audit-events?limit=1&channel=console";
      const { body } = await call(page, seed.tenants[0].credential, "GET", path);
      return (body as { events: object[] }).events[0];
    })
    .toMatchObject({ action: `console.${action}`, userEmail: seed.tenants[0].owner.email });

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

interface AuditEvent {
  action: string;
  target: string;
  userEmail: string | null;
}

/** Returns the newest audit events of the first tenant, by the API. */
export async function newestEvents(page: Page, seed: Seed, limit = 1) {
  const { body } = await call(page, acme(seed).credential, "GET", `/api/v1/audit-events?limit=${limit}`);
  return (body as { events: AuditEvent[] }).events;
}

/** Returns the newest audit event of the first tenant, by the API. */
export const newestEvent = async (page: Page, seed: Seed) => (await newestEvents(page, seed))[0]!;

/** Opens an area of the first organization and waits for hydration. */
export async function openArea(page: Page, seed: Seed, path: string) {
  await page.goto(`/${acme(seed).slug}${path}`);
  await page.waitForLoadState("networkidle");
}
