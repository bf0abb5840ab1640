import type { Page } from "@playwright/test";
import { call, expectEvent, signIn } from "./support/console";
import { secondAdministrator } from "./support/second-administrator";
import { expect, test, type Seed } from "./support/test";
import { proceduresOf } from "./support/things";

/* Two organizations with one administrator, and one organization with two. */

interface Organization {
  name: string;
  slug: string;
  /** The pages of the records that only this organization has, with their names. */
  own: { area: string; path: string; name: string }[];
}

/**
 * Creates two organizations that one person owns, who is signed in on this page. Each has its own user, role and app.
 */
async function twoOrganizations(page: Page, seed: Seed): Promise<[Organization, Organization]> {
  const stamp = Date.now().toString(36);
  const owner = { email: `both-${stamp}@both.example`, password: "a long and uncommon one" };
  const made: Organization[] = [];
  for (const word of ["Amber", "Birch"]) {
    const name = `${word} ${stamp}`;
    const { body } = await call(page, seed.platform.credential, "POST", "/api/v1/tenants", {
      tenantName: name,
      adminEmail: owner.email,
      adminName: "Bo Both",
      password: owner.password,
    });
    made.push({ name, slug: (body as { slug: string }).slug, own: [] });
  }
  await signIn(page, owner);
  for (const { name, slug, own } of made) {
    const run = proceduresOf(page.request, slug);
    const named = (kind: string) => ({ name: `${kind} only ${name}` });
    const { userId } = await run<{ userId: number }>("users.create", {
      ...named("User"),
      email: `${slug}@only.example`,
    });
    const { roleId } = await run<{ roleId: number }>("roles.create", named("Role"));
    const { appId } = await run<{ appId: number }>("apps.create", {
      ...named("App"),
      redirectUris: ["https://app.example/cb"],
    });
    own.push({ area: "/users", path: `/users/${userId}`, ...named("User") });
    own.push({ area: "/roles", path: `/roles/${roleId}`, ...named("Role") });
    own.push({ area: "/apps", path: `/apps/${appId}`, ...named("App") });
  }
  return made as [Organization, Organization];
}

