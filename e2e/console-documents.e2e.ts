import { readFile } from "node:fs/promises";
import { signIn } from "./support/console";
import { expect, test } from "./support/test";

test("a template and data become a document, and what is wrong is told", async ({ page, seed }) => {
  await signIn(page, seed.tenants[0].owner);
  await page.goto(`/${seed.tenants[0].slug}/documents`);
  const template = page.getByLabel("Template (HTML)");
  await expect(template).toHaveValue(/<html/);
  await expect(page.getByTitle("The document")).toBeVisible();

  await page.getByLabel("Start from").selectOption("Receipt");
  await expect(page).toHaveURL(/starter=receipt/);
  // The starter has come; what is typed before that would give way to it.
  await expect(template).toHaveValue(/80mm/);

  await template.fill("<h1>Hello {{name}}</h1>");
  await page.getByLabel("Data (JSON)").fill('{"name": ');
  await expect(page.getByText(/The data is not JSON/)).toBeVisible();
  await page.getByLabel("Data (JSON)").fill("{}");
  await expect(page.getByText(/What could not be done/)).toBeVisible();
  await page.getByLabel("Data (JSON)").fill('{"name": "Ada"}');
  await expect(page.getByText(/What could not be done/)).toBeHidden();
  await expect(page.getByRole("region", { name: "Preview" })).toHaveAttribute("aria-busy", "false");

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download PDF" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("receipt.pdf");
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");
});
