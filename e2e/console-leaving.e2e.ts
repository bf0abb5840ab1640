import { call, signIn } from "./support/console";
import { expect, test } from "./support/test";

test("the browser asks once before it leaves a form with input that was typed during a save", async ({
  page,
  seed,
}) => {
  const { slug, owner, credential } = seed.tenants[0];
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await signIn(page, owner);
  await page.goto(`/${slug}/settings`);
  const name = page.getByLabel("Name of the organization");
  const save = page.getByRole("button", { name: "Save" }).first();
  const roles = page.getByRole("navigation").getByRole("link", { name: "Roles", exact: true });
  await expect(name).not.toHaveValue("");
  const before = await name.inputValue();

  // The response is slow, and the user continues to type.
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/trpc/tenantConfig.update*", async (route) => {
    await held;
    await route.continue();
  });
  const sent = page.waitForRequest("**/api/trpc/tenantConfig.update*");
  await name.fill("Acme Sent");
  await save.click();
  await sent;
  await name.fill("Acme Sent and more");
  answer();
  await expect(page.getByText("The name was saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Acme Sent/ }).first()).toBeVisible();
  await expect(name).toHaveValue("Acme Sent and more");
  await roles.click();
  await expect.poll(() => asked).toEqual(["confirm"]);
  await expect(name).toHaveValue("Acme Sent and more");

  // The account page is a separate document, so only the browser itself asks for confirmation.
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Your profile and factors" }).click();
  await expect.poll(() => asked).toEqual(["confirm", "beforeunload"]);
  await expect(name).toHaveValue("Acme Sent and more");

  // The page of a saved form is left without a question.
  await name.fill(before);
  await save.click();
  await expect(page.getByRole("button", { name: /Acme Sent/ })).toHaveCount(0);
  await roles.click();
  await expect(page).toHaveURL(new RegExp(`/${slug}/roles$`));
  expect(asked).toEqual(["confirm", "beforeunload"]);
  const kept = await call(page, credential, "GET", "/api/v1/tenant-config");
  expect(kept.body).toMatchObject({ name: before });
});

test("Back and Forward ask before they leave unsaved input; a user who stays finds page, address and history unchanged", async ({
  page,
  seed,
}) => {
  const { slug, owner } = seed.tenants[0];
  const asked: string[] = [];
  let stays = true;
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void (stays ? dialog.dismiss() : dialog.accept());
  });
  await signIn(page, owner);
  await page.goto(`/${slug}`);
  const areas = page.getByRole("navigation");
  const at = (path: string) => new RegExp(`/${slug}/${path}$`);
  for (const [area, path] of [
    ["Roles", "roles"],
    ["General", "settings"],
    ["Tags", "tags"],
  ] as const) {
    await areas.getByRole("link", { name: area, exact: true }).click();
    await expect(page).toHaveURL(at(path));
    await expect(page.getByRole("heading", { level: 1, name: area })).toBeVisible();
  }
  await page.goBack();
  const name = page.getByLabel("Name of the organization");
  await expect(name).not.toHaveValue("");
  await name.fill("Acme Typed");

  for (const away of ["back", "forward"] as const) {
    await page.evaluate((way) => window.history[way](), away);
    await expect.poll(() => asked.splice(0)).toEqual(["confirm"]);
    await expect(page).toHaveURL(at("settings"));
    await expect(name).toHaveValue("Acme Typed");
  }
  // Two steps at once, like the browser's history list.
  await page.evaluate(() => window.history.go(-2));
  await expect.poll(() => asked.splice(0)).toEqual(["confirm"]);
  await expect(page).toHaveURL(at("settings"));
  await expect(name).toHaveValue("Acme Typed");

  stays = false;
  await page.evaluate(() => window.history.forward());
  await expect(page).toHaveURL(at("tags"));
  await expect(page.getByRole("heading", { level: 1, name: "Tags" })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(at("roles"));
  await expect(page.getByRole("heading", { level: 1, name: "Roles" })).toBeVisible();
  expect(asked).toEqual(["confirm"]);
});

test("a dialog asks before it is closed by accident with unsaved input", async ({ page, seed }) => {
  const { slug, owner } = seed.tenants[0];
  const asked: string[] = [];
  let closes = false;
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void (closes ? dialog.accept() : dialog.dismiss());
  });
  await signIn(page, owner);
  await page.goto(`/${slug}/tags`);
  const add = page.getByRole("button", { name: "New tag" }).first();
  const dialog = page.getByRole("dialog");
  await add.click();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  // Without input, the dialog closes without a question.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await add.click();
  const name = dialog.getByLabel("Name");
  await name.fill("half");
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(name).toHaveValue("half");
  expect(asked).toEqual(Array.from({ length: 3 }, () => "Your changes are not saved. Close anyway?"));
  // The Cancel button closes the dialog without a question.
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  expect(asked).toHaveLength(3);
  closes = true;
  await add.click();
  await name.fill("half");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(asked).toHaveLength(4);
});
