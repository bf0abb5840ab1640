import type { Page } from "@playwright/test";
import { call, signIn } from "./support/console";
import { expect, test } from "./support/test";

/** Returns the lines of the platform's log for this event and channel, newest first. */
async function logged(page: Page, channel: string, event: string) {
  await page.goto(`/platform/audit?channel=${channel}&event=${event}`);
  return page.getByRole("row").filter({ has: page.getByRole("cell") });
}

test("a platform credential uses its chosen capabilities, and the platform's log records all events of it", async ({
  page,
  seed,
}) => {
  const [{ tenantId, slug }] = seed.tenants;
  const name = `Sign-up service ${Date.now()}`;
  await signIn(page, seed.platform.admin);
  await page.goto("/platform/api-access");
  await page.getByRole("button", { name: "New credential" }).first().click();
  const dialog = page.getByRole("dialog");
  const create = dialog.getByRole("button", { name: "Create credential" });
  await create.click();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByText(/at least one/)).toBeVisible();
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await create.click();
  await expect(dialog.getByText(/at least one/)).toBeVisible();
  await dialog.getByRole("checkbox", { name: /SearchTenants/ }).check();
  await create.click();
  await expect(page.getByText("Shown only once")).toBeVisible();
  const shown = await dialog.locator("dd code").allTextContents();
  const credential = { clientId: shown[0]!, clientSecret: shown[1]! };
  await page.getByRole("button", { name: "I have stored it" }).click();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("SearchTenants");
  await expect(page.getByText(credential.clientSecret)).toHaveCount(0);

  const search = () => call(page, credential, "GET", `/api/v1/tenants/search?q=${slug}`);
  expect(await search()).toMatchObject({ status: 200, body: [{ tenantId }] });
  const suspend = await call(page, credential, "PATCH", `/api/v1/tenants/${tenantId}`, {
    status: "suspended",
  });
  expect(suspend.status, "it was not chosen for this").toBe(403);

  const act = async (item: string) => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await act("Rotate secret…");
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.getByText("Shown only once")).toBeVisible();
  const [, newSecret] = await dialog.locator("dd code").allTextContents();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(search()).rejects.toThrow("invalid_client");
  credential.clientSecret = newSecret!;
  expect((await search()).status).toBe(200);

  await act("Revoke…");
  await expect(dialog.getByRole("button", { name: "Revoke credential" })).toBeDisabled();
  await dialog.getByLabel(/to confirm/).fill(name);
  await dialog.getByRole("button", { name: "Revoke credential" }).click();
  await expect(row).toContainText("Revoked");
  await expect(page.getByRole("button", { name: `Actions for ${name}` })).toBeHidden();
  await expect(search()).rejects.toThrow("invalid_client");

  // The log contains every step with actor and channel. A filter shows only events of its kind.
  for (const [event, words] of [
    ["credential_created", "Credential created"],
    ["credential_rotated", "Credential rotated"],
    ["credential_revoked", "Credential revoked"],
  ] as const) {
    const rows = await logged(page, "console", event);
    await expect(rows.first()).toContainText(words);
    await expect(rows.first()).toContainText(name);
    await expect(rows.first()).toContainText("Petra Stein");
    await expect(rows.filter({ hasNotText: words })).toHaveCount(0);
  }
  // The log records requests of the credential under the name of the credential.
  const searches = await logged(page, "platform_api", "tenant_search");
  await expect(searches.first()).toContainText(`search:${slug}`);
  await expect(searches.first()).toContainText(name);
  await expect(searches.first()).toContainText("Platform API");
});

test("the platform's log is filtered by event, channel and time, opens an event, and has a URL to share", async ({
  page,
  seed,
  browser,
}) => {
  const [{ slug, tenantId }] = seed.tenants;
  await signIn(page, seed.platform.admin);
  await call(page, seed.platform.credential, "GET", `/api/v1/tenants/search?q=${slug}`);
  await page.goto("/platform/audit");
  const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
  await expect(rows.first()).toContainText(`search:${slug}`);
  await page.getByLabel("Channel").selectOption("console");
  await expect(page).toHaveURL(/channel=console/);
  await expect(page.getByRole("cell", { name: "Platform API" })).toHaveCount(0);
  await page.getByLabel("Channel").selectOption("platform_api");
  await expect(rows.first()).toContainText(`search:${slug}`);
  await page.getByRole("button", { name: "About: All targets" }).click();
  await page.getByRole("combobox", { name: "About" }).fill(slug);
  await page.getByRole("option", { name: new RegExp(`Organization · ${slug}$`) }).click();
  await expect(page).toHaveURL(new RegExp(`target=tenant(:|%3A)${tenantId}`));
  await page.getByRole("button", { name: "Clear: About" }).click();
  await page.getByLabel("Event, such as tenant_created").fill("tenant_search");
  await expect(page).toHaveURL(/event=tenant_search/);
  await page.getByLabel("Time").selectOption("1");
  await expect(page).toHaveURL(/days=1/);
  await expect(rows.first()).toContainText("Tenant search");

  await rows.first().click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText("platform_api.tenant_search")).toBeVisible();
  await expect(sheet.getByText(seed.platform.credential.clientId)).toBeVisible();
  await page.keyboard.press("Escape");

  // The URL contains all filters.
  const context = await browser.newContext({ baseURL: seed.baseUrl });
  const other = await context.newPage();
  await signIn(other, seed.platform.admin);
  await other.goto(page.url());
  await expect(other.getByLabel("Channel")).toHaveValue("platform_api");
  await expect(other.getByLabel("Event, such as tenant_created")).toHaveValue("tenant_search");
  await expect(other.getByRole("cell", { name: "Platform API" }).first()).toBeVisible();
  await context.close();

  await page.getByLabel("Event, such as tenant_created").fill("nothing_like_it");
  await expect(page.getByText("No matching events")).toBeVisible();
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expect(rows.first()).toBeVisible();
  await expect(page.getByLabel("Channel")).toHaveValue("all");
});
