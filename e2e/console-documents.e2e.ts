import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectEvent, picture, signIn } from "./support/console";
import { expect, test } from "./support/test";

const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
const settled = (page: Page) => expect(preview(page)).toHaveAttribute("aria-busy", "false");

/** Replaces the content of an editor. */
async function write(page: Page, label: string, text: string) {
  const editor = page.getByLabel(label);
  await expect(editor).toBeEditable();
  await editor.focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

test(
  "a template is created, saved, changed, compared and restored",
  { tag: "@journey" },
  async ({ page, seed }) => {
    test.setTimeout(120_000);
    const [{ slug, owner }] = seed.tenants;
    await signIn(page, owner);
    await page.goto(`/${slug}/documents`);
    await page.getByRole("link", { name: "New template" }).click();
    await picture(page, "documents-gallery");
    await page.getByRole("link", { name: /^Invoice/ }).click();
    await expect(page).toHaveURL(/starter=invoice/);

    // The document is shown with a text layer, which can be selected and searched.
    // The first preview waits for the editor, the PDF reader and a thread that has loaded no font yet.
    await expect(preview(page).getByText("Invoice").first()).toBeAttached({ timeout: 30_000 });
    await settled(page);
    await picture(page, "documents-new");
    await page.getByRole("button", { name: "Save as a template" }).click();
    await page.getByLabel("Name").fill("Our invoice");
    await page.getByRole("button", { name: "Create template" }).click();
    await expect(page).toHaveURL(/documents\/\d+$/);
    await expect(page.getByText(/Version 1, saved/)).toBeVisible();
    await expectEvent(seed, "document_template_created");

    await write(page, "Template (HTML)", "<h1>Hello {{name}}</h1>\n<p>{{gone}}</p>");
    await write(page, "Sample data (JSON)", '{"name": "Ada"}');
    await expect(page.getByText("Not saved")).toBeVisible();
    await expect(preview(page).getByText("Hello Ada")).toBeAttached();
    // A remark leads to its position.
    await page.getByRole("button", { name: "gone", exact: true }).click();
    await expect(page.getByLabel("Template (HTML)")).toBeFocused();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("{{gone}}");

    await page.keyboard.press("Control+S");
    await page.getByLabel("What changed").fill("Only a greeting");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(/Version 2, saved/)).toBeVisible();
    await expectEvent(seed, "document_template_saved");
    await expect(page.getByText("Not saved")).toBeHidden();

    await page.getByRole("button", { name: "Versions" }).click();
    await expect(page.getByText("Only a greeting")).toBeVisible();
    await page.getByRole("button", { name: /^Version 1/ }).click();
    await expect(page.getByText("Added: <h1>Hello {{name}}</h1>")).toBeVisible();
    await picture(page, "documents-compare");
    await page.getByRole("button", { name: "Restore…" }).click();
    await page.getByRole("button", { name: "Restore", exact: true }).click();
    await expect(page.getByText(/Version 3, saved/)).toBeVisible();
    await expectEvent(seed, "document_template_restored");
    await expect(page.getByLabel("Template (HTML)")).toContainText("<!doctype html>", { ignoreCase: true });
    await settled(page);
    await picture(page, "documents-template");

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download PDF" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Our invoice.pdf");
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");

    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Name and data…" }).click();
    await page.getByLabel("Name", { exact: true }).fill("");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Name", { exact: true }).fill("Invoice of today");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { name: "Invoice of today", level: 1 })).toBeVisible();
    await expectEvent(seed, "document_template_updated");

    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByLabel(/Type Invoice of today/).fill("Invoice of today");
    await page.getByRole("button", { name: "Delete template" }).click();
    await expect(page.getByText("Invoice of today")).toHaveCount(0);
    await expectEvent(seed, "document_template_deleted");
  },
);

