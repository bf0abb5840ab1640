import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test, type Seed } from "./support/test";
import { call, signIn } from "./support/console";

const acme = (seed: Seed) => seed.tenants[0];

interface Event {
  action: string;
  target: string;
  userEmail: string | null;
}

/** Returns the newest audit events of the tenant, by the API. */
async function newestEvents(page: Page, seed: Seed, limit = 1) {
  const { body } = await call(page, acme(seed).credential, "GET", `/api/v1/audit-events?limit=${limit}`);
  return (body as { events: Event[] }).events;
}

/** Opens an area and waits for hydration. */
async function openArea(page: Page, seed: Seed, path: string) {
  await page.goto(`/${acme(seed).slug}${path}`);
  await page.waitForLoadState("networkidle");
}

test.beforeEach(async ({ page, seed }) => signIn(page, acme(seed).owner));

test("general: the name is changed, refused if empty, and retention asks before it removes events", async ({
  page,
  seed,
}) => {
  await openArea(page, seed, "/settings");
  const name = page.getByLabel("Name of the organization");
  const before = await name.inputValue();
  const save = page.getByRole("button", { name: "Save" }).first();
  await name.fill("");
  await save.click();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await name.fill("Acme Renamed");
  await save.click();
  await expect(page.getByText("The name was saved.")).toBeVisible();
  // The frame shows the new name, too.
  await expect(page.getByRole("button", { name: /Acme Renamed/ }).first()).toBeVisible();
  expect(await newestEvents(page, seed)).toMatchObject([
    {
      action: "console.tenant_config_updated",
      target: "setting:tenant-config",
      userEmail: acme(seed).owner.email,
    },
  ]);
  await name.fill(before);
  await save.click();

  const days = page.getByLabel("Keep events for (days)");
  await days.fill("3");
  await page.getByRole("button", { name: "Save" }).last().click();
  await expect(days).toHaveAttribute("aria-invalid", "true");
  await days.fill("400");
  await page.getByRole("button", { name: "Save" }).last().click();
  const asked = page.getByRole("dialog", { name: "Keep the audit log for 400 days?" });
  await asked.getByRole("button", { name: "Remove older events" }).click();
  await expect(asked).toBeHidden();
  expect((await newestEvents(page, seed))[0]!.action).toBe("console.audit_settings_updated");
  // A longer retention removes nothing, so there is no question.
  await page.getByLabel("Keep events for (days)").fill("");
  await page.getByRole("button", { name: "Save" }).last().click();
  await expect(page.getByText("The audit log is kept for ever.")).toBeVisible();
});

test("branding: the preview follows the input, and sign-in pages follow the saved values", async ({
  page,
  seed,
}) => {
  await openArea(page, seed, "/branding");
  const preview = page.locator("figure").first();
  const mail = page.frameLocator("iframe");
  await page.getByLabel("Brand name").fill("Acme Cloud");
  await page.getByLabel("Tagline").fill("One door to everything");
  await expect(preview.getByText("Acme Cloud")).toBeVisible();
  await expect(mail.getByText("One door to everything")).toBeVisible();
  const colour = page.getByLabel("Colour", { exact: true });
  await colour.fill("#ffcc00");
  await expect(page.getByText("White text on this colour is hard to read")).toBeVisible();
  await expect(preview.getByText("Sign in", { exact: true })).toHaveCSS("color", "rgb(0, 0, 0)");
  await colour.fill("yellow");
  await page.getByLabel("Logo address").fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(colour).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Logo address")).toHaveAttribute("aria-invalid", "true");
  await colour.fill("#123a8c");
  await page.getByLabel("Logo address").fill("");
  await expect(page.getByText("White text on it reads well")).toBeVisible();
  await page.getByRole("button", { name: "Dark" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/The branding was saved/)).toBeVisible();
  expect((await newestEvents(page, seed))[0]!.action).toBe("console.tenant_config_updated");

  await page.getByLabel("Sign-in pages").click();
  await expect(preview.getByText("Powered by Castellan")).toBeHidden();
  expect((await newestEvents(page, seed))[0]!.action).toBe("console.powered_by_updated");
  await page.getByLabel("Sign-in pages").click();
  for (const label of ["Brand name", "Tagline", "Colour"])
    await page.getByLabel(label, { exact: true }).fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(preview.getByText("Acme Cloud")).toBeHidden();
});