test("an administrator of two organizations switches between them and sees only the data of the open one", async ({
  page,
  seed,
}) => {
  const [amber, birch] = await twoOrganizations(page, seed);
  await page.goto(`/${amber.slug}`);
  for (const [here, there] of [
    [amber, birch],
    [birch, amber],
  ] as const) {
    await page.getByRole("button", { name: /Switch workspace/ }).click();
    await expect(page.getByRole("menuitem")).toHaveCount(2);
    await page.getByRole("menuitem", { name: here.name }).click();
    await expect(page).toHaveURL(new RegExp(`/${here.slug}$`));
    await expect(page.getByRole("button", { name: /Switch workspace/ })).toContainText(here.name);

    for (const { area, name } of here.own) {
      await page.locator(`nav[aria-label=Areas] a[href="/${here.slug}${area}"]`).click();
      await expect(page.getByRole("link", { name })).toBeVisible();
      await expect(page.getByText(there.name)).toHaveCount(0);
    }

    await expect(async () => {
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("combobox")).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.type("only");
    for (const { name } of here.own) await expect(page.getByRole("option", { name }).first()).toBeVisible();
    await expect(page.getByRole("option", { name: there.name })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();

    // A record of the other organization does not exist below this organization's path.
    for (const { path, name } of there.own) {
      await page.goto(`/${here.slug}${path}`);
      await expect(page.getByRole("main")).toContainText(
        /There is no such|There is nothing here|does not exist/,
      );
      await expect(page.getByText(name)).toHaveCount(0);
      await page.goto(`/${there.slug}${path}`);
      await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    }
    await page.goto(`/${here.slug}/audit`);
    await expect(page.getByText(here.own[0]!.name).first()).toBeVisible();
    await expect(page.getByText(there.name)).toHaveCount(0);
    await page.goto(`/${there.slug}`);
  }
});

test("an administrator without the owner role sees no actions on administrators, and cannot open their page", async ({
  page,
  seed,
  browser,
}) => {
  const [{ slug, owner, credential }] = seed.tenants;
  await signIn(page, owner);
  const { theirs, end } = await secondAdministrator(page, seed, browser);
  const errors: string[] = [];
  theirs.on("pageerror", ({ message }) => errors.push(message));
  try {
    const answer = await theirs.goto(`/${slug}/administrators`);
    expect(answer?.status()).toBe(404);
    await expect(theirs.getByRole("main").getByText("There is nothing here")).toBeVisible();
    await expect(theirs.getByRole("navigation", { name: "Areas" })).toBeVisible();
    expect(errors).toEqual([]);

    const name = `Ordinary ${Date.now()}`;
    await call(page, credential, "POST", "/api/v1/users", { email: `o-${Date.now()}@acme.example`, name });
    const find = async (one: Page, text: string) => {
      await expect(async () => {
        await one.keyboard.press("Control+k");
        await expect(one.getByRole("combobox")).toBeFocused({ timeout: 500 });
      }).toPass();
      await one.getByRole("combobox").fill(text);
    };
    await find(theirs, `suspend ${name}`);
    await expect(theirs.getByRole("option", { name: `Suspend ${name}…` })).toBeVisible();
    await theirs.getByRole("combobox").fill(`suspend ${owner.email}`);
    await expect(theirs.getByText("No results", { exact: true })).toBeVisible();
    await page.goto(`/${slug}`);
    await find(page, `suspend ${owner.email}`);
    await expect(page.getByRole("option", { name: /^Suspend / }).first()).toBeVisible();
  } finally {
    await end();
  }
});

test("two administrators edit a role and the policies at the same time: each sees the other's change, and neither is lost", async ({
  page,
  seed,
  browser,
}) => {
  const [{ slug, owner, credential }] = seed.tenants;
  await signIn(page, owner);
  const { theirs, email, end } = await secondAdministrator(page, seed, browser);
  const stamp = Date.now();
  const made = await call(page, credential, "POST", "/api/v1/roles", { name: `Contested ${stamp}` });
  const { roleId } = made.body as { roleId: number };
  const conflict = page.getByText("Someone else has changed this in the meantime");
  try {
    // A role: both change the description, one changes the name.
    for (const one of [page, theirs]) {
      await one.goto(`/${slug}/roles/${roleId}`);
      await one.getByRole("button", { name: "Edit" }).click();
      await expect(one.getByLabel("Name")).toHaveValue(`Contested ${stamp}`);
    }
    await theirs.getByLabel("Name").fill(`Agreed ${stamp}`);
    await theirs.getByLabel("Description").fill("Theirs");
    await theirs.getByRole("button", { name: "Save" }).click();
    await expect(theirs.getByRole("heading", { name: `Agreed ${stamp}`, level: 1 })).toBeVisible();
    await expectEvent(seed, "role_updated", { userEmail: email });

    await page.getByLabel("Description").fill("Mine");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(conflict).toBeVisible();
    await expect(page.getByText("Someone else has set it to “Theirs”.")).toBeVisible();
    await expect(page.getByLabel("Description")).toHaveValue("Mine");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { name: `Agreed ${stamp}`, level: 1 })).toBeVisible();
    await expectEvent(seed, "role_updated");
    expect((await call(page, credential, "GET", "/api/v1/roles")).body).toContainEqual(
      expect.objectContaining({ roleId, name: `Agreed ${stamp}`, description: "Mine" }),
    );

    // The session policy: different fields of one form, and both changes are saved.
    const hours = "Session lifetime (hours)";
    const days = "Stay signed in for, at most (days)";
    for (const one of [page, theirs]) {
      await one.goto(`/${slug}/session-policy`);
      await expect(one.getByRole("button", { name: "Save" }).first()).toBeEnabled();
    }
    await theirs.getByLabel(hours).fill("9");
    await theirs.getByRole("button", { name: "Save" }).first().click();
    await expectEvent(seed, "session_policy_updated", { userEmail: email });
    await page.getByLabel(days).fill("21");
    await page.getByRole("button", { name: "Save" }).first().click();
    await expectEvent(seed, "session_policy_updated");
    await page.reload();
    await expect(page.getByLabel(hours)).toHaveValue("9");
    await expect(page.getByLabel(days)).toHaveValue("21");
  } finally {
    await end();
  }
  // A removed administrator is signed out.
  await expectEvent(seed, "admin_revoked");
});
