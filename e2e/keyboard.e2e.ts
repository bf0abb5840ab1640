import { call } from "./support/console";
import { alive, area, arrive, expectEvent, signIn, test } from "./support/keyboard";
import { expect } from "./support/test";

test("signs in after a refusal, and skips the navigation", async ({ page, keys, seed }) => {
  const { email, password } = seed.tenants[0].owner;
  await page.goto("/sign-in");
  // The first field has the focus at once.
  await keys.type(page.getByLabel("E-mail"), email);
  await page.keyboard.press("Tab");
  await keys.type(page.getByLabel("Password"), "wrong password");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "is incorrect" })).toBeVisible();
  // The address stays in the field. Only the password must be entered again.
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await keys.type(page.getByLabel("Password"), password);
  await page.keyboard.press("Tab");
  await keys.press(page.getByRole("button", { name: "Sign in", exact: true }), "Tab");
  await keys.press(page.getByRole("link", { name: /Forgot/ }), "Shift+Tab");
  await keys.press(page.getByRole("button", { name: "Sign in", exact: true }), "Space");
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();

  await arrive(page, area(seed));
  await page.keyboard.press("Tab");
  await keys.press(page.getByRole("link", { name: "Skip to content" }), "Enter");
  await expect(page.locator("#main")).toBeFocused();
  // Before the page has loaded, Chromium may move the focus to its own toolbar.
  await alive(page);
  await page.keyboard.press("Tab");
  await keys.expectKept();
  await expect(page.locator("#main")).not.toBeFocused();
});

