import { acme, alive, expectEvent, signIn } from "./support/console";
import { inspect } from "./support/inspect";
import { expect, test } from "./support/test";
import { proceduresOf } from "./support/things";

test("an app gets claims by a preset and by rules, which a preview shows", async ({ page, seed }) => {
  const { slug, owner } = acme(seed);
  const stamp = Date.now();
  const person = `Claire ${stamp}`;
  const email = `claire-${stamp}@acme.example`;
  await signIn(page, owner);
  const run = proceduresOf(page.request, slug);
  await run("users.create", { email, name: person });
  const { appId } = await run<{ appId: number }>("apps.create", {
    name: `Cluster ${stamp}`,
    redirectUris: ["https://journey.example/callback"],
  });
  await page.goto(`/${slug}/apps/${appId}/claims`);
  await alive(page);
  await expect(page.getByText("No claims yet")).toBeVisible();

  // A preset adds its rules once.
  const usePreset = async (name: string) => {
    await page.getByRole("button", { name: "Use a preset" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await usePreset("Kubernetes");
  await expect(page.getByText("3 claims of Kubernetes added.")).toBeVisible();
  await expectEvent(seed, "app_updated");
  const rows = page.getByRole("table").locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(3);
  await expect(rows.last()).toContainText("Roles of the organization and the app");
  await usePreset("Kubernetes");
  await expect(page.getByText("The claims of Kubernetes are there already.")).toBeVisible();

  // A claim that identifies users has its own source. The error of a condition is at its field.
  await page.getByRole("button", { name: "Add claim" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Claim", { exact: true }).fill("roles");
  await expect(dialog.getByLabel("Source")).toHaveValue("roles");
  await expect(dialog.getByLabel("Which roles")).toHaveValue("organization");
  await dialog.getByLabel("Claim", { exact: true }).fill("aud");
  await dialog.getByRole("button", { name: "Add claim" }).click();
  await expect(dialog.locator('[id$="-error"]')).toHaveCount(1);
  await dialog.getByLabel("Claim", { exact: true }).fill("team");
  await dialog.getByLabel("Source").selectOption("constant");
  await dialog.getByLabel("Value", { exact: true }).fill("operations");
  const condition = dialog.getByLabel("Condition");
  await condition.fill('user.email.endsWith("@acme.example") && rolls == []');
  await dialog.getByRole("button", { name: "Add claim" }).click();
  await expect(condition).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.locator('[id$="-error"]')).toContainText("rolls");
  await inspect(page, "claims-dialog");
  await condition.fill('user.email.endsWith("@acme.example") && session.acr == "2fa"');
  await dialog.getByRole("button", { name: "Add claim" }).click();
  await expect(page.getByText("The claim team was added.")).toBeVisible();
  await expect(rows).toHaveCount(4);

  // By keyboard. The focus follows the claim.
  await page.getByRole("button", { name: "Actions for claim 4, team" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Move down" })).toBeHidden();
  await expect(page.getByRole("menuitem", { name: "Edit…" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Move up" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Actions for claim 3, team" })).toBeFocused();
  await expect(rows.last()).toContainText("groups");

  // The preview shows the claims of a user after a sign-in with one and with two factors.
  await page.getByRole("button", { name: "Choose a person…" }).click();
  await page.getByRole("combobox").fill(person);
  await page
    .getByRole("option", { name: new RegExp(person) })
    .first()
    .click();
  const idToken = page.getByLabel("ID token", { exact: true });
  await expect(idToken).toContainText(`"email": "${email}"`);
  await expect(idToken).not.toContainText("team");
  await page.getByRole("switch", { name: "With two factors" }).click();
  await expect(idToken).toContainText('"team": "operations"');
  await inspect(page, "claims");

  // A condition that fails for a user is a problem of the preview.
  await rows.filter({ hasText: "team" }).click();
  await dialog.getByLabel("Condition").fill("user.custom.nowhere == 1");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/^team is left out: /)).toBeVisible();
  await inspect(page, "claims-problem");

  // Nothing is removed from a list that another administrator has changed. The page shows the new list.
  const groups = { claim: "groups", source: { kind: "roles", of: "both" }, in: ["id_token"] };
  const tags = { claim: "labels", source: { kind: "tags" }, in: ["userinfo"] };
  await page.getByRole("button", { name: "Actions for claim 4, groups" }).click();
  await page.getByRole("menuitem", { name: "Remove…" }).click();
  await run("appClaims.set", { appId, claims: [tags, groups] });
  await dialog.getByRole("button", { name: "Remove claim" }).click();
  await expect(dialog.getByText("Somebody else has changed the claims in the meantime.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Actions for claim 2, groups" }).click();
  await page.getByRole("menuitem", { name: "Remove…" }).click();
  await dialog.getByRole("button", { name: "Remove claim" }).click();
  await expect(page.getByText("The claim groups was removed.")).toBeVisible();
  await expect(rows).toHaveCount(1);
});
