import { expect, test } from "./support/test";
import { acme, signIn, signInByForm } from "./support/console";

test.describe("sign-in", () => {
  test(
    "answers the same to an unknown address and a wrong password, and signs the owner in and out",
    { tag: "@journey" },
    async ({ page, seed, context }) => {
      await page.goto("/");
      await expect(page).toHaveURL(/\/sign-in$/);
      const refusals: (string | null)[] = [];
      for (const [email, password] of [
        ["nobody@nowhere.example", "wrong password"],
        [acme(seed).owner.email, "wrong password"],
      ]) {
        await page.getByLabel("E-mail").fill(email!);
        await page.getByLabel("Password").fill(password!);
        await page.getByRole("button", { name: "Sign in" }).click();
        await expect(page.getByRole("alert").filter({ hasText: "is incorrect" })).toBeVisible();
        refusals.push(await page.getByRole("alert").filter({ hasText: "is incorrect" }).textContent());
      }
      expect(refusals[0]).toBe(refusals[1]);

      await signInByForm(page, acme(seed).owner);
      await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
      const cookies = await context.cookies();
      await page.getByRole("button", { name: /Account menu/ }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await expect(page).toHaveURL(/\/sign-in$/);

      // A copy of the cookie is invalid after the sign-out.
      await context.addCookies(cookies);
      await page.goto(`/${acme(seed).slug}/users`);
      await expect(page).toHaveURL(/\/sign-in$/);
    },
  );

  test("leads back to the requested page", async ({ page, seed }) => {
    const { slug, owner } = acme(seed);
    await page.goto(`/${slug}/audit?channel=console&period=day`);
    await expect(page).toHaveURL(/\/sign-in$/);
    await signInByForm(page, owner);
    await expect(page).toHaveURL(new RegExp(`/${slug}/audit\\?channel=console&period=day$`));
    await expect(page.getByRole("heading", { name: "Audit log", level: 1 })).toBeVisible();
  });

  test("an administrator of one organization can open no other, and not the platform", async ({
    page,
    seed,
  }) => {
    await signIn(page, acme(seed).owner);
    for (const path of [
      `/${seed.tenants[1].slug}`,
      `/${seed.tenants[1].slug}/users`,
      "/platform/tenants",
      "/nowhere",
    ]) {
      await page.goto(path);
      await expect(page.getByText("There is nothing here")).toBeVisible();
    }
  });
});
