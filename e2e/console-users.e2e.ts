import { acme, call, expectEvent, picture, signIn } from "./support/console";
import { inspect } from "./support/inspect";
import { expect, test, type Seed } from "./support/test";
import type { Page } from "@playwright/test";
const user = (seed: Seed, userId: number, path = "") => `/${acme(seed).slug}/users/${userId}${path}`;

const pick = async (page: Page, opener: string, text: string) => {
  await page.getByRole("button", { name: opener, exact: true }).click();
  await page.getByRole("combobox").fill(text);
  await page
    .getByRole("option", { name: new RegExp(text) })
    .first()
    .click();
};

test.describe("a person's page", () => {
  test.beforeEach(async ({ page, seed }) => signIn(page, acme(seed).owner));

  test("explains if the user could open an app, and which tag admits them", async ({ page, seed }) => {
    const { userId, tagId } = seed.fixtures.taggedUser;
    await page.goto(user(seed, userId));
    await pick(page, "Choose an app", "Contractor desk");
    // Her tag admits her, but she has no sign-in method.
    await expect(page.getByText(/^No: Tara Tagged cannot open Contractor desk now/)).toBeVisible();
    await expect(page.getByText(/no way to sign in that the app offers/)).toBeVisible();
    await expect(page.getByText(/“Contractor”, which the app admits/)).toBeVisible();
    await inspect(page, "user-overview");
    await page.goto(user(seed, userId, "/tags"));
    await page.getByRole("button", { name: "Remove the tag Contractor" }).click();
    await expect(page.getByRole("dialog").getByText("Contractor desk")).toBeVisible();
    await inspect(page, "user-untag");
    await page.getByRole("dialog").getByRole("button", { name: "Remove tag" }).click();
    await expect(page.getByText("No tags", { exact: true })).toBeVisible();
    await expectEvent(seed, "user_untagged");
    await pick(page, "Assign a tag", "Contractor");
    await expect(page.getByRole("link", { name: "Contractor" })).toHaveAttribute(
      "href",
      new RegExp(`/tags/${tagId}$`),
    );
    await expectEvent(seed, "user_tagged");
    await inspect(page, "user-tags");
  });

  test("ends one session, then all", async ({ page, seed }) => {
    await page.goto(user(seed, seed.fixtures.userWithSessions, "/sessions"));
    const ends = page.getByRole("button", { name: /^End\s*session from/ });
    await expect(ends).toHaveCount(3);
    await inspect(page, "user-sessions");
    await ends.first().click();
    await page.getByRole("dialog").getByRole("button", { name: "End session" }).click();
    await expect(ends).toHaveCount(2);
    await expectEvent(seed, "session_revoked");
    await page.getByRole("button", { name: "End all sessions" }).click();
    await expect(page.getByRole("dialog").getByText("2 active sessions")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "End all sessions" }).click();
    await expect(ends).toHaveCount(0);
    await expectEvent(seed, "sessions_revoked");
    await page.getByLabel("State").selectOption("live");
    await expect(page).toHaveURL(/state=live/);
    await expect(page.getByText("No sessions with this status")).toBeVisible();
  });

  test("scrolls the row of views to the present one without scrolling the page", async ({ page, seed }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { userId } = seed.fixtures.taggedUser;
    const views = page.getByRole("navigation", { name: "User sections" });
    for (const [path, name] of [
      ["/activity", "Activity"],
      ["/devices", "Devices"],
    ] as const) {
      await page.goto(user(seed, userId, path));
      const present = views.getByRole("link", { name });
      await expect(present).toHaveAttribute("aria-current", "page");
      await expect(present).toBeInViewport({ ratio: 0.9 });
      expect(await page.evaluate(() => [window.scrollX, window.scrollY])).toEqual([0, 0]);
    }
    // The row also scrolls if the window was wide before.
    await page.setViewportSize({ width: 1440, height: 844 });
    await page.goto(user(seed, userId, "/rules"));
    const present = views.getByRole("link", { name: "Access rules" });
    await expect(present).toHaveAttribute("aria-current", "page");
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(present).toBeInViewport({ ratio: 0.9 });
    // A chosen view moves to the middle of the row.
    await views.getByRole("link", { name: "Connected apps" }).click();
    await expect(page).toHaveURL(/\/apps$/);
    await expect(views.getByRole("link", { name: "Connected apps" })).toBeInViewport({ ratio: 0.9 });
    await expect(views.getByRole("link", { name: "Risk" })).toBeInViewport({ ratio: 0.9 });
  });

  test("approves, denies and removes devices", async ({ page, seed }) => {
    await page.goto(user(seed, seed.fixtures.userWithDevices, "/devices"));
    const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
    const act = async (name: string, what: string) => {
      await page.getByRole("button", { name: `Actions for ${name}` }).click();
      await page.getByRole("menuitem", { name: what }).click();
    };
    await inspect(page, "user-devices");
    // Pending devices are tested in console-security.e2e.ts.
    await act("Edge on Windows", "Approve");
    await expect(row("Edge on Windows").getByText("Approved")).toBeVisible();
    await expectEvent(seed, "device_approved");
    await act("Firefox on Linux", "Deny…");
    await page.getByRole("dialog").getByRole("button", { name: "Deny" }).click();
    await expect(row("Firefox on Linux").getByText("Denied")).toBeVisible();
    await expectEvent(seed, "device_denied");
    await act("Firefox on Linux", "Forget…");
    await page.getByRole("dialog").getByRole("button", { name: "Forget" }).click();
    await expect(row("Firefox on Linux")).toBeHidden();
    await expectEvent(seed, "device_deleted");
  });

  test("withdraws a connected app", async ({ page, seed }) => {
    await page.goto(user(seed, seed.fixtures.connectedApp.userId, "/apps"));
    await inspect(page, "user-apps");
    await page.getByRole("button", { name: "Withdraw authorization of Expenses" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await expect(page.getByText("No connected apps")).toBeVisible();
    await expectEvent(seed, "connected_app_withdrawn");
  });

  test("stores custom fields, and refuses invalid values", async ({ page, seed }) => {
    const suffix = Date.now();
    for (const field of [
      { fieldName: `start${suffix}`, displayLabel: "First day", fieldType: "date" },
      { fieldName: `site${suffix}`, displayLabel: "Website", fieldType: "url" },
      { fieldName: `desks${suffix}`, displayLabel: "Desks", fieldType: "number" },
      {
        fieldName: `floor${suffix}`,
        displayLabel: "Floor",
        fieldType: "select",
        options: ["First", "Second"],
      },
    ])
      expect((await call(page, acme(seed).credential, "POST", "/api/v1/custom-fields", field)).status).toBe(
        201,
      );
    await page.goto(user(seed, seed.fixtures.plainUser.userId, "/fields"));
    await page.getByLabel("Website").fill("nonsense");
    await page.getByLabel("Desks").fill("many");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Must be an http or https URL")).toBeVisible();
    await expect(page.getByText("Must be a number")).toBeVisible();
    await inspect(page, "user-fields");
    await page.getByLabel("Website").fill("https://pia.example");
    await page.getByLabel("Desks").fill("2");
    await page.getByLabel("First day").fill("2026-03-01");
    await page.getByLabel("Floor").selectOption("Second");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The fields were saved.")).toBeVisible();
    await expectEvent(seed, "user_fields_updated");
    await page.reload();
    await expect(page.getByLabel("Website")).toHaveValue("https://pia.example");
    await expect(page.getByLabel("Floor")).toHaveValue("Second");
  });

  test("shows the rules that apply to the user, and deletes one of the user's own", async ({
    page,
    seed,
  }) => {
    const { userId } = seed.fixtures.plainUser;
    const rule = {
      scope: "user",
      userId,
      type: "country",
      effect: "allow",
      countries: ["DE"],
      reason: "Travel",
    };
    await call(page, acme(seed).credential, "POST", "/api/v1/geo-rules", rule);
    await page.goto(user(seed, userId, "/rules"));
    await expect(page.getByText("Reason: Travel")).toBeVisible();
    await inspect(page, "user-rules");
    await page.getByRole("button", { name: "Delete the rule: Only from Germany" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete rule" }).click();
    await expect(page.getByText("No rules for this user only.")).toBeVisible();
    await expectEvent(seed, "access_rule_deleted");
  });

  test("shows risk and activity", async ({ page, seed }) => {
    await page.goto(user(seed, seed.fixtures.userWithRisk, "/risk"));
    await expect(page.getByText("higher is riskier")).toBeVisible();
    await inspect(page, "user-risk");
    await page.goto(user(seed, seed.fixtures.plainUser.userId, "/activity"));
    await expect(page.getByRole("heading", { name: "Activity" })).toBeVisible();
    await inspect(page, "user-activity");
    await page.goto(user(seed, acme(seed).owner.userId, "/roles"));
    await inspect(page, "user-roles");
  });
});

test("the last owner cannot be locked and suspended, and the page shows the reason beforehand", async ({
  page,
  seed,
}) => {
  const { slug, owner } = seed.tenants[1];
  await signIn(page, owner);
  await page.goto(`/${slug}/users/${owner.userId}`);
  const reason = page.getByText("The last active owner cannot be locked.");
  await expect(reason).toBeVisible();
  for (const name of ["Lock", "Suspend"]) {
    const button = page.getByRole("button", { name, exact: true });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(button).toHaveAccessibleDescription(/last active/);
    await button.click({ force: true });
  }
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await picture(page, "user-last-owner");
});
