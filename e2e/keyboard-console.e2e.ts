import { actionsOf, call } from "./support/console";
import { area, arrive, signIn, test } from "./support/keyboard";
import { expect } from "./support/test";

test.beforeEach(async ({ page, keys, seed }) => signIn(page, keys, seed.tenants[0].owner));

test("opens pages by the palette, chooses theme and language, and signs out", async ({
  page,
  keys,
  seed,
}) => {
  await arrive(page, area(seed));
  await page.keyboard.press("Control+k");
  const find = page.getByPlaceholder(/^Find an area/);
  await keys.type(find, "audit");
  await keys.press(find, "Enter");
  await expect(page).toHaveURL(/\/audit$/);
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  // Enter also selects results that only the server finds.
  const { email, userId } = seed.tenants[0].owner;
  await page.keyboard.press("Control+k");
  await keys.type(find, email);
  await expect(page.getByRole("option", { name: email }).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/users/${userId}$`));

  const account = page.getByRole("button", { name: email });
  await keys.to(account);
  await keys.press(account, "Enter");
  const item = (name: string) => page.getByRole("menuitemcheckbox", { name });
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.type("dar");
  await keys.press(item("Dark"), "Enter");
  await expect(page.locator("html")).toHaveClass(/dark/);
  await keys.press(item("Dark"), "Escape");
  await keys.press(account, "ArrowDown");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.type("deu");
  await keys.press(item("Deutsch"), "Enter");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await keys.press(item("Deutsch"), "Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await keys.press(account, "Space");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("End");
  await keys.press(page.getByRole("menuitem").last(), "Enter");
  await expect(page).toHaveURL(/\/sign-in$/);
  await expect(page.locator("input[name=email]")).toBeFocused();
});

test("opens the navigation of a narrow screen, and shows an entry of the log", async ({
  page,
  keys,
  seed,
}) => {
  await arrive(page, area(seed, "/audit"));
  const entry = page.locator("#main tbody button").first();
  await keys.to(entry);
  await keys.press(entry, "Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await keys.expectFocus(entry);

  await page.setViewportSize({ width: 390, height: 844 });
  await arrive(page, area(seed));
  const opener = page.getByRole("button", { name: "Open the navigation" });
  await keys.to(opener);
  await keys.press(opener, "Enter");
  const drawer = page.getByRole("dialog", { name: "Navigation" });
  await expect(drawer).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await keys.press(opener, "Enter");
  await keys.to(drawer.getByRole("link", { name: "Users", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/users$/);
  await expect(drawer).toBeHidden();
});

test("searches, sorts, selects and pages in a table", async ({ page, keys, seed }) => {
  test.slow();
  const group = `pageful${Date.now()}`;
  const people = Array.from({ length: 51 }, (_, at) => String(at + 10));
  for (const at of people) {
    const person = { email: `${group}-${at}@example.com`, name: `Pageful ${at}` };
    expect((await call(page, seed.tenants[0].credential, "POST", "/api/v1/users", person)).status).toBe(201);
  }
  await arrive(page, area(seed, "/users"));
  // The page may handle keys only some time after hydration.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused({ timeout: 500 });
  }).toPass();
  await keys.type(page.getByRole("searchbox"), group);
  await expect(page).toHaveURL(new RegExp(`search=${group}`));
  await expect(page.getByText("50 on this page")).toBeVisible();
  const columns = page.getByRole("button", { name: "Choose columns" });
  await keys.to(columns);
  await keys.press(columns, "Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.type("las");
  await keys.press(page.getByRole("menuitemcheckbox", { name: "Last sign-in" }), "Enter");
  await expect(page.getByRole("columnheader", { name: "Last sign-in" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await keys.expectFocus(columns);

  const sorter = page.getByRole("columnheader", { name: "Name", exact: true }).getByRole("button");
  await keys.to(sorter);
  await keys.press(sorter, "Enter");
  await expect(page).toHaveURL(/sort=name/);
  await keys.press(sorter, "Space");
  await expect(page).toHaveURL(/direction=desc/);
  await expect(page.getByRole("row").nth(1)).toContainText("Pageful 60");
  await keys.expectFocus(sorter);

  const box = (name: string) => page.getByRole("checkbox", { name: `Select ${name}` });
  await keys.to(box("Pageful 60"));
  await keys.press(box("Pageful 60"), "Space");
  await keys.to(box("Pageful 58"));
  await keys.press(box("Pageful 58"), "Shift+Space");
  await expect(page.getByText("3 people selected")).toBeVisible();
  const suspend = page
    .getByRole("group", { name: "With the selected users" })
    .getByRole("button", { name: "Suspend" });
  const dialog = page.getByRole("dialog");
  await keys.to(suspend, "Shift+Tab");
  await keys.press(suspend, "Enter");
  await expect(dialog.getByRole("heading", { name: "Suspend 3 people?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await keys.press(suspend, "Enter");
  await expect(dialog.getByRole("heading", { name: "Suspend 3 people?" })).toBeVisible();
  await keys.to(dialog.getByRole("button", { name: "Suspend" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 people suspended.")).toBeVisible();
  await expect
    .poll(() => actionsOf(page, seed.tenants[0].credential))
    .toEqual(expect.arrayContaining(["console.user_suspended"]));
  await expect(dialog).toBeHidden();
  await keys.expectFocus(suspend);
  const all = page.getByRole("button", { name: "Select all that match" });
  await keys.to(all, "Shift+Tab");
  await keys.press(all, "Enter");
  await expect(page.getByText("51 people selected")).toBeVisible();
  await keys.expectFocus(all);
  await keys.to(page.getByRole("button", { name: "Clear", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("51 people selected")).toHaveCount(0);
  await keys.expectKept();

  const [first, next] = ["First page", "Next page"].map((name) => page.getByRole("button", { name }));
  await keys.to(next!, "Tab", 200);
  await keys.press(next!, "Enter");
  await expect(page.getByText("1 on this page")).toBeVisible();
  await keys.press(next!, "Enter", "Shift+Tab");
  await keys.press(first!, "Enter");
  await expect(page.getByText("50 on this page")).toBeVisible();
  // The new rows have moved the focused button below the visible part.
  await expect(first!).toBeFocused();
});
