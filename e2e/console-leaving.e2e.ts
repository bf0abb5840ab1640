import { call, signIn } from "./support/console";
import { expect, test } from "./support/test";

test("what is typed while a form is being saved is asked about before it is left, and once", async ({
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

  // The answer takes its time, and somebody goes on typing.
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

  // The page of one's own data is a document of its own: there the browser asks, and nobody else.
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Your profile and factors" }).click();
  await expect.poll(() => asked).toEqual(["confirm", "beforeunload"]);
  await expect(name).toHaveValue("Acme Sent and more");

  // What is saved is left without a question.
  await name.fill(before);
  await save.click();
  await expect(page.getByRole("button", { name: /Acme Sent/ })).toHaveCount(0);
  await roles.click();
  await expect(page).toHaveURL(new RegExp(`/${slug}/roles$`));
  expect(asked).toEqual(["confirm", "beforeunload"]);
  const kept = await call(page, credential, "GET", "/api/v1/tenant-config");
  expect(kept.body).toMatchObject({ name: before });
});

test("Back and Forward ask before they leave what was typed, and who stays finds page, address and history as they were", async ({
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
  // Two steps at once, as the browser's list of pages does it.
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

test("a dialog asks before it is closed by accident with what was typed in it", async ({ page, seed }) => {
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
  // Nothing was typed: nothing is asked.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await add.click();
  const name = dialog.getByLabel("Name");
  await name.fill("half");
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(name).toHaveValue("half");
  expect(asked).toEqual(
    Array.from({ length: 3 }, () => "What you have typed here is not saved. Close it without saving?"),
  );
  // Its own button says what it does.
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
