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
