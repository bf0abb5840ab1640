import { expect, test, type Seed } from "./support/test";
import { call, signIn } from "./support/console";
import { inspect } from "./support/inspect";

const acme = (seed: Seed) => seed.tenants[0];

test.describe("the console's frame", () => {
  test.beforeEach(async ({ page, seed }) => signIn(page, acme(seed).owner));

  test("answers 404 within its frame where there is no such record or page, and the browser meets no error", async ({
    page,
    seed,
  }) => {
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    page.on("console", (message) => {
      // The browser itself writes down that the answer was 404.
      if (message.type() === "error" && !message.text().includes("404")) errors.push(message.text());
    });
    const { slug } = acme(seed);
    const missing = 999_999_999;
    for (const path of [
      "/users/nobody",
      `/users/${missing}`,
      `/users/${missing}/sessions`,
      `/users/import/${missing}`,
      `/roles/${missing}`,
      `/apps/${missing}/access`,
      `/tags/${missing}`,
      `/service-accounts/${missing}`,
      `/webhooks/${missing}`,
      `/role-sync/${missing}`,
      `/documents/${missing}`,
      `/sign-in-methods/providers/${missing}`,
    ]) {
      const answer = await page.goto(`/${slug}${path}`);
      expect(answer?.status(), path).toBe(404);
      await expect(page.getByRole("main").getByText("There is nothing here"), path).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Areas" }), path).toBeVisible();
    }
    await page.getByRole("main").getByRole("link", { name: "To the list" }).click();
    await expect(page.getByRole("heading", { name: "Sign-in methods", level: 1 })).toBeVisible();
    expect(errors).toEqual([]);
  });

  test("tells a page's endpoints, and what was done last as the call that does it again", async ({
    page,
    seed,
  }) => {
    const { slug, credential } = acme(seed);
    const name = `By hand ${Date.now()}`;
    const panel = page.getByRole("dialog", { name: "API" });
    await page.goto(`/${slug}/tags`);
    await page.getByRole("button", { name: "New tag" }).first().click();
    await page.getByRole("dialog").getByLabel("Name").fill(name);
    await page.getByRole("dialog").getByRole("button", { name: "Create tag" }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "API", exact: true }).click();
    await expect(panel.getByText("What you did last")).toBeVisible();
    const curl = (await panel.locator("pre").textContent())!;
    expect(curl).toContain(`curl -X POST '${seed.baseUrl}/api/v1/relationship-tags'`);
    const { body } = await call(page, credential, "POST", "/api/v1/relationship-tags", {
      ...(JSON.parse(/-d '(.*)'/.exec(curl)![1]!) as object),
      name: `${name} again`,
    });
    expect(body).toMatchObject({ name: `${name} again` });
    await inspect(page, "api-panel");

    // Pages whose lists are the console's own lead to the endpoints that tell the same.
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

  test("leads back in where the session has ended, on the page that stands there", async ({
    page,
    seed,
    context,
  }) => {
    const { slug, credential } = acme(seed);
    const { body } = await call(page, credential, "POST", "/api/v1/relationship-tags", {
      name: `Kept ${Date.now()}`,
    });
    await page.goto(`/${slug}/tags/${(body as { tagId: number }).tagId}`);
    await context.clearCookies();
    await page.getByRole("switch", { name: "To those who sign up" }).click();
    await expect(page.getByText("Sign in to this organization first.").first()).toBeVisible();
    await expect(
      page.getByRole("link", { name: "Sign in in a new tab, then try again here" }).first(),
    ).toHaveAttribute("href", "/sign-in");
  });
});
