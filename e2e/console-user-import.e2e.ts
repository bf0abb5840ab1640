import { readFileSync } from "node:fs";
import { acme, actionsOf, expectEvent, signIn } from "./support/console";
import { inspect } from "./support/inspect";
import { expect, test } from "./support/test";

test.describe("importing users", () => {
  test.beforeEach(async ({ page, seed }) => signIn(page, acme(seed).owner));

  test(
    "previews the import, runs it, and returns the refused rows",
    { tag: "@journey" },
    async ({ page, seed }) => {
      const { slug, owner, credential } = acme(seed);
      const added = `imported-${Date.now()}`;
      await page.goto(`/${slug}/users`);
      await page.getByRole("link", { name: "Import" }).click();
      await expect(page.getByRole("heading", { name: "Import users", level: 1 })).toBeVisible();
      await inspect(page, "import-start");
      await page.getByLabel("Choose a CSV file").setInputFiles({
        name: "people.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("just one line"),
      });
      await expect(page.getByRole("alert").getByText(/people below it/)).toBeVisible();
      await page.getByLabel("Choose a CSV file").setInputFiles({
        name: "people.csv",
        mimeType: "text/csv",
        // Windows-1252, as written by older spreadsheets.
        buffer: Buffer.from(
          `Mail;Full name;Remark;Groups\nzoe-${added}@example.com;Zo\u00eb Z\u00fcrn;=1+1;\n${added}@example.com;Imported One;;\n` +
            `${owner.email};Olivia Renamed;;\nnobody;No Address;=2+2;Nonexistent\n`,
          "latin1",
        ),
      });
      await expect(page).toHaveURL(/users\/import\/\d+$/);
      await expectEvent(seed, "user_import_uploaded");
      await expect(page.getByRole("heading", { name: "people.csv" })).toBeVisible();
      await expect(page.getByText("name: Zoë Zürn")).toBeVisible();
      await expect(page.getByText("There is no role Nonexistent.").first()).toBeVisible();
      await inspect(page, "import-plan");
      await page.getByLabel("Groups").selectOption("ignore");
      await expect(page.getByText("There is no role Nonexistent.")).toHaveCount(0);
      await page.getByRole("button", { name: "Start import" }).click();
      await expect(
        page.getByRole("dialog").getByText(/2 added, 1 changed. 1 row would be refused/),
      ).toBeVisible();
      await page.getByRole("dialog").getByRole("button", { name: "Start import" }).click();
      await expect(page.getByText("Completed with refused rows")).toBeVisible();
      await expect(page.getByText("4 of 4 rows processed")).toBeVisible();
      await inspect(page, "import-result");
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Refused rows" }).click();
      const file = readFileSync(await (await download).path(), "utf8");
      expect(file).toContain("line,problem,Mail,Full name,Remark,Groups");
      expect(file).toContain("5,The address must be an e-mail address.,nobody,No Address,'=2+2,Nonexistent");
      expect(await actionsOf(page, credential)).toEqual(
        expect.arrayContaining([
          "console.user_import_started",
          "console.user_created",
          "console.user_updated",
        ]),
      );
      await page.getByRole("button", { name: "Remove", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
      await expect(page.getByText("people.csv")).toHaveCount(0);
      await expectEvent(seed, "user_import_deleted");
      // The result of the import stays.
      await page.goto(`/${slug}/users?search=${added}`);
      await expect(page.getByRole("link", { name: "Imported One" })).toBeVisible();
    },
  );

  test("imports 10,000 rows without an open page", async ({ page, seed }) => {
    test.setTimeout(400_000);
    const { slug } = acme(seed);
    await page.goto(`/${slug}/users/import`);
    const rows = Array.from({ length: 10_000 }, (_, at) => `bulk-${at}@example.com,Bulk ${at}`);
    const choose = page.getByLabel("Choose a CSV file");
    await expect(choose).toBeEnabled();
    await choose.setInputFiles({
      name: "ten-thousand.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`email,name\n${rows.join("\n")}\n`),
    });
    const began = Date.now();
    await page.getByRole("button", { name: "Start import" }).click({ timeout: 60_000 });
    console.log(`10,000 rows were read and planned in ${Date.now() - began} ms`);
    const started = Date.now();
    await page.getByRole("dialog").getByRole("button", { name: "Start import" }).click();
    await expect(page.getByText(/of 10,000 rows processed/)).toBeVisible();
    await inspect(page, "import-running");
    await page.goto(`/${slug}/users`);
    await page.goto(`/${slug}/users/import`);
    await expect(page.getByRole("row", { name: /ten-thousand\.csv Done/ })).toBeVisible({ timeout: 380_000 });
    console.log(`10,000 rows were imported in ${Date.now() - started} ms`);
  });
});