test("an editor accepts no text before the page can keep it", async ({ page, seed }) => {
  const [{ slug, owner }] = seed.tenants;
  await signIn(page, owner);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.goto(`/${slug}/documents/new?starter=blank`);
  await page.getByRole("button", { name: "Save as a template" }).click();
  await page.getByLabel("Name").fill("Slow page");
  await page.getByRole("button", { name: "Create template" }).click();
  await expect(page).toHaveURL(/documents\/\d+$/);
  await page.route("**/_next/static/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  const editor = page.getByLabel("Sample data (JSON)");
  await editor.pressSequentially("lost");
  await expect(editor).not.toHaveValue(/lost/);
  await expect(editor).not.toBeEditable();
  release();
  await write(page, "Sample data (JSON)", "kept");
  await expect(editor).toContainText("kept");
});

test("problems of a template or its data are shown", async ({ page, seed }) => {
  const [{ slug, owner }] = seed.tenants;
  await signIn(page, owner);
  await page.goto(`/${slug}/documents/new?starter=blank`);
  await write(page, "Sample data (JSON)", '{"name": ');
  await expect(page.getByText(/The sample data must be a JSON object/)).toBeVisible();
  // The draft cannot be saved. The focus moves to the invalid field.
  await write(page, "Sample data (JSON)", "[1]");
  await page.getByRole("button", { name: "Save as a template" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByLabel("Sample data (JSON)")).toBeFocused();
  await write(page, "Sample data (JSON)", "{}");
  await expect(page.getByText("Warnings", { exact: true })).toBeVisible();
  await write(page, "Sample data (JSON)", '{"name": "Ada"}');
  await expect(page.getByText("Warnings", { exact: true })).toBeHidden();
  await expect(preview(page).getByText("Hello Ada")).toBeAttached();
  await write(page, "Template (HTML)", "<p>\n{{#each items}}");
  await expect(page.getByText("The document cannot be created")).toBeVisible();
  await expect(preview(page).getByText("This is the last document that could be created")).toBeVisible();
  await expect(page.getByRole("button", { name: "Download PDF" })).toHaveAttribute("aria-disabled", "true");
  await picture(page, "documents-broken");
  // A template that cannot be rendered is saved only after a confirmation.
  await page.getByRole("button", { name: "Save as a template" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("This template cannot be rendered in its current form")).toBeVisible();
  await expect(dialog.getByText(/line 2/)).toBeVisible();
  await picture(page, "documents-save-anyway");
  await dialog.getByLabel("Name").fill("Half a list");
  await dialog.getByRole("button", { name: "Save anyway" }).click();
  await expect(page).toHaveURL(/documents\/\d+$/);
  await write(page, "Template (HTML)", "<p>Whole</p>");
  await page.keyboard.press("Control+S");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/Version 2, saved/)).toBeVisible();
  // Tab leaves the editor like any field.
  await page.getByLabel("Template (HTML)").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Template (HTML)")).not.toBeFocused();
});

test("a picture is uploaded once and shown at its address", async ({ page, seed }) => {
  const [{ slug, owner }] = seed.tenants;
  await signIn(page, owner);
  await page.goto(`/${slug}/documents/assets`);
  await page.getByRole("button", { name: "Upload a picture" }).click();
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText("Choose a picture.")).toBeVisible();
  await page.getByLabel("Picture", { exact: true }).setInputFiles({
    name: "No picture.png",
    mimeType: "image/png",
    buffer: Buffer.from("just text"),
  });
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText("Must be a picture: PNG, JPEG, WebP or SVG.")).toBeVisible();
  await page.getByLabel("Picture", { exact: true }).setInputFiles({
    name: "Our Logo.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#0d6b52"/></svg>',
    ),
  });
  await expect(page.getByLabel("Name")).toHaveValue("Our-Logo.svg");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText("asset:Our-Logo.svg")).toBeVisible();
  await expectEvent(seed, "document_asset_uploaded");
  await picture(page, "documents-assets");

  await page.goto(`/${slug}/documents/new?starter=blank`);
  await write(
    page,
    "Template (HTML)",
    '<p>With a logo</p><img src="asset:Our-Logo.svg"><img src="asset:no.svg">',
  );
  await expect(preview(page).getByText("With a logo")).toBeAttached();
  await expect(page.getByText("img asset:no.svg is left out")).toBeVisible();
  await expect(page.getByText(/Our-Logo.svg is left out/)).toBeHidden();

  await page.goto(`/${slug}/documents/assets`);
  await page.getByRole("button", { name: "Delete Our-Logo.svg" }).click();
  await expect(page.getByText("No template uses it")).toBeVisible();
  await page.getByRole("button", { name: "Delete picture" }).click();
  await expect(page.getByText("No pictures yet")).toBeVisible();
  await expectEvent(seed, "document_asset_deleted");
});
