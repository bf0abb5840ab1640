import { expect, test } from "./support/test";
import { acme, call, signIn } from "./support/console";

test.describe("the console's frame", () => {
  test.beforeEach(async ({ page, seed }) => signIn(page, acme(seed).owner));

  test("answers 404 within its frame for an unknown record or page, without an error in the browser", async ({
    page,
    seed,
  }) => {
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    page.on("console", (message) => {
      // The browser itself logs the 404.
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
      await expect(page, path).toHaveTitle(/^Not found/);
    }
    await page.getByRole("main").getByRole("link", { name: "Back to the list" }).click();
    await expect(page.getByRole("heading", { name: "Sign-in methods", level: 1 })).toBeVisible();
    expect(errors).toEqual([]);
  });

  test("is rendered by the server with the reader's settings", async ({ page, seed }) => {
    const { slug } = acme(seed);
    const written = async (path: string) => (await page.request.get(`/${slug}${path}`)).text();
    await page.goto(`/${slug}/users`);
    const header = page.getByRole("columnheader", { name: "Last sign-in" });
    await expect(header).toBeVisible();
    expect(await written("/users")).toContain(">Last sign-in<");
    await page.getByRole("button", { name: "Choose columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Last sign-in" }).click();
    await expect(header).toBeHidden();
    expect(await written("/users")).not.toContain(">Last sign-in<");

    await page.goto(`/${slug}`);
    expect(await written("")).toContain(">Getting started<");
    await page.getByRole("button", { name: "Hide" }).click();
    await expect(page.getByRole("heading", { name: "Getting started" })).toBeHidden();
    expect(await written("")).not.toContain(">Getting started<");
  });

  test("marks a chosen area at once, and the open one until the new one has loaded", async ({
    page,
    seed,
  }) => {
    await page.goto(`/${acme(seed).slug}/roles`);
    const areas = page.getByRole("navigation", { name: "Areas" });
    const [roles, tags] = [
      areas.getByRole("link", { name: "Roles" }),
      areas.getByRole("link", { name: "Tags" }),
    ];
    const ground = (link: typeof roles) => link.evaluate((one) => getComputedStyle(one).backgroundColor);
    const marked = await ground(roles);
    expect(marked).not.toBe(await ground(tags));
    let arrive = () => {};
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route("**/tags?_rsc=*", async (route) => {
      await held;
      await route.continue();
    });
    await tags.click();
    await expect.poll(() => ground(tags)).toBe(marked);
    await expect.poll(() => ground(roles)).not.toBe(marked);
    // Screen readers announce the open page as the current one until the new one has loaded.
    await expect(roles).toHaveAttribute("aria-current", "page");
    arrive();
    await expect(tags).toHaveAttribute("aria-current", "page");
    expect(await ground(tags)).toBe(marked);
  });

  test("leads to the sign-in after the session has ended, and back to the same page", async ({
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
    await page.getByRole("switch", { name: "To users who sign up" }).click();
    await expect(page.getByText("Sign in to this organization first.").first()).toBeVisible();
    await expect(
      page.getByRole("link", { name: "Sign in in a new tab, then try again here" }).first(),
    ).toHaveAttribute("href", "/sign-in");
  });
});

test("opens and closes a dialog before Next.js observes changes of the address", async ({ page, seed }) => {
  await signIn(page, seed.tenants[0].owner);
  // Next.js observes changes by replacing this method. During hydration, it has not done so yet.
  await page.addInitScript(() => {
    const original = window.history.replaceState.bind(window.history);
    Object.defineProperty(window.history, "replaceState", { get: () => original, set: () => {} });
  });
  await page.goto(`/${seed.tenants[0].slug}/service-accounts`);
  await page.getByRole("button", { name: "New service account" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Create" })).toBeVisible();
  await expect(page).toHaveURL(/new=true/);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/new=true/);
});