test("domain: is set, refused, verified without success, and removed", async ({ page, seed }) => {
  await openArea(page, seed, "/domain");
  await page.getByLabel("Domain").fill("not a domain");
  await page.getByRole("button", { name: "Set the domain" }).click();
  await expect(page.getByText(/Must be a domain name such as|must be a domain name such as/)).toBeVisible();
  await page.getByLabel("Domain").fill("login.acme-castellan.invalid");
  await page.getByRole("button", { name: "Set the domain" }).click();
  await expect(page.getByText("_castellan.login.acme-castellan.invalid")).toBeVisible();
  expect(await newestEvents(page, seed)).toMatchObject([
    { action: "console.domain_set", target: "domain:login.acme-castellan.invalid" },
  ]);
  await page.getByRole("button", { name: "Check and verify" }).click();
  await expect(page.getByText("Not verified yet")).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "Remove the domain" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the domain" }).click();
  await expect(page.getByText("None set")).toBeVisible();
  expect((await newestEvents(page, seed))[0]!.action).toBe("console.domain_removed");
});

test("notifications: a channel is switched, users' choice is disabled, and the language is set", async ({
  page,
  seed,
}) => {
  await openArea(page, seed, "/notifications");
  const sms = page.getByRole("switch", { name: "Text message" });
  await expect(sms).not.toBeChecked();
  await sms.click();
  await expect(sms).toBeChecked();
  expect((await newestEvents(page, seed))[0]!.action).toBe("console.notification_settings_updated");
  await sms.click();
  await expect(sms).not.toBeChecked();

  const own = page.getByRole("switch", { name: "People may choose their own channels" });
  await own.click();
  await expect(page.getByText("Everyone is notified through the channels above.")).toBeVisible();
  expect((await newestEvents(page, seed))[0]!.action).toBe("console.notification_settings_updated");
  await openArea(page, seed, "/account");
  await expect(page.getByText("Your organization set these for everyone.")).toBeVisible();
  await expect(page.getByRole("switch", { name: "E-mail" })).toBeDisabled();
  await openArea(page, seed, "/notifications");
  await own.click();
  await expect(own).toBeChecked();

  await page.getByLabel("Language of messages").selectOption("de");
  await expect(page.getByText("Messages are written in German.")).toBeVisible();
  expect((await newestEvents(page, seed))[0]!.action).toBe("console.message_settings_updated");
  await page.getByLabel("Language of messages").selectOption("en");
  await expect(page.getByText("Messages are written in English.")).toBeVisible();
});

