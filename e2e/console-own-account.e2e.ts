import { call, signIn } from "./support/console";
import { expect, test } from "./support/test";

test("an administrator ends another own session and changes the password, and the log records it", async ({
  page,
  seed,
  browser,
}) => {
  const person = { email: `olga-${Date.now()}@journey.example`, password: "a long and uncommon one" };
  const { body } = await call(page, seed.platform.credential, "POST", "/api/v1/tenants", {
    tenantName: `Own ${Date.now()}`,
    adminEmail: person.email,
    adminName: "Olga Own",
    password: person.password,
  });
  const { slug } = body as { slug: string };
  const context = await browser.newContext({ baseURL: seed.baseUrl });
  const elsewhere = await context.newPage();
  await signIn(elsewhere, person);
  await signIn(page, person);
  await page.goto(`/${slug}/account`);
  const ends = page.getByRole("button", { name: "End the session from 127.0.0.1" });
  await expect(ends).toHaveCount(1);
  await ends.click();
  await expect(page.getByText("The session has ended.")).toBeVisible();
  await expect(ends).toHaveCount(0);
  await elsewhere.goto(`/${slug}/users`);
  await expect(elsewhere).toHaveURL(/\/sign-in$/);

  const current = page.getByLabel("Current password");
  const chosen = page.getByLabel("New password");
  const change = page.getByRole("button", { name: "Change password" });
  await current.fill("not this one");
  await chosen.fill("another long and uncommon one");
  await change.click();
  await expect(current).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("Is not your password.")).toBeVisible();
  await current.fill(person.password);
  await chosen.fill("password1234");
  await change.click();
  await expect(chosen).toHaveAttribute("aria-invalid", "true");
  await chosen.fill("another long and uncommon one");
  await change.click();
  await expect(page.getByText("Your password was changed; your other sessions have ended.")).toBeVisible();
  await expect(current).toHaveValue("");
  await signIn(elsewhere, { ...person, password: "another long and uncommon one" });
  await context.close();

  await page.goto(`/${slug}/audit?channel=account`);
  for (const event of ["Session revoked", "Password changed"])
    await expect(
      page.getByRole("row", { name: new RegExp(`${event}.*Olga Own|Olga Own.*${event}`) }),
    ).toHaveCount(1);
});
