import { call, signIn } from "./support/console";
import { inspect } from "./support/inspect";
import { expect, test } from "./support/test";

test("lists a page's endpoints, and the last change as an API call", async ({ page, seed }) => {
  const { slug, credential, owner } = seed.tenants[0];
  await signIn(page, owner);
  const name = `By hand ${Date.now()}`;
  const panel = page.getByRole("dialog", { name: "API" });
  await page.goto(`/${slug}/tags`);
  await page.getByRole("button", { name: "New tag" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Create tag" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "API", exact: true }).click();
  await expect(panel.getByText("Your last action")).toBeVisible();
  const curl = (await panel.locator("pre").textContent())!;
  expect(curl).toContain(`curl -X POST '${seed.baseUrl}/api/v1/relationship-tags'`);
  const { body } = await call(page, credential, "POST", "/api/v1/relationship-tags", {
    ...(JSON.parse(/-d '(.*)'/.exec(curl)![1]!) as object),
    name: `${name} again`,
  });
  expect(body).toMatchObject({ name: `${name} again` });
  await inspect(page, "api-panel");

  // Pages with lists of the console alone lead to the endpoints with the same data.
  for (const [path, endpoint] of [
    ["/audit", "/api/v1/audit-events/export"],
    ["/users", "/api/v1/users/{userId}/reactivate"],
    ["/data-export", "/api/v1/data-export"],
  ] as const) {
    await page.goto(`/${slug}${path}`);
    await page.getByRole("button", { name: "API", exact: true }).click();
    await expect(panel.getByText(endpoint, { exact: true })).toBeVisible();
  }
  await page.goto(`/${slug}/documents`);
  await page.getByRole("button", { name: "API", exact: true }).click();
  await expect(panel.getByText("Only in the console")).toBeVisible();
});
