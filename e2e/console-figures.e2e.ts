import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { acme, call, expectEvent, signIn } from "./support/console";
import { expect, test, type Seed } from "./support/test";

/** Returns the first number of a text in English format. */
const numberIn = (text: string | null) => Number(/[\d,]+/.exec(text ?? "")![0].replaceAll(",", ""));

/** Returns the value of a label in a list of facts. */
const fact = (page: Page, label: string) =>
  page
    .locator("dt")
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator("xpath=following-sibling::dd[1]");

async function addPerson(page: Page, seed: Seed, name: string) {
  const email = `figure-${Date.now()}@acme.example`;
  const { body } = await call(page, acme(seed).credential, "POST", "/api/v1/users", { email, name });
  return (body as { userId: number }).userId;
}

test("the system page counts organizations and pending deliveries", async ({ page, seed, browser }) => {
  await signIn(page, seed.platform.admin);
  await page.goto("/platform/system");
  const organizations = fact(page, "Organizations");
  const before = /^(\d+) active, (\d+) suspended$/.exec((await organizations.textContent())!)!;
  const [active, suspended] = [Number(before[1]), Number(before[2])];
  const toBeMade = numberIn(await fact(page, "Pending").textContent());

  const made = await call(page, seed.platform.credential, "POST", "/api/v1/tenants", {
    tenantName: `Counted ${Date.now()}`,
    adminEmail: `counted-${Date.now()}@counted.example`,
    password: "a long and uncommon one",
  });
  const { tenantId } = made.body as { tenantId: number };
  const check = page.getByRole("button", { name: "Check now" });
  await check.click();
  await expect(organizations).toHaveText(`${active + 1} active, ${suspended} suspended`);
  await page.goto(`/platform/tenants/${tenantId}`);
  await page.getByRole("button", { name: "Suspend" }).click();
  const { slug } = made.body as { slug: string };
  await page.getByLabel(/to confirm/).fill(slug);
  await page.getByRole("button", { name: "Suspend organization" }).click();
  await expect(page.getByRole("button", { name: "Reactivate" })).toBeVisible();
  await page.goto("/platform/system");
  await expect(organizations).toHaveText(`${active} active, ${suspended + 1} suspended`);

  // No server listens there, so the delivery is retried later.
  const context = await browser.newContext({ baseURL: seed.baseUrl });
  const theirs = await context.newPage();
  await signIn(theirs, acme(seed).owner);
  await theirs.goto(`/${acme(seed).slug}/webhooks`);
  await theirs.getByRole("button", { name: "New endpoint" }).first().click();
  const dialog = theirs.getByRole("dialog");
  await dialog.getByLabel("Address", { exact: true }).fill("http://127.0.0.1:9/nobody");
  await dialog.getByLabel("Search events").fill("invitation");
  await dialog.getByRole("checkbox", { name: /^Invitation/ }).click();
  await dialog.getByRole("button", { name: "Create endpoint" }).click();
  await theirs.getByRole("button", { name: "I have stored it" }).click();
  await theirs.getByRole("button", { name: "Send test event" }).click();
  await expect(theirs.getByRole("cell", { name: "Retrying" }).first()).toBeVisible();
  await check.click();
  await expect(fact(page, "Pending")).toHaveText(String(toBeMade + 1));
  await theirs.getByRole("button", { name: "More" }).click();
  await theirs.getByRole("menuitem", { name: "Delete…" }).click();
  await theirs.getByRole("button", { name: "Delete endpoint" }).click();
  await expect(theirs.getByRole("heading", { name: "Webhooks", level: 1 })).toBeVisible();
  await check.click();
  await expect(fact(page, "Pending")).toHaveText(String(toBeMade));
  await context.close();
});

test("the storage page shows the same as the API, and leads to the data export", async ({ page, seed }) => {
  const { slug, credential, owner } = acme(seed);
  const { body } = await call(page, credential, "GET", "/api/v1/migration-status");
  expect(body).toMatchObject({ storageProvider: "embedded", migrationStatus: "none" });
  await signIn(page, owner);
  await page.goto(`/${slug}/storage`);
  await expect(fact(page, "Kept in")).toHaveText("The platform’s own database");
  await expect(fact(page, "Move")).toHaveText("None in progress");
  await expect(fact(page, "Moves to")).toHaveCount(0);
  await page.getByRole("link", { name: "Go to data export" }).click();
  await expect(page.getByRole("heading", { name: "Data export", level: 1 })).toBeVisible();
  const name = `Copied ${Date.now()}`;
  await addPerson(page, seed, name);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download as JSON" }).click(),
  ]);
  expect(await readFile(await download.path(), "utf8"), "the copy is of now").toContain(name);
  await expectEvent(seed, "data_exported");
});

test("the security page counts active sessions, and lists users with several", async ({ page, seed }) => {
  const { slug, owner } = acme(seed);
  await signIn(page, owner);
  const sessions = `/${slug}/security/sessions`;
  const live = page.getByText(/active sessions?$/).locator("xpath=preceding-sibling::span[1]");
  await page.goto(sessions);
  const before = numberIn(await live.textContent());
  const several = page.getByRole("list", { name: "Signed in several times" });
  const sami = several.getByRole("listitem").filter({ hasText: "Sami Sessions" });
  await expect(sami).toContainText("2 sessions");
  await page.goto(`${await sami.getByRole("link").getAttribute("href")}/sessions`);
  await page
    .getByRole("button", { name: /^End\s*session from/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "End session" }).click();
  await expect(page.getByRole("button", { name: /^End\s*session from/ })).toHaveCount(1);
  await expectEvent(seed, "session_revoked");
  await page.goto(sessions);
  await expect(live).toHaveText(String(before - 1));
  await expect(several).toBeVisible();
  await expect(sami).toHaveCount(0);
});

test("credential health counts active users, and those with a second factor", async ({ page, seed }) => {
  const { slug, owner } = acme(seed);
  await signIn(page, owner);
  const health = `/${slug}/security/credentials`;
  const people = page.getByText(/^Of [\d,]+ active people;/);
  const count = async (label: string) =>
    numberIn(await fact(page, label).locator(".tabular-nums").textContent());
  const look = async () => {
    await page.goto(health);
    return {
      people: numberIn(await people.textContent()),
      without: await count("No second factor"),
      having: await count("Second factor"),
    };
  };
  const before = await look();
  expect(before.without + before.having).toBe(before.people);
  const userId = await addPerson(page, seed, "Freshly Counted");
  expect(await look()).toEqual({ ...before, people: before.people + 1, without: before.without + 1 });
  await page.goto(`/${slug}/users/${userId}`);
  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  await expectEvent(seed, "user_suspended");
  expect(await look(), "somebody suspended is not counted").toEqual(before);
});
