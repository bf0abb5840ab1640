import { call, signIn } from "./support/console";
import { inspect } from "./support/inspect";
import { expect, test } from "./support/test";

test("two administrators edit one person: nothing is lost, and what both changed is asked about", async ({
  page,
  seed,
}) => {
  const { slug, owner, credential } = seed.tenants[0];
  await signIn(page, owner);
  const made = await call(page, credential, "POST", "/api/v1/users", {
    email: "contested@example.com",
    name: "Contested",
  });
  const { userId } = made.body as { userId: number };
  const change = (patch: object) => call(page, credential, "PATCH", `/api/v1/users/${userId}`, patch);
  const open = async () => {
    await page.goto(`/${slug}/users/${userId}`);
    await page.getByRole("button", { name: "Edit" }).click();
    await expect(page.getByLabel("Name")).not.toHaveValue("");
  };

  // Another one changes a field in which nothing is typed here: both changes stand.
  await open();
  await page.getByLabel("Name").fill("Renamed here");
  await change({ email: "moved@example.com" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The changes were saved.")).toBeVisible();
  const both = await call(page, credential, "GET", `/api/v1/users/${userId}`);
  expect(both.body).toMatchObject({ name: "Renamed here", email: "moved@example.com" });

  // Another one changes the same field: what was typed stays, and theirs is shown.
  await open();
  await page.getByLabel("Name").fill("Mine");
  await change({ name: "Theirs" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Somebody else has changed this meanwhile")).toBeVisible();
  await expect(page.getByText("Somebody else has set it to “Theirs”.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Mine");
  await inspect(page, "conflict");
  await page.getByRole("button", { name: "Take theirs" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Theirs");
  await page.getByLabel("Name").fill("Agreed");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The changes were saved.").last()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Agreed" })).toBeVisible();
});
