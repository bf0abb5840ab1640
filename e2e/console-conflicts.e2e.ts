import type { Page } from "@playwright/test";
import { call, signIn } from "./support/console";
import { inspect } from "./support/inspect";
import { expect, test } from "./support/test";

test(
  "two administrators edit one user: no change is lost, and a conflict is shown",
  { tag: "@journey" },
  async ({ page, seed }) => {
    const { slug, owner, credential } = seed.tenants[0];
    await signIn(page, owner);
    const stamp = Date.now();
    const made = await call(page, credential, "POST", "/api/v1/users", {
      email: `contested-${stamp}@example.com`,
      name: "Contested",
    });
    const { userId } = made.body as { userId: number };
    const change = (patch: object) => call(page, credential, "PATCH", `/api/v1/users/${userId}`, patch);
    const open = async () => {
      await page.goto(`/${slug}/users/${userId}`);
      await page.getByRole("button", { name: "Edit" }).click();
      await expect(page.getByLabel("Name", { exact: true })).not.toHaveValue("");
    };

    // The other administrator changes a field that this administrator has not edited. Both changes are saved.
    await open();
    await page.getByLabel("Name", { exact: true }).fill("Renamed here");
    await change({ email: `moved-${stamp}@example.com` });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The changes were saved.")).toBeVisible();
    const both = await call(page, credential, "GET", `/api/v1/users/${userId}`);
    expect(both.body).toMatchObject({ name: "Renamed here", email: `moved-${stamp}@example.com` });

    // The other administrator changes the same field. The input stays, and the form shows the other value.
    await open();
    await page.getByLabel("Name", { exact: true }).fill("Mine");
    await change({ name: "Theirs" });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Someone else has changed this in the meantime")).toBeVisible();
    await expect(page.getByText("Someone else has set it to “Theirs”.")).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Mine");
    await inspect(page, "conflict");
    await page.getByRole("button", { name: "Use the other value" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Theirs");
    await page.getByLabel("Name", { exact: true }).fill("Agreed");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The changes were saved.").last()).toBeVisible();
    await expect(page.getByRole("heading", { name: "Agreed" })).toBeVisible();
  },
);

test("two administrators edit an app's addresses, and the country restriction", async ({ page, seed }) => {
  const { slug, owner, credential } = seed.tenants[0];
  await signIn(page, owner);
  const made = await call(page, credential, "POST", "/api/v1/apps", {
    name: "Contested shop",
    redirectUris: ["https://shop.example/cb"],
  });
  const { appId } = made.body as { appId: number };

  // Addresses are entered one per line and stored as two fields.
  await page.goto(`/${slug}/apps/${appId}`);
  const addresses = page.getByLabel("Redirect URIs", { exact: true });
  await expect(addresses).toHaveValue("https://shop.example/cb");
  await addresses.fill("https://shop.example/cb\nhttps://shop.example/mine");
  await call(page, credential, "PATCH", `/api/v1/apps/${appId}`, {
    additionalRedirectUris: ["https://shop.example/theirs"],
  });
  await page.getByRole("button", { name: "Save redirect URIs" }).click();
  await expect(page.getByText("Someone else has changed this in the meantime")).toBeVisible();
  await expect(addresses).toHaveValue("https://shop.example/cb\nhttps://shop.example/mine");
  await page.getByRole("button", { name: "Use the other value" }).click();
  await expect(addresses).toHaveValue("https://shop.example/cb\nhttps://shop.example/theirs");
  await addresses.fill("https://shop.example/cb\nhttps://shop.example/theirs\nhttps://shop.example/mine");
  await page.getByRole("button", { name: "Save redirect URIs" }).click();
  await expect(page.getByText("The redirect URIs were saved.")).toBeVisible();
  // The saved values are the new base of the form.
  await addresses.fill("https://shop.example/cb");
  await page.getByRole("button", { name: "Save redirect URIs" }).click();
  await expect
    .poll(async () => (await call(page, credential, "GET", `/api/v1/apps/${appId}`)).body)
    .toMatchObject({ redirectUri: "https://shop.example/cb", additionalRedirectUris: [] });

  // The country restriction is one value, so the form shows the other administrator's whole restriction.
  const restriction = "/api/v1/geo-restriction";
  const before = (await call(page, credential, "GET", restriction)).body as object;
  await page.goto(`/${slug}/access-rules`);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("radio", { name: "No restriction" }).check();
  await call(page, credential, "PUT", restriction, { mode: "deny", countries: ["NZ"] });
  await page.getByRole("button", { name: "Review and save" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    page.getByText("Someone else has changed the country restriction in the meantime"),
  ).toBeVisible();
  await expect(page.getByText("People may not sign in from New Zealand.")).toBeVisible();
  await inspect(page, "country-conflict");
  await page.getByRole("button", { name: "Load the other version" }).click();
  await expect(page.getByRole("radio", { name: "All but these countries" })).toBeChecked();
  await page.getByRole("button", { name: "Cancel" }).click();
  await call(page, credential, "PUT", restriction, before);
});

test("two administrators set up one role sync source: saving again replaces the other's values", async ({
  page,
  seed,
}) => {
  const { slug, owner, credential } = seed.tenants[0];
  await signIn(page, owner);
  const made = await call(page, credential, "POST", "/api/v1/role-sync-sources", {
    name: "Contested feed",
    connectorName: "DirectoryFeed",
  });
  const { sourceId } = made.body as { sourceId: number };
  const fill = async (one: Page, person: string) => {
    await one.goto(`/${slug}/role-sync/${sourceId}`);
    await one.getByLabel("Address of the feed").fill("http://127.0.0.1:9/feed");
    await one.getByLabel("Field with the person").fill(person);
  };
  const save = (one: Page) => one.getByRole("button", { name: "Save settings" }).click();
  const done = (one: Page) => expect(one.getByText("The settings were saved. A sync begins")).toBeVisible();
  await fill(page, "mine");
  const other = await page.context().newPage();
  await fill(other, "theirs");
  await other.getByLabel("Format").selectOption("json");
  await save(other);
  await done(other);
  await save(page);
  await expect(
    page.getByRole("alert").filter({ hasText: "Someone else has changed this in the meantime" }),
  ).toBeVisible();
  await expect(page.getByLabel("Field with the person")).toHaveAccessibleDescription(
    /Someone else has set it to “theirs”/,
  );
  // This administrator did not edit the format, so the form takes over the other value. Both entered the same address.
  await expect(page.getByText("Someone else has set it to")).toHaveCount(1);
  await expect(page.getByLabel("Format")).toHaveValue("json");
  await save(page);
  await done(page);
  await page.reload();
  await expect(page.getByLabel("Field with the person")).toHaveValue("mine");
  await expect(page.getByLabel("Format")).toHaveValue("json");
  await call(page, credential, "DELETE", `/api/v1/role-sync-sources/${sourceId}`);
});

test("input survives a short failure of the server", async ({ page, seed }) => {
  const { slug, owner } = seed.tenants[0];
  await signIn(page, owner);
  await page.clock.install();
  await page.goto(`/${slug}/session-policy`);
  const hours = page.getByLabel("Session lifetime (hours)");
  await expect(hours).not.toHaveValue("");
  await hours.fill("123");
  /** Returns to the page after its data has become stale, which reloads the data. */
  const comeBack = async () => {
    await page.clock.fastForward("01:00");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  };
  // Other queries may be in the same request.
  const asking = /\/api\/trpc\/.*policies\.session/;
  let refused = 0;
  await page.route(asking, (route) => {
    refused += 1;
    return route.fulfill({ status: 503, body: "" });
  });
  await comeBack();
  // One request and two retries, before the page shows the error.
  await expect.poll(() => refused, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
  await page.unroute(asking);
  const answered = page.waitForResponse((response) => asking.test(response.url()) && response.ok());
  await comeBack();
  await answered;
  await expect(hours).toHaveValue("123");
});

test("input survives a reload of the data after another administrator's change", async ({ page, seed }) => {
  const { slug, owner, credential } = seed.tenants[0];
  await signIn(page, owner);
  await page.goto(`/${slug}/settings`);
  const name = page.getByLabel("Name of the organization");
  await expect(name).not.toHaveValue("");
  const before = await name.inputValue();
  await name.fill("Typed here");
  await call(page, credential, "PATCH", "/api/v1/tenant-config", { name: "Renamed there" });

  // Another change on this page reloads all data.
  await page.getByLabel("Keep events for (days)").fill("3000");
  await page.getByRole("button", { name: "Save" }).last().click();
  const again = page.waitForResponse((response) => response.url().includes("tenantConfig.get"));
  await page.getByRole("dialog").getByRole("button", { name: "Remove older events" }).click();
  await again;
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(name).toHaveValue("Typed here");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Someone else has set it to “Renamed there”.")).toBeVisible();
  await expect(name).toHaveValue("Typed here");

  await name.fill(before);
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("The name was saved.")).toBeVisible();
  await page.getByLabel("Keep events for (days)").fill("");
  await page.getByRole("button", { name: "Save" }).last().click();
  await expect(page.getByText("The audit log is kept for ever.")).toBeVisible();
});

test("a refused deletion is reported in its dialog; a successful one leads to the list", async ({
  page,
  seed,
}) => {
  const { slug, owner, credential } = seed.tenants[0];
  await signIn(page, owner);
  const made = async (name: string) =>
    ((await call(page, credential, "POST", "/api/v1/roles", { name })).body as { roleId: number }).roleId;
  const ask = async (roleId: number) => {
    await page.goto(`/${slug}/roles/${roleId}`);
    await page.getByRole("button", { name: "Delete" }).click();
  };
  const dialog = page.getByRole("dialog");

  const taken = await made("Deleted by another");
  await ask(taken);
  await call(page, credential, "DELETE", `/api/v1/roles/${taken}`);
  await dialog.getByRole("button", { name: "Delete role" }).click();
  await expect(dialog.getByText("There is no such role.")).toBeVisible();
  await expect(page).toHaveURL(`/${slug}/roles/${taken}`);

  await ask(await made("Deleted here"));
  await dialog.getByRole("button", { name: "Delete role" }).click();
  await expect(page).toHaveURL(`/${slug}/roles`);
  await expect(page.getByText("The role was deleted.")).toBeVisible();
});
