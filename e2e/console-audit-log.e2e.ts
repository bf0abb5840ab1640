import { readFile } from "node:fs/promises";
import { expect, test } from "./support/test";
import { expectEvent as expectLogged } from "./support/audit-log";
import { acme, call, expectEvent, openArea, signIn } from "./support/console";
import { proceduresOf } from "./support/things";

test.beforeEach(async ({ page, seed }) => signIn(page, acme(seed).owner));

test("audit log: events are filtered by the name of the target, and by reference", async ({ page, seed }) => {
  const { slug, owner } = acme(seed);
  const appId = seed.fixtures.connectedApp.appId;
  const { body } = await call(page, acme(seed).credential, "GET", `/api/v1/apps/${appId}`);
  const { name } = body as { name: string };
  await openArea(page, seed, "/audit");
  const about = page.getByRole("button", { name: /^About: / });
  const field = page.getByRole("combobox", { name: "About" });
  await about.click();
  await field.fill(owner.email);
  await page.getByRole("option", { name: owner.email }).first().click();
  await expect(page).toHaveURL(new RegExp(`target=user%3A${owner.userId}$|target=user:${owner.userId}$`));
  const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
  await expect(rows.first()).toContainText(`user:${owner.userId}`);

  await about.click();
  await field.fill(name);
  await page.getByRole("option", { name: new RegExp(`^${name} App`) }).click();
  await expect(page).toHaveURL(new RegExp(`app(:|%3A)${appId}`));
  await expect(about).toHaveAccessibleName(`About: ${name}`);
  // The URL contains the reference; the page shows the name.
  await page.reload();
  await expect(about).toHaveAccessibleName(`About: ${name}`);

  await about.click();
  await field.fill("role:999999");
  await page.getByRole("option", { name: "Role 999999" }).click();
  await expect(page.getByText("No matching events")).toBeVisible();
  await page.getByRole("button", { name: "Clear: About" }).click();
  await expect(page).toHaveURL(new RegExp(`/${slug}/audit$`));
});

test(
  "audit log: is filtered, opened, saved as a view, exported and verified",
  { tag: "@journey" },
  async ({ page, seed }) => {
    const { slug } = acme(seed);
    const run = proceduresOf(page.request, slug);
    for (const tagline of ["Quality since 1949", null]) await run("tenantConfig.update", { tagline });
    await openArea(page, seed, "/audit");
    await page.getByRole("button", { name: "Event: Any event" }).click();
    await page.getByRole("combobox", { name: "Event" }).fill("tenant config");
    await page.getByRole("option", { name: /Tenant config updated/ }).click();
    await expect(page).toHaveURL(/event=tenant_config_updated/);
    await page.getByLabel("Time").selectOption("Last 24 hours");
    await expect(page).toHaveURL(/days=1/);
    await page
      .getByRole("button", { name: /Tenant config updated/ })
      .nth(1)
      .click();
    const sheet = page.getByRole("dialog", { name: "Tenant config updated" });
    await expect(sheet.getByText("What changed")).toBeVisible();
    await expect(sheet.getByText("console.tenant_config_updated")).toBeVisible();
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Views", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Save (these filters|or remove)…$/ }).click();
    await page.getByLabel("Name of the view").fill("Branding of today");
    await page.getByRole("button", { name: "Save the view" }).click();
    await expect(page.getByText("The view Branding of today was saved.")).toBeVisible();
    await expectLogged(seed, "account.saved_view_set");
    await page.goto(`/${slug}/audit`);
    await page.getByRole("button", { name: "Views", exact: true }).click();
    await page.getByRole("menuitem", { name: "Branding of today" }).click();
    await expect(page).toHaveURL(/event=tenant_config_updated/);

    await page.getByRole("button", { name: "Export" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "NDJSON, for programs" }).click();
    const text = await readFile(await (await downloading).path(), "utf8");
    const actions = text
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { action: string }).action.split(".")[1]);
    expect(new Set(actions)).toEqual(new Set(["tenant_config_updated"]));
    await expectEvent(seed, "audit_log_exported");

    await page.getByRole("button", { name: "Verify" }).click();
    const dialog = page.getByRole("dialog", { name: "Verify the audit log" });
    await dialog.getByLabel("A seal that you kept").fill("nonsense");
    await dialog.getByRole("button", { name: "Verify the whole log" }).click();
    await expect(dialog.getByLabel("A seal that you kept")).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel("A seal that you kept").fill("");
    await dialog.getByRole("button", { name: "Verify the whole log" }).click();
    await expect(dialog.getByText("The log is intact")).toBeVisible();
    // This seal is not from the organization's chain.
    await dialog.getByLabel("A seal that you kept").fill(`1:${"0".repeat(64)}`);
    await dialog.getByRole("button", { name: "Verify the whole log" }).click();
    await expect(dialog.getByText("The log was tampered with")).toBeVisible();
  },
);

test("saved views: are the same in every browser", async ({ page, seed, browser }) => {
  const { slug, owner } = acme(seed);
  await openArea(page, seed, "/users");
  await page.getByLabel("Status").selectOption("Locked");
  await expect(page).toHaveURL(/status=locked/);
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Save (these filters|or remove)…$/ }).click();
  await page.getByLabel("Name of the view").fill("Locked out");
  await page.getByRole("button", { name: "Save the view" }).click();
  await expect(page.getByText("The view Locked out was saved.")).toBeVisible();

  const elsewhere = await (await browser.newContext({ baseURL: seed.baseUrl })).newPage();
  await signIn(elsewhere, owner);
  await elsewhere.goto(`/${slug}/users`);
  await elsewhere.getByRole("button", { name: "Views", exact: true }).click();
  await elsewhere.getByRole("menuitem", { name: "Locked out" }).click();
  await expect(elsewhere).toHaveURL(/status=locked/);
  await elsewhere.getByRole("button", { name: "Views", exact: true }).click();
  await elsewhere.getByRole("menuitem", { name: "Save or remove…" }).click();
  await elsewhere.getByRole("button", { name: "Remove Locked out" }).click();
  await expect(elsewhere.getByText("The view Locked out was removed.")).toBeVisible();
  await elsewhere.context().close();

  await page.goto(`/${slug}/users`);
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Save these filters…" })).toBeVisible();
});
