import { readFileSync } from "node:fs";
import { acme, actionsOf, call, expectEvent, signIn } from "./support/console";
import { inspect } from "./support/inspect";
import { secondAdministrator } from "./support/second-administrator";
import { expect, test, type Seed } from "./support/test";
import { proceduresOf } from "./support/things";
import type { Page } from "@playwright/test";

/** Enough people that an action can be stopped before its end. */
const PEOPLE = 300;
const IN_WORDS = "300 people";

const strip = (page: Page) => page.getByRole("region", { name: "Bulk actions" });
/** Returns the status of one action in the strip. */
const statusOf = (page: Page, hasText: string | RegExp) =>
  strip(page).getByRole("listitem").filter({ hasText });

test.describe("actions on many people", () => {
  test.beforeEach(async ({ page, seed }) => signIn(page, acme(seed).owner));

  /** Creates people whom a search for `group` finds. */
  async function makePeople(page: Page, seed: Seed, group: string, names: string[]) {
    for (const [at, name] of names.entries()) {
      const email = `${group}-${at}@example.com`;
      const { status } = await call(page, acme(seed).credential, "POST", "/api/v1/users", { email, name });
      expect(status).toBe(201);
    }
  }

  test("are chosen by keyboard, reported with numbers, done, undone and exported", async ({ page, seed }) => {
    // Expects one event for the start, one for each person and one for the end, and no other event.
    const expectEvents = async (action: string, times: number) =>
      expect((await actionsOf(page, acme(seed).credential)).slice(0, times + 2)).toEqual([
        "system.bulk_job_finished",
        ...Array<string>(times).fill(`console.${action}`),
        "console.bulk_job_started",
      ]);
    const group = `bulky${Date.now()}`;
    await makePeople(page, seed, group, ["Bulky One", "Bulky Two", "Bulky Three", "=Bulky Four"]);
    await page.goto(`/${acme(seed).slug}/users?search=${group}`);
    const box = (name: string) => page.getByRole("checkbox", { name: `Select ${name}` });
    await box("Bulky One").focus();
    await page.keyboard.press("Space");
    await expect(page.getByText("1 person selected")).toBeVisible();
    await box("Bulky Three").click({ modifiers: ["Shift"] });
    await expect(page.getByText("3 people selected")).toBeVisible();
    await inspect(page, "bulk-bar");
    await page.getByRole("button", { name: "Suspend" }).click();
    await expect(page.getByRole("heading", { name: "Suspend 3 people?" })).toBeVisible();
    await inspect(page, "bulk-suspend");
    await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
    await expect(page.getByText("3 people suspended.")).toBeVisible();
    await expectEvents("user_suspended", 3);
    await expect(page.getByRole("cell", { name: "Suspended" })).toHaveCount(3);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(strip(page).getByText("3 people reactivated.")).toBeVisible();
    await expectEvents("user_reactivated", 3);
    await expect(page.getByRole("cell", { name: "Suspended" })).toHaveCount(0);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(strip(page)).toHaveCount(0);

    await page.getByRole("button", { name: "Select all that match" }).click();
    await expect(page.getByText("4 people selected")).toBeVisible();
    await page.getByRole("button", { name: "Assign tag" }).click();
    await page.getByRole("combobox", { name: "Assign tag" }).fill("Contractor");
    await page.getByRole("option", { name: "Contractor" }).click();
    await expect(page.getByRole("heading", { name: "Assign the tag Contractor to 4 people?" })).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Assign tag" }).click();
    await expect(page.getByText("The tag Contractor was assigned to 4 people.")).toBeVisible();
    await expectEvents("user_tagged", 4);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV" }).click();
    const file = readFileSync(await (await download).path(), "utf8");
    expect(file).toContain("user id,email,name,status,roles,tags,created");
    expect(file).toContain("'=Bulky Four,active,,Contractor,");
    await expectEvent(seed, "users_exported");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await expect(page.getByText("4 people selected")).toHaveCount(0);
  });

  test("list by name the people for whom they were refused", async ({ page, seed }) => {
    const { slug, owner } = acme(seed);
    await page.goto(`/${slug}/users?search=${encodeURIComponent(owner.email)}`);
    await page.getByRole("checkbox", { name: "Select every row of this page" }).check();
    await page.getByRole("button", { name: "Suspend" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
    const refused = page.getByRole("dialog", { name: "Refused for 1 person" });
    await expect(refused.getByText("The last active administrator cannot be suspended.")).toBeVisible();
    await inspect(page, "bulk-refused");
    await page.keyboard.press("Escape");
    // After a reload, the result is still there and can be opened again.
    await page.reload();
    const result = statusOf(page, "0 people suspended. Refused for 1 person.");
    await expect(result).toBeVisible();
    await inspect(page, "bulk-strip-refused");
    await result.getByRole("button", { name: "Show details" }).click();
    await refused.getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(`/users/${owner.userId}$`));
    await page.goBack();
    await result.getByRole("button", { name: "Dismiss" }).click();
    await expect(result).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("checkbox", { name: "Select every row of this page" })).toBeEnabled();
    await expect(result).toHaveCount(0);
  });

  test("continue without an open page, are stopped, resumed, seen by others and undone", async ({
    page,
    seed,
    browser,
  }) => {
    test.setTimeout(240_000);
    const { slug, credential, owner } = acme(seed);
    const run = proceduresOf(page.request, slug);
    const group = `crowd${Date.now()}`;
    const rows = Array.from({ length: PEOPLE }, (_, at) => `${group}-${at}@example.com,Crowd ${at}`);
    const text = `email,name\n${rows.join("\n")}\n`;
    const { importId } = await run<{ importId: number }>("userImports.create", {
      fileName: "crowd.csv",
      text,
    });
    await run("userImports.start", { importId, columns: ["email", "name"] });
    await page.goto(`/${slug}/users/import/${importId}`);
    await expect(page.getByRole("heading", { name: "Result" })).toBeVisible({ timeout: 120_000 });
    await run("userImports.remove", { importId });

    await page.goto(`/${slug}/users?search=${group}`);
    await page.getByRole("checkbox", { name: "Select Crowd 0" }).check();
    await page.getByRole("button", { name: "Select all that match" }).click();
    await page.getByRole("button", { name: "Suspend" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
    const running = page.getByRole("dialog", { name: "Suspending" });
    await expect(running.getByText("It continues if you leave this page.")).toBeVisible();
    await running.getByRole("button", { name: "Stop" }).click();
    await expect(strip(page).getByText(/Stopped with [\d,]+ users remaining/)).toBeVisible();
    // Changes that had begun before the stop are recorded after it.
    const stopped = "/api/v1/audit-events?limit=1&action=console.bulk_job_stopped";
    expect((await call(page, credential, "GET", stopped)).body).toMatchObject({
      events: [{ userEmail: owner.email }],
    });
    await inspect(page, "bulk-strip-stopped");

    // Another administrator resumes it.
    const { theirs, email, end } = await secondAdministrator(page, seed, browser);
    try {
      await theirs.goto(`/${slug}/users?search=${group}`);
      await page.goto(`/${slug}/roles`);
      await strip(theirs).getByRole("button", { name: "Resume" }).click();
      await expect(strip(theirs).getByRole("progressbar", { name: "Users processed" })).toBeVisible();
      await page.goto(`/${slug}/users?search=${group}`);
      await expect(strip(page).getByText(/^by /)).toBeVisible();
      await inspect(page, "bulk-strip-running");
      await expect(strip(theirs).getByText(`${IN_WORDS} suspended.`)).toBeVisible({ timeout: 60_000 });
      await expect(strip(page).getByText(`${IN_WORDS} suspended.`)).toBeVisible();
      const events = (await call(page, credential, "GET", "/api/v1/audit-events?limit=2")).body as {
        events: { action: string; userEmail: string | null }[];
      };
      expect(events.events.map(({ action, userEmail }) => [action, userEmail])).toEqual([
        ["system.bulk_job_finished", null],
        ["console.user_suspended", email],
      ]);
    } finally {
      await end();
    }
    await statusOf(page, `${IN_WORDS} suspended.`).getByRole("button", { name: "Undo" }).click();
    await expect(statusOf(page, `${IN_WORDS} reactivated.`)).toBeVisible({ timeout: 60_000 });
    // An undone action is no longer shown.
    await expect(statusOf(page, `${IN_WORDS} suspended.`)).toHaveCount(0);
  });

  test("show which users a tag would restrict before it is assigned", async ({ page, seed }) => {
    const { slug } = acme(seed);
    const run = proceduresOf(page.request, slug);
    const { tagId } = await run<{ tagId: number }>("tags.create", { name: "Stricter" });
    await run("tags.setPolicy", { tagId, policyKey: "requireMfa", value: true });
    const group = `strict${Date.now()}`;
    await makePeople(page, seed, group, ["Strict One", "Strict Two", "Strict Three", "Strict Four"]);
    await page.goto(`/${slug}/users?search=${group}`);
    await page.getByRole("checkbox", { name: "Select every row of this page" }).check();
    await page.getByRole("button", { name: "Assign tag" }).click();
    await page.getByRole("combobox", { name: "Assign tag" }).fill("Stricter");
    await page.getByRole("option", { name: "Stricter" }).click();
    const dialog = page.getByRole("dialog", { name: "Assign the tag Stricter to 4 people?" });
    await expect(dialog.getByText("4 users are affected.")).toBeVisible();
    await expect(dialog.getByText(/4 users have none yet/)).toBeVisible();
    await inspect(page, "bulk-tag-losses");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await run("tags.remove", { tagId });
  });
});
