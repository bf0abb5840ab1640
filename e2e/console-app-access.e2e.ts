import type { Page } from "@playwright/test";
import { acme, expectEvent, signIn } from "./support/console";
import { expect, test } from "./support/test";
import { proceduresOf } from "./support/things";

const pick = async (page: Page, opener: string, text: string) => {
  await page.getByRole("button", { name: opener, exact: true }).click();
  await page.getByRole("combobox").fill(text);
  await page
    .getByRole("option", { name: new RegExp(text) })
    .first()
    .click();
};

test.beforeEach(async ({ page, seed }) => signIn(page, acme(seed).owner));

test("admits people by a tag, excludes one of them, and first shows who loses access", async ({
  page,
  seed,
}) => {
  const { slug } = acme(seed);
  const stamp = Date.now();
  const [name, tag] = [`Gwen Guest ${stamp}`, `Visitors ${stamp}`];
  const run = proceduresOf(page.request, slug);
  const email = `guest-${stamp}@acme.example`;
  const { userId } = await run<{ userId: number }>("users.create", { email, name });
  const { tagId } = await run<{ tagId: number }>("tags.create", { name: tag });
  await run("tags.tagUser", { userId, tagId });
  const { appId } = await run<{ appId: number }>("apps.create", {
    name: `Guest book ${stamp}`,
    redirectUris: ["https://journey.example/callback"],
  });
  await run("apps.access.restrict", { appId, restricted: true });
  await page.goto(`/${slug}/apps/${appId}/access?person=${userId}`);
  const letsIn = page.getByText(/which the app admits/);
  await expect(page.getByText(new RegExp(`^No: ${name} cannot open`))).toBeVisible();
  await expect(letsIn).toBeHidden();

  await pick(page, "Add a tag", tag);
  await expect(page.getByText("The tag now has access.")).toBeVisible();
  await expectEvent(seed, "app_access_tag_granted");
  await expect(letsIn).toBeVisible();
  await page.getByRole("button", { name: "Add a tag" }).click();
  await page.getByRole("combobox").fill(tag);
  await expect(page.getByRole("option", { name: /Already has access/ })).toBeDisabled();
  await page.keyboard.press("Escape");

  const asked = page.getByRole("dialog");
  await pick(page, "Exclude a person", name);
  await expect(asked.getByText("1 person loses access")).toBeVisible();
  await asked.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("No excluded people.")).toBeVisible();
  await pick(page, "Exclude a person", name);
  await asked.getByRole("button", { name: "Exclude" }).click();
  await expect(page.getByText(`${name} is excluded now.`)).toBeVisible();
  await expectEvent(seed, "app_access_exclusion_added");
  await page.getByRole("button", { name: `Stop excluding ${name}` }).click();
  await expect(page.getByText("No excluded people.")).toBeVisible();
  await expectEvent(seed, "app_access_exclusion_removed");

  await page.getByRole("button", { name: `Remove access for ${tag}` }).click();
  await expect(asked.getByText(name)).toBeVisible();
  await asked.getByRole("button", { name: "Remove access" }).click();
  await expect(page.getByText("No tag has access.")).toBeVisible();
  await expectEvent(seed, "app_access_tag_revoked");
});

test("registers a machine-to-machine app whose secret gets tokens until its account is unlinked", async ({
  page,
  seed,
}) => {
  const { slug } = acme(seed);
  const name = `Night job ${Date.now()}`;
  await page.goto(`/${slug}/apps`);
  await page.getByRole("button", { name: "New app" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Kind").selectOption("machine");
  await expect(dialog.getByLabel("Redirect URIs")).toBeHidden();
  await dialog.getByRole("button", { name: "Register app" }).click();
  await expect(dialog.getByText("Must not be empty")).toBeVisible();
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("button", { name: "Register app" }).click();
  await expect(page.getByText("Shown only once")).toBeVisible();
  const [clientId, clientSecret] = await dialog.locator("dd code").allTextContents();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expectEvent(seed, "app_created");
  const tokens = async () =>
    (
      await page.request.post("/token", {
        form: { grant_type: "client_credentials", client_id: clientId!, client_secret: clientSecret! },
      })
    ).status();
  expect(await tokens()).toBe(200);

  const account = page.getByLabel("Service account", { exact: true });
  await expect(account.locator("option:checked")).toHaveText(name);
  await account.selectOption("none");
  await page.getByRole("button", { name: "Save account" }).click();
  await expect(page.getByText(`${name} can no longer get its own tokens.`)).toBeVisible();
  await expectEvent(seed, "app_updated");
  expect(await tokens()).toBeGreaterThanOrEqual(400);
});

test("withdraws a user's authorization on the app's page", async ({ page, seed }) => {
  await page.goto(`/${acme(seed).slug}/apps?search=calendar`);
  await page.getByRole("link", { name: "Calendar" }).click();
  await page
    .getByRole("navigation", { name: "Views of the app" })
    .getByRole("link", { name: "People" })
    .click();
  await expect(page.getByText("1 person has authorized this app")).toBeVisible();
  await page.getByRole("button", { name: "Actions for Cora Six" }).click();
  await page.getByRole("menuitem", { name: "Withdraw authorization…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("No user has authorized this app")).toBeVisible();
  await expectEvent(seed, "connected_app_withdrawn");
});
