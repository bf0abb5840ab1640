import { expect, test } from "./support/test";
import { acme, call, expectEvent, signIn } from "./support/console";

test.describe("an organization's console", () => {
  test.beforeEach(async ({ page, seed }) => signIn(page, acme(seed).owner));

  test(
    "creates, changes, locks, unlocks, suspends and reactivates a user",
    { tag: "@journey" },
    async ({ page, seed }) => {
      const email = `journey-${Date.now()}@acme.example`;
      await page.goto(`/${acme(seed).slug}/users`);
      await page.getByRole("button", { name: "New user" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("E-mail").fill("not an address");
      await dialog.getByRole("button", { name: "Add user" }).click();
      await expect(dialog.getByText("Must be an e-mail address")).toBeVisible();
      await dialog.getByLabel("E-mail").fill(acme(seed).owner.email.toUpperCase());
      await dialog.getByLabel("Name", { exact: true }).fill("Journey Person");
      await dialog.getByRole("button", { name: "Add user" }).click();
      // The server's refusal is shown at its field, and the input stays.
      await expect(dialog.getByLabel("E-mail")).toHaveAttribute("aria-invalid", "true");
      await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Journey Person");
      await dialog.getByLabel("E-mail").fill(email);
      await dialog.getByRole("button", { name: "Add user" }).click();

      await expect(page.getByRole("heading", { name: /Journey Person/, level: 1 })).toBeVisible();
      await expectEvent(seed, "user_created", { targetLabel: email });

      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Journey Renamed");
      await page.getByRole("dialog").getByLabel("Family name").fill("Traveller");
      await page.getByRole("dialog").getByLabel("E-mail").fill(`new-${email}`);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("heading", { name: /Journey Renamed/, level: 1 })).toBeVisible();
      await expect(page.getByRole("complementary", { name: "Details" }).getByText("Traveller")).toBeVisible();
      await expect(page.getByText(`new-${email}`).first()).toBeVisible();
      await expectEvent(seed, "user_updated");

      await page.getByRole("button", { name: "Lock", exact: true }).click();
      await page.getByRole("dialog").getByLabel("Minutes", { exact: true }).fill("0");
      await page.getByRole("dialog").getByRole("button", { name: "Lock" }).click();
      await expect(page.getByRole("dialog").getByLabel("Minutes", { exact: true })).toHaveAttribute(
        "aria-invalid",
        "true",
      );
      await page.getByRole("dialog").getByLabel("Minutes", { exact: true }).fill("30");
      await page.getByRole("dialog").getByRole("button", { name: "Lock" }).click();
      await expect(page.getByRole("button", { name: "Unlock" })).toBeVisible();
      await expectEvent(seed, "user_locked");
      await page.getByRole("button", { name: "Unlock" }).click();
      await expect(page.getByRole("button", { name: "Lock", exact: true })).toBeVisible();
      await expectEvent(seed, "user_unlocked");

      await page.getByRole("button", { name: "Suspend" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
      await expect(page.getByRole("button", { name: "Reactivate" })).toBeVisible();
      await expectEvent(seed, "user_suspended");
      await page.getByRole("button", { name: "Reactivate" }).click();
      await expect(page.getByRole("button", { name: "Suspend" })).toBeVisible();
      await expectEvent(seed, "user_reactivated");
    },
  );

  test("finds people, keeps the search in the URL, and shows when nobody matches", async ({ page, seed }) => {
    await page.goto(`/${acme(seed).slug}/users`);
    await expect(async () => {
      await page.keyboard.press("/");
      await expect(page.getByRole("searchbox")).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.type(acme(seed).owner.email.slice(0, 6));
    await expect(page).toHaveURL(/search=/);
    await expect(page.getByRole("cell", { name: acme(seed).owner.email })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("cell", { name: acme(seed).owner.email })).toBeVisible();
    await page.getByRole("searchbox").fill("nobody is called this");
    await expect(page.getByText("No results", { exact: true })).toBeVisible();
  });

  test(
    "creates a role, grants it, revokes it, and deletes it",
    { tag: "@journey" },
    async ({ page, seed }) => {
      const name = `Journey role ${Date.now()}`;
      await page.goto(`/${acme(seed).slug}/roles`);
      await page.getByRole("button", { name: "New role" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Create role" }).click();
      await expect(page.getByRole("dialog").getByText("Must not be empty")).toBeVisible();
      await page.getByRole("dialog").getByLabel("Name").fill(name);
      await page.getByRole("dialog").getByRole("button", { name: "Create role" }).click();
      await expect(page.getByRole("link", { name })).toBeVisible();
      await expectEvent(seed, "role_created");
      await page.getByRole("button", { name: "New role" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill(name.toUpperCase());
      await page.getByRole("dialog").getByRole("button", { name: "Create role" }).click();
      await expect(page.getByRole("dialog").getByLabel("Name")).toHaveAttribute("aria-invalid", "true");

      await page.goto(`/${acme(seed).slug}/users/${acme(seed).owner.userId}/roles`);
      await page.getByRole("button", { name: "Grant role" }).click();
      // Enter directly after typing selects a match of the input, not the first of the previous list.
      await expect(page.getByRole("option").first()).toBeVisible();
      await page.getByRole("combobox").fill(name);
      await page.getByRole("combobox").press("Enter");
      await expect(page.getByRole("link", { name })).toBeVisible();
      await expectEvent(seed, "role_granted");
      await page.getByRole("link", { name }).click();
      await expect(page.getByText("1 account", { exact: true })).toBeVisible();
      await page.getByLabel("Search members").fill("somebody else");
      await expect(page.getByText("No member matches")).toBeVisible();
      await expect(page).toHaveURL(/search=somebody/);
      await page.getByLabel("Search members").fill(acme(seed).owner.email.toUpperCase());
      await expect(page.getByRole("cell", { name: acme(seed).owner.email })).toBeVisible();
      await page.goto(`/${acme(seed).slug}/users/${acme(seed).owner.userId}/roles`);
      await page.getByRole("button", { name: `Remove the role ${name}` }).click();
      await expect(page.getByRole("link", { name })).toBeHidden();

      await page.goto(`/${acme(seed).slug}/roles`);
      await page.getByRole("link", { name }).click();
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete role" }).click();
      await expect(page).toHaveURL(/\/roles$/);
      await expectEvent(seed, "role_deleted");
    },
  );

  test("issues a credential whose secret is shown once and works, rotates it, and revokes it", async ({
    page,
    seed,
  }) => {
    const name = `Journey credential ${Date.now()}`;
    await page.goto(`/${acme(seed).slug}/api-access`);
    await page.getByRole("button", { name: "New credential" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await dialog.getByRole("button", { name: "Create credential" }).click();
    await expect(dialog.getByText(/at least one/)).toBeVisible();
    await dialog.getByRole("checkbox", { name: /ManageRoles/ }).check();
    await dialog.getByRole("button", { name: "Create credential" }).click();
    await expect(page.getByText("Shown only once")).toBeVisible();
    const shown = await page.getByRole("dialog").locator("dd code").allTextContents();
    const credential = { clientId: shown[0]!, clientSecret: shown[1]! };
    await page.getByRole("button", { name: "I have stored it" }).click();
    await expectEvent(seed, "credential_created");
    expect((await call(page, credential, "GET", "/api/v1/roles")).status).toBe(200);
    expect((await call(page, credential, "GET", "/api/v1/users")).status).toBe(403);

    // The usage of the credential is recorded within seconds.
    const usage = async () => {
      await page.getByRole("button", { name: `Actions for ${name}` }).click();
      await page.getByRole("menuitem", { name: "Usage…" }).click();
      const text = page.getByRole("dialog").getByText(/requests? in the last 30 days/);
      await text.waitFor();
      const found = await text.textContent();
      await page.keyboard.press("Escape");
      await page.reload();
      return found;
    };
    await expect.poll(usage, { timeout: 20_000, intervals: [6_000, 1_000] }).toContain("2 requests");

    // A change of the credential's capabilities takes effect at once.
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Change capabilities…" }).click();
    await dialog.getByRole("checkbox", { name: /ManageRoles/ }).uncheck();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText(/at least one/)).toBeVisible();
    await dialog.getByRole("checkbox", { name: /ManageUsers/ }).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expectEvent(seed, "credential_capabilities_changed");
    expect((await call(page, credential, "GET", "/api/v1/roles")).status).toBe(403);
    expect((await call(page, credential, "GET", "/api/v1/users")).status).toBe(200);

    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: /Rotate/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
    await expect(page.getByText("Shown only once")).toBeVisible();
    await expectEvent(seed, "credential_rotated");
    await page.getByRole("button", { name: "I have stored it" }).click();
    await expect(call(page, credential, "GET", "/api/v1/roles")).rejects.toThrow(/invalid_client/);

    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: /Revoke/ }).click();
    await expect(page.getByRole("button", { name: "Revoke credential" })).toBeDisabled();
    await page.getByLabel(/to confirm/).fill(name);
    await page.getByRole("button", { name: "Revoke credential" }).click();
    await expect(page.getByRole("row", { name: new RegExp(name) }).getByText("Revoked")).toBeVisible();
    await expectEvent(seed, "credential_revoked");
  });

  test("gives a service account a credential, suspends it, reactivates it, and removes it", async ({
    page,
    seed,
  }) => {
    const name = `Journey bot ${Date.now()}`;
    await page.goto(`/${acme(seed).slug}/service-accounts`);
    await page.getByRole("button", { name: "New service account" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    await expect(page.getByRole("dialog").getByText("Must not be empty")).toBeVisible();
    await page.getByRole("dialog").getByLabel("Name").fill(name);
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    const row = page.getByRole("row", { name: new RegExp(name) });
    await expect(row.getByText("Active")).toBeVisible();
    await expectEvent(seed, "service_account_created");

    // A credential of the account is created on its page, and stops working with it.
    await row.getByRole("link", { name }).click();
    await page.getByRole("link", { name: "New credential" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Acts as").locator("option:checked")).toHaveText(name);
    await dialog.getByLabel("Name", { exact: true }).fill(`Key of ${name}`);
    await dialog.getByRole("checkbox", { name: /ManageRoles/ }).check();
    await dialog.getByRole("button", { name: "Create credential" }).click();
    await expect(page.getByText("Shown only once")).toBeVisible();
    const [clientId, clientSecret] = await dialog.locator("dd code").allTextContents();
    const credential = { clientId: clientId!, clientSecret: clientSecret! };
    await page.getByRole("button", { name: "I have stored it" }).click();
    expect((await call(page, credential, "GET", "/api/v1/roles")).status).toBe(200);
    const key = page.getByRole("row", { name: new RegExp(`Key of ${name}`) });
    await expect(key.getByText("Active", { exact: true })).toBeVisible();
    await expect(key.getByRole("link", { name })).toBeVisible();
    await page.goto(`/${acme(seed).slug}/service-accounts`);

    await row.getByRole("button", { name: /Actions/ }).click();
    await page.getByRole("menuitem", { name: /Suspend/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
    await expect(row.getByText("Suspended")).toBeVisible();
    await expectEvent(seed, "service_account_suspended");
    await page.goto(`/${acme(seed).slug}/api-access`);
    await expect(key.getByText("Account suspended")).toBeVisible();
    await expect(call(page, credential, "GET", "/api/v1/roles")).rejects.toThrow(/invalid_client/);
    await page.goto(`/${acme(seed).slug}/service-accounts`);
    await row.getByRole("button", { name: /Actions/ }).click();
    await page.getByRole("menuitem", { name: "Reactivate" }).click();
    await expect(row.getByText("Active")).toBeVisible();
    await expectEvent(seed, "service_account_reactivated");
    expect((await call(page, credential, "GET", "/api/v1/roles")).status).toBe(200);
    await row.getByRole("button", { name: /Actions/ }).click();
    await page.getByRole("menuitem", { name: /Remove/ }).click();
    await page.getByLabel(/to confirm/).fill(name);
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(row).toBeHidden();
    await expectEvent(seed, "service_account_removed");
  });

  test(
    "a suspended administrator is signed out at once",
    { tag: "@journey" },
    async ({ page, seed, browser }) => {
      await page.goto(`/${acme(seed).slug}/users`);
      await expect(page.getByRole("heading", { name: "Users", level: 1 })).toBeVisible();
      const { credential } = acme(seed);
      const owner = `/api/v1/users/${acme(seed).owner.userId}`;
      // The last active owner could not be suspended.
      const email = `second-owner-${Date.now()}@acme.example`;
      const { body } = await call(page, credential, "POST", "/api/v1/users", { email });
      const { userId } = body as { userId: number };
      await call(page, credential, "POST", "/api/v1/admins", { userId, role: "owner" });
      expect((await call(page, credential, "DELETE", owner)).status).toBe(200);
      try {
        await page.goto(`/${acme(seed).slug}/roles`);
        await expect(page).toHaveURL(/\/sign-in$/);
      } finally {
        await call(page, credential, "POST", `${owner}/reactivate`);
        await call(page, credential, "POST", "/api/v1/admins", { userId, role: "admin" });
        await call(page, credential, "DELETE", `/api/v1/admins/${userId}`);
      }
      const fresh = await browser.newPage();
      await signIn(fresh, acme(seed).owner);
      await fresh.close();
    },
  );
});
