import type { Locator } from "@playwright/test";
import { expectEvent, signIn } from "./support/console";
import { expect, test } from "./support/test";
import { proceduresOf } from "./support/things";

interface Example {
  type: string;
  /** Clears or invalidates an initial value of the form. */
  spoil?: (dialog: Locator) => Promise<void>;
  refused: RegExp;
  fill: (dialog: Locator) => Promise<void>;
  /** The text after “People with the tag …”. */
  says: string;
}

// Rules of addresses, hours and sessions for everybody are tested in console-access-rules.e2e.ts.
const examples: Example[] = [
  {
    type: "Countries",
    refused: /Must hold at least one country/,
    fill: async (dialog) => {
      await dialog.getByLabel("Effect").selectOption("deny");
      await dialog.getByLabel("Search countries").fill("new zea");
      await dialog.getByRole("checkbox", { name: /New Zealand/ }).check();
    },
    says: "cannot sign in from New Zealand.",
  },
  {
    type: "Regions",
    refused: /Must hold at least one region/,
    fill: async (dialog) => {
      await dialog.getByLabel("Country of the region").selectOption("DE");
      await dialog.getByLabel("Name of the region").fill("Bavaria");
      await dialog.getByRole("button", { name: "Add region" }).click();
    },
    says: "can sign in only from Bavaria (Germany).",
  },
  {
    type: "Sign-in methods",
    refused: /Must hold at least one method/,
    fill: async (dialog) => {
      await dialog.getByRole("checkbox", { name: "Passkey" }).check();
      await dialog.getByRole("checkbox", { name: "Code by e-mail" }).check();
    },
    says: "can sign in only with: Passkey or Code by e-mail.",
  },
  {
    type: "Session length",
    spoil: (dialog) => dialog.getByLabel("Longest session (minutes)").fill("50000"),
    refused: /whole number from 1 to 43200/,
    fill: (dialog) => dialog.getByLabel("Longest session (minutes)").fill("120"),
    says: "can stay signed in for at most 2 hours.",
  },
  {
    type: "Devices",
    spoil: (dialog) => dialog.getByLabel("Devices per person").fill("0"),
    refused: /whole number from 1 to 20/,
    fill: (dialog) => dialog.getByLabel("Devices per person").fill("2"),
    says: "can use at most 2 devices each.",
  },
];

test("creates a rule of each type for a tag, one for an app, and deletes them", async ({ page, seed }) => {
  const { slug, owner } = seed.tenants[0];
  await signIn(page, owner);
  const run = proceduresOf(page.request, slug);
  const stamp = Date.now();
  const tag = `Field staff ${stamp}`;
  const app = `Till ${stamp}`;
  await run("tags.create", { name: tag });
  await run("apps.create", { name: app, redirectUris: ["https://till.example/cb"] });
  await page.goto(`/${slug}/access-rules`);
  const dialog = page.getByRole("dialog");
  const create = dialog.getByRole("button", { name: "Create rule" });
  const about = async (scope: string, opener: string, name: string) => {
    await dialog.getByLabel("Applies to").selectOption(scope);
    await dialog.getByRole("button", { name: opener, exact: true }).click();
    await page.getByPlaceholder("Search by name…").fill(name);
    await page.getByRole("option", { name }).click();
  };
  const made = async (list: string, sentence: string) => {
    await expect(dialog.getByText(sentence)).toBeVisible();
    await create.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("list", { name: list }).getByText(sentence)).toBeVisible();
    await expectEvent(seed, "access_rule_created");
  };

  for (const { type, spoil, refused, fill, says } of examples) {
    await page.getByRole("button", { name: "New rule" }).first().click();
    // The message about the last rule would cover the buttons of the dialog.
    await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
    await dialog.getByRole("radio", { name: type, exact: true }).check();
    await dialog.getByLabel("Applies to").selectOption("tag");
    await spoil?.(dialog);
    await create.click();
    await expect(dialog.getByText("Must be given for scope tag")).toBeVisible();
    await expect(dialog.getByText(refused)).toBeVisible();
    await about("tag", "Tag", tag);
    await fill(dialog);
    await made("Tags", `People with the tag ${tag} ${says}`);
  }
  await page.getByRole("button", { name: "New rule" }).first().click();
  await dialog.getByRole("radio", { name: "Sign-in methods" }).check();
  await about("app", "App", app);
  await dialog.getByRole("checkbox", { name: "SAML" }).check();
  await made("Apps", `People signing in to ${app} can sign in only with: SAML.`);

  await page.getByLabel("Search rules").fill(String(stamp));
  const remove = page.getByRole("button", { name: /^Delete the rule: / });
  for (let left = examples.length; left >= 0; left -= 1) {
    await expect(remove).toHaveCount(left + 1);
    await remove.first().click();
    await dialog.getByRole("button", { name: "Delete rule" }).click();
  }
  await expect(page.getByText("No rule matches")).toBeVisible();
  await expectEvent(seed, "access_rule_deleted");
});
