import { readFileSync } from "node:fs";
import { actionsOf, call, expectEvent, signIn } from "./support/console";
import { inspect } from "./support/inspect";
import { expect, test, type Seed } from "./support/test";
import type { Page } from "@playwright/test";

const acme = (seed: Seed) => seed.tenants[0];

test.describe("steps on many people", () => {
  test.beforeEach(async ({ page, seed }) => signIn(page, acme(seed).owner));

  async function makePeople(page: Page, seed: Seed, names: string[]) {
    for (const [at, name] of names.entries()) {
      const email = `bulky-${at}@example.com`;
      const { status } = await call(page, acme(seed).credential, "POST", "/api/v1/users", { email, name });
      expect(status).toBe(201);
    }
  }

  test("are chosen by keyboard, told with numbers, done, undone and exported", async ({ page, seed }) => {
    // One for each person, and nothing else.
    const expectEvents = async (action: string, times: number) =>
      expect((await actionsOf(page, acme(seed).credential)).slice(0, times)).toEqual(
        Array(times).fill(`console.${action}`),
      );
    await makePeople(page, seed, ["Bulky One", "Bulky Two", "Bulky Three", "=Bulky Four"]);
    await page.goto(`/${acme(seed).slug}/users?search=bulky`);
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
    await expect(page.getByText("3 people reactivated.")).toBeVisible();
    await expectEvents("user_reactivated", 3);
    await expect(page.getByRole("cell", { name: "Suspended" })).toHaveCount(0);

    await page.getByRole("button", { name: "Select all that match" }).click();
    await expect(page.getByText("4 people selected")).toBeVisible();
    await page.getByRole("button", { name: "Give tag" }).click();
    await page.getByRole("combobox", { name: "Give tag" }).fill("Contractor");
    await page.getByRole("option", { name: "Contractor" }).click();
    await expect(page.getByRole("heading", { name: "Give the tag Contractor to 4 people?" })).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Give tag" }).click();
    await expect(page.getByText("4 people were given the tag Contractor.")).toBeVisible();
    await expectEvents("user_tagged", 4);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV" }).click();
    const file = readFileSync(await (await download).path(), "utf8");
    expect(file).toContain("user id,email,name,status,roles,tags,created");
    expect(file).toContain("'=Bulky Four,active,,Contractor,");
    await expectEvent(page, seed, "users_exported");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await expect(page.getByText("4 people selected")).toHaveCount(0);
  });
});
