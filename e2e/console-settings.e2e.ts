import { readFile } from "node:fs/promises";
import { expect, test } from "./support/test";
import { acme, expectEvent, openArea, signIn } from "./support/console";

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
  await expectEvent(seed, "tenant_config_updated", {
    target: "setting:tenant-config",
    userEmail: acme(seed).owner.email,
  });
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
  await expectEvent(seed, "audit_settings_updated");
  // A longer retention removes nothing, so there is no question.
  await page.getByLabel("Keep events for (days)").fill("");
  await page.getByRole("button", { name: "Save" }).last().click();
  await expect(page.getByText("The audit log is kept for ever.")).toBeVisible();
});

test(
  "branding: the preview follows the input, and sign-in pages follow the saved values",
  { tag: "@journey" },
  async ({ page, seed }) => {
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
    await expectEvent(seed, "tenant_config_updated");

    await page.getByLabel("Sign-in pages").click();
    await expect(preview.getByText("Powered by Castellan")).toBeHidden();
    await expectEvent(seed, "powered_by_updated");
    await page.getByLabel("Sign-in pages").click();
    for (const label of ["Brand name", "Tagline", "Colour"])
      await page.getByLabel(label, { exact: true }).fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(preview.getByText("Acme Cloud")).toBeHidden();
  },
);

test("domain: is set, refused, verified without success, and removed", async ({ page, seed }) => {
  await openArea(page, seed, "/domain");
  await page.getByLabel("Domain").fill("not a domain");
  await page.getByRole("button", { name: "Set the domain" }).click();
  await expect(page.getByText(/Must be a domain name such as|must be a domain name such as/)).toBeVisible();
  await page.getByLabel("Domain").fill("login.acme-castellan.invalid");
  await page.getByRole("button", { name: "Set the domain" }).click();
  await expect(page.getByText("_castellan.login.acme-castellan.invalid")).toBeVisible();
  await expectEvent(seed, "domain_set", { target: "domain:login.acme-castellan.invalid" });
  await page.getByRole("button", { name: "Check and verify" }).click();
  await expect(page.getByText("Not verified yet")).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "Remove the domain" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the domain" }).click();
  await expect(page.getByText("None set")).toBeVisible();
  await expectEvent(seed, "domain_removed");
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
  await expectEvent(seed, "notification_settings_updated");
  await sms.click();
  await expect(sms).not.toBeChecked();

  const own = page.getByRole("switch", { name: "People may choose their own channels" });
  await own.click();
  await expect(page.getByText("Everyone is notified through the channels above.")).toBeVisible();
  await expectEvent(seed, "notification_settings_updated");
  await openArea(page, seed, "/account");
  await expect(page.getByText("Your organization set these for everyone.")).toBeVisible();
  await expect(page.getByRole("switch", { name: "E-mail" })).toBeDisabled();
  await openArea(page, seed, "/notifications");
  await own.click();
  await expect(own).toBeChecked();

  await page.getByLabel("Language of messages").selectOption("de");
  await expect(page.getByText("Messages are written in German.")).toBeVisible();
  await expectEvent(seed, "message_settings_updated");
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
  await expectEvent(seed, "data_exported");
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
