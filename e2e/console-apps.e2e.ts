import { generateKeyPairSync } from "node:crypto";
import type { Page } from "@playwright/test";
import { acme, call, expectEvent, signIn } from "./support/console";
import { inspect } from "./support/inspect";
import { expect, test, type Seed } from "./support/test";

/** Registers an app by the API, for tests that do not concern registration. */
async function anApp(page: Page, seed: Seed, name: string) {
  const { body } = await call(page, acme(seed).credential, "POST", "/api/v1/apps", {
    name,
    redirectUris: ["https://journey.example/callback"],
  });
  return body as { appId: number; clientId: string };
}

const pick = async (page: Page, opener: string, text: string) => {
  await page.getByRole("button", { name: opener, exact: true }).click();
  await page.getByRole("combobox").fill(text);
  await page
    .getByRole("option", { name: new RegExp(text) })
    .first()
    .click();
};

test.describe("apps in the console", () => {
  test.beforeEach(async ({ page, seed }) => signIn(page, acme(seed).owner));

  test("sets the protocol features of an app", async ({ page, seed }) => {
    const { appId } = await anApp(page, seed, `Protocol app ${Date.now()}`);
    await page.goto(`/${acme(seed).slug}/apps/${appId}`);
    await page.getByLabel("Back-channel logout address").fill("ftp://journey.example/logout");
    await page.getByRole("button", { name: "Save protocol settings" }).click();
    await expect(page.getByText("Must not use the scheme ftp:")).toBeVisible();
    await page.getByLabel("Back-channel logout address").fill("");
    await page.getByRole("checkbox", { name: "Require pushed authorization requests (PAR)" }).check();
    await page.getByLabel("The app's own API").fill("https://api.journey.example");
    await page.getByRole("button", { name: "Save protocol settings" }).click();
    await expect(page.getByText("The protocol settings were saved.")).toBeVisible();
    await expectEvent(seed, "app_updated");
    await page.reload();
    await expect(
      page.getByRole("checkbox", { name: "Require pushed authorization requests (PAR)" }),
    ).toBeChecked();
    await expect(page.getByLabel("The app's own API")).toHaveValue("https://api.journey.example");
    await inspect(page, "app-protocol");
  });

  test("adds a second secret, removes the first, and registers keys instead", async ({ page, seed }) => {
    const { appId } = await anApp(page, seed, `Secrets app ${Date.now()}`);
    await page.goto(`/${acme(seed).slug}/apps/${appId}`);
    await expect(page.getByText("Never used")).toHaveCount(1);
    await page.getByRole("button", { name: "Add secret" }).click();
    await page.getByRole("dialog").getByLabel("Expires").selectOption("90");
    await inspect(page, "app-secret-add");
    await page.getByRole("dialog").getByRole("button", { name: "Add secret" }).click();
    await expect(page.getByText("Shown only once")).toBeVisible();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByText("Never used")).toHaveCount(2);
    await expect(page.getByRole("button", { name: "Add secret" })).toBeHidden();
    await expectEvent(seed, "app_secret_added");
    await inspect(page, "app-secrets");
    await page.getByRole("button", { name: "Remove", exact: true }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove secret" }).click();
    await expect(page.getByText("The secret was removed.")).toBeVisible();
    await expect(page.getByText("Does not expire")).toBeHidden();

    await page.getByLabel("Method").selectOption("private_key_jwt");
    const keys = page.getByLabel("Public keys (JWKS)");
    await keys.fill("no JSON");
    await page.getByRole("button", { name: "Save authentication" }).click();
    await expect(page.getByText(/Must be a JSON Web Key Set/)).toBeVisible();
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    await keys.fill(JSON.stringify({ keys: [publicKey.export({ format: "jwk" })] }));
    await page.getByRole("button", { name: "Save authentication" }).click();
    await expect(page.getByText("The authentication was saved.")).toBeVisible();
    await expectEvent(seed, "app_authentication_changed");
    await inspect(page, "app-keys");
    await page.getByLabel("Method").selectOption("client_secret");
    await page.getByRole("button", { name: "Save authentication" }).click();
    await expect(page.getByText("Shown only once")).toBeVisible();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByLabel("Origins of the app’s pages").fill("https://spa.example\nhttps://spa.example/path");
    await page.getByRole("button", { name: "Save origins" }).click();
    await expect(page.getByText(/Line 2: must be an origin/)).toBeVisible();
    await page.getByLabel("Origins of the app’s pages").fill("https://spa.example");
    await page.getByRole("button", { name: "Save origins" }).click();
    await expect(page.getByText("The origins were saved.")).toBeVisible();
  });

  test(
    "registers an app, changes it, rotates its secret, and deletes it",
    { tag: "@journey" },
    async ({ page, seed }) => {
      const name = `Journey app ${Date.now()}`;
      await page.goto(`/${acme(seed).slug}/apps`);
      await page.getByRole("button", { name: "New app" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name", { exact: true }).fill(name);
      await dialog.getByLabel("Redirect URIs").fill("https://journey.example/cb\nhttp://journey.example/cb");
      await dialog.getByRole("button", { name: "Register app" }).click();
      await expect(dialog.getByText(/Line 2: must use https/)).toBeVisible();
      await inspect(page, "apps-new");
      await dialog.getByLabel("Redirect URIs").fill("https://journey.example/cb");
      await dialog.getByRole("button", { name: "Register app" }).click();
      await expect(page.getByText("Shown only once")).toBeVisible();
      await page.getByRole("button", { name: "I have stored it" }).click();
      await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
      await expectEvent(seed, "app_created");

      await page.getByRole("checkbox", { name: "Ordinary users" }).uncheck();
      await page.getByRole("checkbox", { name: "Administrators of the organization" }).uncheck();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("Select at least one group that may sign in.")).toBeVisible();
      await page.getByRole("checkbox", { name: "Administrators of the organization" }).check();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      const loss = page.getByRole("dialog");
      await expect(loss.getByText(/loses? access/)).toBeVisible();
      await expect(loss.getByText(seed.fixtures.plainUser.email)).toBeVisible();
      await inspect(page, "app-loss");
      // Cancel saves nothing, and a later save reports no conflict.
      await loss.getByRole("button", { name: "Cancel" }).click();
      await expect(loss).toBeHidden();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(loss.getByText(/loses? access/)).toBeVisible();
      await loss.getByRole("button", { name: "Save" }).click();
      await expect(loss).toBeHidden();
      await expectEvent(seed, "app_updated");

      await page.getByLabel("After signing out").fill("https://journey.example/#bye");
      await page.getByRole("button", { name: "Save sign-out addresses" }).click();
      await expect(page.getByText("Must not have a fragment")).toBeVisible();
      await page.getByLabel("After signing out").fill("https://journey.example/bye");
      await page.getByRole("button", { name: "Save sign-out addresses" }).click();
      await expect(page.getByText("The addresses after signing out were saved.")).toBeVisible();
      await inspect(page, "app-settings");

      await page.getByRole("button", { name: "Rotate secret" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
      await expect(page.getByText("Shown only once")).toBeVisible();
      await page.getByRole("button", { name: "I have stored it" }).click();
      await expectEvent(seed, "app_secret_rotated");

      // The dialog lists the records that are deleted with the app. It names the records that other systems depend on.
      const appId = Number(/\/apps\/(\d+)/.exec(page.url())?.[1]);
      const hook = { url: "http://127.0.0.1:9/about-the-app", events: "*", enabled: false, appId };
      expect((await call(page, acme(seed).credential, "POST", "/api/v1/webhooks", hook)).status).toBe(201);
      await page.getByRole("button", { name: "Delete app" }).click();
      await expect(page.getByRole("dialog").getByText("Nobody has authorized it.")).toBeVisible();
      await expect(page.getByRole("dialog").getByText(hook.url)).toBeVisible();
      await inspect(page, "app-delete");
      await expect(page.getByRole("dialog").getByRole("button", { name: "Delete app" })).toBeDisabled();
      await page.getByLabel(/to confirm/).fill(name);
      await page.getByRole("dialog").getByRole("button", { name: "Delete app" }).click();
      await expect(page).toHaveURL(/\/apps$/);
      await expect(page.getByRole("link", { name })).toBeHidden();
      await expectEvent(seed, "app_deleted");
    },
  );

  test("finds apps, and keeps the search in the URL", async ({ page, seed }) => {
    const name = `Findable ${Date.now()}`;
    await anApp(page, seed, name);
    await page.goto(`/${acme(seed).slug}/apps?search=${encodeURIComponent(name.toUpperCase())}`);
    await expect(page.getByRole("link", { name })).toBeVisible();
    await page.getByLabel("Kind", { exact: true }).selectOption("public");
    await expect(page).toHaveURL(/kind=public/);
    await expect(page.getByText("No app matches")).toBeVisible();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await inspect(page, "apps");
  });

  test("creates roles of an app and lists their holders", async ({ page, seed }) => {
    const { appId } = await anApp(page, seed, `Roles ${Date.now()}`);
    await page.goto(`/${acme(seed).slug}/apps/${appId}/roles`);
    await page.getByRole("button", { name: "New app role" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create role" }).click();
    await expect(page.getByRole("dialog").getByText("Must not be empty")).toBeVisible();
    await page.getByRole("dialog").getByLabel("Name").fill("Editor");
    await page.getByRole("dialog").getByRole("button", { name: "Create role" }).click();
    await expect(page.getByRole("button", { name: "Editor", exact: true })).toBeVisible();
    await expectEvent(seed, "app_role_created");
    await page.getByRole("button", { name: "Actions for Editor" }).click();
    await page.getByRole("menuitem", { name: "Edit…" }).click();
    await page.getByRole("dialog").getByLabel("Description").fill("May change every page");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("cell", { name: "May change every page" })).toBeVisible();
    await expectEvent(seed, "app_role_updated");
    await page.getByRole("button", { name: "Editor", exact: true }).click();
    await pick(page, "Grant to a person", seed.fixtures.plainUser.email);
    await expect(page.getByRole("dialog").getByText(seed.fixtures.plainUser.email)).toBeVisible();
    await expectEvent(seed, "role_granted");
    const find = page.getByRole("dialog").getByLabel("Search members");
    await find.fill("somebody else");
    await expect(page.getByRole("dialog").getByText("No member matches")).toBeVisible();
    await find.fill(seed.fixtures.plainUser.email.toUpperCase());
    await expect(page.getByRole("dialog").getByText(seed.fixtures.plainUser.email)).toBeVisible();
    await inspect(page, "app-role-holders");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Remove the role from/ })
      .click();
    await expect(page.getByRole("dialog").getByText("No member matches")).toBeVisible();
    await expectEvent(seed, "role_revoked");
    // The message covers the sheet, which stays open.
    await page
      .getByRole("listitem")
      .filter({ hasText: "no longer has the role Editor" })
      .getByRole("button", { name: "Undo" })
      .click();
    await expect(page.getByRole("dialog").getByText(seed.fixtures.plainUser.email)).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await inspect(page, "app-roles");
    await page.getByRole("button", { name: "Actions for Editor" }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByLabel(/to confirm/).fill("Editor");
    await page.getByRole("dialog").getByRole("button", { name: "Delete role" }).click();
    await expect(page.getByText("No app roles yet")).toBeVisible();
    await expectEvent(seed, "app_role_deleted");
  });

  test("restricts an app, shows who loses access, and explains the access of one person", async ({
    page,
    seed,
  }) => {
    const { plainUser } = seed.fixtures;
    const { appId } = await anApp(page, seed, `Access ${Date.now()}`);
    await page.goto(`/${acme(seed).slug}/apps/${appId}/access`);
    await pick(page, "Choose a person", plainUser.email);
    await expect(page.getByText(/^Yes: .* could open/)).toBeVisible();

    await page.getByRole("switch", { name: "Restrict who may open the app" }).click();
    await expect(page.getByRole("dialog").getByText(/lose access/)).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Restrict" }).click();
    await expect(page.getByText(/^No: .* cannot open/)).toBeVisible();
    await expectEvent(seed, "app_access_changed");

    await pick(page, "Add a person", plainUser.email);
    await expect(page.getByText(/^Yes: .* could open/)).toBeVisible();
    await expectEvent(seed, "app_access_user_granted");
    await page.getByText("Simulate location and sign-in method").click();
    await page.getByLabel("Address", { exact: true }).fill("nonsense");
    await page.getByRole("button", { name: "Check again" }).click();
    await expect(page.getByText("Must be an IP address")).toBeVisible();
    await page.getByLabel("Address", { exact: true }).fill("192.0.2.9");
    await page.getByRole("button", { name: "Check again" }).click();
    await expect(page).toHaveURL(/ip=192\.0\.2\.9/);
    await inspect(page, "app-access");

    await page.getByRole("button", { name: /^Remove .* from the list/ }).click();
    await expect(page.getByRole("dialog").getByText("1 person loses access")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Remove from the list" }).click();
    await expect(page.getByText("No people on the list.")).toBeVisible();
    await expectEvent(seed, "app_access_user_revoked");
  });

  test("shows connectors, people and code examples", async ({ page, seed }) => {
    const { appId, clientId } = await anApp(page, seed, `Views ${Date.now()}`);
    const at = `/${acme(seed).slug}/apps/${appId}`;
    await page.goto(`${at}/connectors`);
    await expect(page.getByRole("switch", { name: "One-time code by e-mail" })).toBeDisabled();
    await inspect(page, "app-connectors");
    await page.goto(`${at}/people`);
    await expect(page.getByText("No user has authorized this app")).toBeVisible();
    await page.goto(`/${acme(seed).slug}/apps/${seed.fixtures.connectedApp.appId}/people`);
    await expect(page.getByRole("link", { name: "Cora Connected" })).toBeVisible();
    await inspect(page, "app-people");
    await page.goto(`/${acme(seed).slug}/apps/${seed.fixtures.connectorApp.appId}/connectors`);
    await page.getByRole("switch", { name: "One-time code by e-mail" }).click();
    await expect(page.getByText("The sign-in method is on for this app.")).toBeVisible();
    await expectEvent(seed, "connector_changed");
    await inspect(page, "app-connectors-approved");
    await page.goto(`${at}/quick-start`);
    const guide = page.getByLabel("Guide", { exact: true });
    await guide.selectOption("Python");
    await expect(page).toHaveURL(/language=python/);
    await expect(page.getByLabel("Python example", { exact: true })).toContainText(clientId);
    await guide.selectOption("curl");
    await inspect(page, "app-quick-start");
  });
});