test.describe("in the console", () => {
  test.beforeEach(async ({ page, keys, seed }) => signIn(page, keys, seed.tenants[0].owner));

  test("creates a user", { tag: "@journey" }, async ({ page, keys, seed }) => {
    const email = `keys-${Date.now()}@example.com`;
    await arrive(page, area(seed, "/users"));
    const opener = page.getByRole("button", { name: "New user" });
    const dialog = page.getByRole("dialog");
    const address = dialog.getByLabel("E-mail");
    await keys.to(opener);
    await keys.press(opener, "Enter");
    // The dialog focuses its first field, traps the focus, and restores it.
    await keys.press(address, "Shift+Tab");
    await keys.press(dialog.getByRole("button", { name: "Close" }), "Shift+Tab");
    await keys.press(dialog.getByRole("button", { name: "Add user" }), "Tab");
    await keys.press(dialog.getByRole("button", { name: "Close" }), "Escape");
    await expect(dialog).toBeHidden();
    await keys.press(opener, "Space");
    await keys.type(address, "nonsense");
    await page.keyboard.press("Tab");
    await keys.type(dialog.getByLabel("Name", { exact: true }), "Kay Board");
    await page.keyboard.press("Enter");
    // The refused field has the focus, so that it can be corrected at once.
    await expect(address).toHaveAttribute("aria-invalid", "true");
    await keys.press(address, "Control+a");
    await keys.type(address, email);
    await keys.to(dialog.getByRole("button", { name: "Add user" }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Kay Board", level: 1 })).toBeVisible();
    await expectEvent(seed, "user_created");
    await keys.expectKept();
    await keys.to(page.getByRole("button", { name: "Edit", exact: true }), "Tab", 10);
  });

  test("grants a role, revokes it, and undoes the revocation", async ({ page, keys, seed }) => {
    const name = `Key role ${Date.now()}`;
    const { credential } = seed.tenants[0];
    const { userId } = seed.fixtures.plainUser;
    expect((await call(page, credential, "POST", "/api/v1/roles", { name })).status).toBe(201);
    await arrive(page, area(seed, `/users/${userId}`));
    const tab = page.locator("#main nav").getByRole("link", { name: /^Roles/ });
    await keys.to(tab);
    await keys.press(tab, "Enter");
    await expect(page).toHaveURL(/\/roles$/);
    await keys.expectKept();

    const opener = page.getByRole("button", { name: "Grant role" });
    const search = page.getByPlaceholder("Role…");
    const granted = page.getByRole("link", { name });
    await keys.to(opener);
    await keys.press(opener, "Enter");
    await keys.press(search, "Escape");
    await keys.press(opener, "Enter");
    await keys.type(search, name);
    await expect(page.getByRole("option", { name })).toHaveAttribute("aria-selected", "true");
    await keys.press(search, "Enter");
    await expect(granted).toBeVisible();
    await expectEvent(seed, "role_granted");
    await keys.expectFocus(opener);

    await keys.to(page.getByRole("button", { name: `Remove the role ${name}` }));
    await page.keyboard.press("Space");
    await expect(granted).toBeHidden();
    await expectEvent(seed, "role_revoked");
    await keys.expectKept();
    // A shortcut moves the focus to the message.
    await page.keyboard.press("Alt+t");
    await keys.to(
      page.getByRole("listitem").filter({ hasText: "was removed" }).getByRole("button", { name: "Undo" }),
    );
    await page.keyboard.press("Enter");
    await expect(granted).toBeVisible();
    await keys.expectKept();
  });

  test("creates an access rule, previews its refusals, and deletes it", async ({ page, keys, seed }) => {
    await arrive(page, area(seed, "/access-rules"));
    const opener = page.getByRole("button", { name: "New rule" }).first();
    const dialog = page.getByRole("dialog", { name: "New access rule" });
    await keys.to(opener);
    await keys.press(opener, "Enter");
    await keys.expectFocus(dialog.getByRole("radio", { name: "Countries" }));
    const hours = dialog.getByRole("radio", { name: "Hours" });
    for (let step = 0; step < 9 && !(await hours.isChecked()); step += 1)
      await page.keyboard.press("ArrowDown");
    await keys.press(hours, "Tab");
    // An option is selected by its first letters.
    await keys.type(dialog.getByLabel("Applies to"), "one");
    await expect(dialog.getByLabel("Applies to")).toHaveValue("user");
    await page.keyboard.press("Tab");
    const person = dialog.getByRole("button", { name: "Person" });
    await keys.press(person, "Enter");
    await keys.type(page.getByPlaceholder("Name or e-mail…"), "rhea");
    await expect(page.getByRole("option", { name: /Rhea Risk/ })).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(person).toHaveText("Rhea Risk");
    await keys.expectFocus(person);
    await keys.to(dialog.getByRole("checkbox", { name: "Saturday" }));
    await page.keyboard.press("Space");
    await keys.to(dialog.getByLabel("From"));
    await page.keyboard.type("0930A");
    await keys.to(dialog.getByLabel("To", { exact: true }));
    await page.keyboard.type("0500P");
    const zone = dialog.getByRole("button", { name: /Time zone/ });
    await keys.to(zone);
    await keys.press(zone, "Enter");
    // Escape closes only the topmost layer.
    await keys.press(page.getByPlaceholder("City or region…"), "Escape");
    await keys.press(zone, "Enter");
    await keys.type(page.getByPlaceholder("City or region…"), "Europe/Ber");
    await expect(page.getByRole("option", { name: /Europe\/Berlin/ })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await page.keyboard.press("Enter");
    await keys.expectFocus(zone);
    const sentence =
      "Rhea Risk can sign in only Monday to Saturday, from 09:30 to 17:00 (Europe/Berlin time).";
    await expect(dialog.getByText(sentence)).toBeVisible();

    await keys.to(dialog.getByRole("button", { name: "Who would this refuse?" }));
    await page.keyboard.press("Enter");
    await expect(dialog.getByText(/It would have refused|No sign-in would have been refused/)).toBeVisible();
    // The result replaces the button and receives the focus.
    await page.keyboard.press("Tab");
    await keys.press(dialog.getByRole("button", { name: "Cancel" }), "Tab");
    await keys.press(dialog.getByRole("button", { name: "Create rule" }), "Enter");
    await expect(dialog).toBeHidden();
    await expectEvent(seed, "access_rule_created");
    await keys.expectFocus(opener);

    await keys.to(page.getByRole("button", { name: `Delete the rule: ${sentence}` }));
    await page.keyboard.press("Enter");
    const confirm = page.getByRole("dialog", { name: "Delete this rule?" });
    // Cancel comes before the button that deletes.
    await keys.press(confirm.getByRole("button", { name: "Cancel" }), "Tab");
    await keys.press(confirm.getByRole("button", { name: "Delete rule" }), "Enter");
    await expect(page.getByText(sentence)).toHaveCount(0);
    await expectEvent(seed, "access_rule_deleted");
    await keys.expectKept();
  });
});