test("data export: the file contains the organization's data, and its download is recorded", async ({
  page,
  seed,
}) => {
  await openArea(page, seed, "/data-export");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as JSON" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("castellan-export.json");
  const content = JSON.parse(await readFile(await download.path(), "utf8")) as { users: { email: string }[] };
  expect(content.users.map(({ email }) => email)).toContain(acme(seed).owner.email);
  expect(await newestEvents(page, seed)).toMatchObject([
    { action: "console.data_exported", userEmail: acme(seed).owner.email },
  ]);
  // A link of another site, for which the browser would send the cookie, is refused.
  const refused = await page.request.get(`/${acme(seed).slug}/data-export/download`, {
    headers: { "sec-fetch-site": "cross-site" },
  });
  expect(refused.status()).toBe(403);
  const foreign = await page.request.get(`/${seed.tenants[1].slug}/data-export/download`, {
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(foreign.status()).toBe(401);
});

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

test("audit log: is filtered, opened, saved as a view, exported and verified", async ({ page, seed }) => {
  const { slug } = acme(seed);
  await openArea(page, seed, "/audit");
  await page.getByRole("button", { name: "Event: Any event" }).click();
  await page.getByLabel("Event", { exact: true }).fill("tenant config");
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

  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: /^Save (these filters|or remove)…$/ }).click();
  await page.getByLabel("Name of the view").fill("Branding of today");
  await page.getByRole("button", { name: "Save the view" }).click();
  await expect(page.getByText("The view Branding of today was saved.")).toBeVisible();
  expect((await newestEvents(page, seed))[0]!.action).toBe("account.saved_view_set");
  await page.goto(`/${slug}/audit`);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Branding of today" }).click();
  await expect(page).toHaveURL(/event=tenant_config_updated/);

  await page.getByRole("button", { name: "Export" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "NDJSON, for programs" }).click();
  const text = await readFile(await (await downloading).path(), "utf8");
  const actions = text
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as Event).action.split(".")[1]);
  expect(new Set(actions)).toEqual(new Set(["tenant_config_updated"]));
  expect((await newestEvents(page, seed))[0]!.action).toBe("console.audit_log_exported");

  await page.getByRole("button", { name: "Verify" }).click();
  const dialog = page.getByRole("dialog", { name: "Verify the audit log" });
  await dialog.getByLabel("A seal that you kept").fill("nonsense");
  await dialog.getByRole("button", { name: "Verify the whole log" }).click();
  await expect(dialog.getByLabel("A seal that you kept")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("A seal that you kept").fill("");
  await dialog.getByRole("button", { name: "Verify the whole log" }).click();
  await expect(dialog.getByText("The log is intact")).toBeVisible();
  // A seal of another chain.
  await dialog.getByLabel("A seal that you kept").fill(`1:${"0".repeat(64)}`);
  await dialog.getByRole("button", { name: "Verify the whole log" }).click();
  await expect(dialog.getByText("The log was tampered with")).toBeVisible();
});

test("saved views: are the same in every browser", async ({ page, seed, browser }) => {
  const { slug, owner } = acme(seed);
  await openArea(page, seed, "/users");
  await page.getByLabel("Status").selectOption("Locked");
  await expect(page).toHaveURL(/status=locked/);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: /^Save (these filters|or remove)…$/ }).click();
  await page.getByLabel("Name of the view").fill("Locked out");
  await page.getByRole("button", { name: "Save the view" }).click();
  await expect(page.getByText("The view Locked out was saved.")).toBeVisible();

  const elsewhere = await (await browser.newContext({ baseURL: seed.baseUrl })).newPage();
  await signIn(elsewhere, owner);
  await elsewhere.goto(`/${slug}/users`);
  await elsewhere.getByRole("button", { name: "Views" }).click();
  await elsewhere.getByRole("menuitem", { name: "Locked out" }).click();
  await expect(elsewhere).toHaveURL(/status=locked/);
  await elsewhere.getByRole("button", { name: "Views" }).click();
  await elsewhere.getByRole("menuitem", { name: "Save or remove…" }).click();
  await elsewhere.getByRole("button", { name: "Remove Locked out" }).click();
  await expect(elsewhere.getByText("The view Locked out was removed.")).toBeVisible();
  await elsewhere.context().close();

  await page.goto(`/${slug}/users`);
  await page.getByRole("button", { name: "Views" }).click();
  await expect(page.getByRole("menuitem", { name: "Save these filters…" })).toBeVisible();
});

test("overview: completed steps of the set-up are ticked, and the list can be hidden", async ({
  page,
  seed,
}) => {
  await openArea(page, seed, "");
  await expect(
    page.getByRole("table", { name: "Sign-ins of the last 14 days" }).getByRole("row"),
  ).toHaveCount(15);
  await expect(page.getByRole("heading", { name: "Getting started" })).toBeVisible();
  await page.getByRole("button", { name: "Hide" }).click();
  await expect(page.getByRole("heading", { name: "Getting started" })).toBeHidden();
});
