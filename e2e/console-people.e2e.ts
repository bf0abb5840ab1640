import { actionsOf, call, expectEvent, picture, signIn } from "./support/console";
import { expect, test } from "./support/test";

test.beforeEach(async ({ page, seed }) => signIn(page, seed.tenants[0].owner));

test("adds an administrator, changes the role, and is refused for the owner", async ({ page, seed }) => {
  const [{ slug, credential, owner }] = seed.tenants;
  const email = `admin-${Date.now()}@acme.example`;
  const name = `Ada ${Date.now()}`;
  await call(page, credential, "POST", "/api/v1/users", { email, name });
  await page.goto(`/${slug}/administrators`);
  await page.getByRole("button", { name: "Add administrator" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add administrator" }).click();
  await expect(dialog.getByText("Choose a person", { exact: true })).toBeVisible();
  await dialog.getByLabel("Person").click();
  await page.getByPlaceholder("Name or e-mail…").fill(name);
  await page.getByRole("option", { name: new RegExp(name) }).click();
  await picture(page, "administrators-add");
  await dialog.getByRole("button", { name: "Add administrator" }).click();
  await expect(page.getByRole("cell", { name: email })).toBeVisible();
  await expectEvent(seed, "admin_granted");
  await picture(page, "administrators");

  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Make an owner…" }).click();
  await page.getByRole("button", { name: "Make owner" }).click();
  await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText("Owner");
  await expectEvent(seed, "admin_granted");
  // The owner cannot be removed; the dialog stays open and shows the reason.
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Remove…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove administrator" }).click();
  await expect(page.getByRole("dialog").getByText("An owner cannot be removed")).toBeVisible();
  await picture(page, "administrators-refused");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Make an admin…" }).click();
  await page.getByRole("button", { name: "Make admin" }).click();
  await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText("Admin");
  await expectEvent(seed, "admin_granted");
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Remove…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove administrator" }).click();
  await expect(page.getByRole("cell", { name: email })).toBeHidden();
  await expect(page.getByRole("cell", { name: owner.email })).toBeVisible();
  await expectEvent(seed, "admin_revoked");
});

test("invites, shows the token once, refuses a second invitation, and revokes", async ({ page, seed }) => {
  const [{ slug }] = seed.tenants;
  const email = `guest-${Date.now()}@acme.example`;
  await page.goto(`/${slug}/invitations`);
  const invite = async () => {
    await page.getByRole("button", { name: "Invite someone" }).first().click();
    await page.getByRole("dialog").getByLabel("E-mail").fill(email);
    await page.getByRole("dialog").getByRole("button", { name: "Invite" }).click();
  };
  await invite();
  await expect(page.getByText("Shown only once")).toBeVisible();
  await picture(page, "invitation-token");
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.getByRole("cell", { name: email, exact: true })).toBeVisible();
  await expectEvent(seed, "invitation_created");
  await invite();
  await expect(page.getByRole("dialog").getByLabel("E-mail")).toHaveAttribute("aria-invalid", "true");
  await picture(page, "invitation-refused");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: `Revoke the invitation of ${email}` }).click();
  await page.getByRole("button", { name: "Revoke invitation" }).click();
  await expect(page.getByRole("cell", { name: email, exact: true })).toBeHidden();
  await expectEvent(seed, "invitation_revoked");
  await page.getByLabel("State").selectOption("revoked");
  await expect(page).toHaveURL(/state=revoked/);
  await expect(page.getByRole("cell", { name: email })).toBeVisible();

  await page.getByRole("button", { name: "How long they are valid" }).click();
  await page.getByRole("dialog").getByLabel("Days").fill("0");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog").getByLabel("Days")).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("dialog").getByLabel("Days").fill("14");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("New invitations are valid for 14 days.")).toBeVisible();
  await expectEvent(seed, "invitation_settings_updated");
});

test("creates a tag, sets a policy, gives the tag to a user and removes it, and deletes it", async ({
  page,
  seed,
}) => {
  const [{ slug, credential }] = seed.tenants;
  const stamp = Date.now();
  const person = `Tagged ${stamp}`;
  await call(page, credential, "POST", "/api/v1/users", { email: `t-${stamp}@acme.example`, name: person });
  await page.goto(`/${slug}/tags`);
  await page.getByRole("button", { name: "New tag" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Create tag" }).click();
  await expect(page.getByRole("dialog").getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("dialog").getByLabel("Name").fill(`Partner ${stamp}`);
  await page.getByRole("dialog").getByRole("button", { name: "Create tag" }).click();
  await expect(page.getByRole("heading", { name: `Partner ${stamp}`, level: 1 })).toBeVisible();
  await expectEvent(seed, "tag_created");
  await page.getByLabel("Must use a second factor").selectOption("true");
  await expect(page.getByText("Must use a second factor: yes.")).toBeVisible();
  await expectEvent(seed, "tag_policy_changed");
  await page.getByRole("switch", { name: "To invited users" }).click();
  await expect(page.getByText("The tag was saved.")).toBeVisible();
  await expectEvent(seed, "tag_updated");
  await page.getByRole("button", { name: "Assign to a user" }).click();
  await page.getByPlaceholder("Name or e-mail…").fill(person);
  await page.getByRole("option", { name: new RegExp(person) }).click();
  // A dialog asks for confirmation, because the tag restricts the user.
  const asked = page.getByRole("dialog", { name: `Assign the tag Partner ${stamp} to ${person}?` });
  await expect(asked.getByText("They must use a second factor from their next sign-in on.")).toBeVisible();
  await picture(page, "tag-given");
  await asked.getByRole("button", { name: "Assign the tag" }).click();
  await expect(page.getByRole("cell", { name: `t-${stamp}@acme.example` })).toBeVisible();
  await picture(page, "tag");
  const links = page.getByRole("combobox", { name: "May sign in with an e-mail link" });
  await links.selectOption("false");
  const forbids = page.getByRole("dialog", { name: "May sign in with an e-mail link: no?" });
  await expect(forbids.getByText("1 user is affected.")).toBeVisible();
  await expect(forbids.getByText("No user has signed in that way in the last 30 days.")).toBeVisible();
  await picture(page, "tag-policy");
  await forbids.getByRole("button", { name: "Cancel" }).click();
  await expect(links).toHaveValue("");
  await links.selectOption("false");
  await forbids.getByRole("button", { name: "Set the policy" }).click();
  await expect(page.getByText("May sign in with an e-mail link: no.")).toBeVisible();
  await expect(links).toHaveValue("false");
  // A dialog also asks for confirmation before the policy is removed, because users can do more afterwards.
  await links.selectOption("Not set");
  const frees = page.getByRole("dialog", { name: "May sign in with an e-mail link: not set?" });
  await expect(frees.getByText("1 user is affected.")).toBeVisible();
  await expect(frees.getByText("They can sign in with an e-mail link in apps that offer it.")).toBeVisible();
  await picture(page, "tag-policy-taken-back");
  await frees.getByRole("button", { name: "Set the policy" }).click();
  await expect(page.getByText("May sign in with an e-mail link: not set.")).toBeVisible();
  await expect(links).toHaveValue("");
  await page.getByRole("button", { name: `Remove the tag from ${person}` }).click();
  await expect(page.getByText("No users have this tag")).toBeVisible();
  expect((await actionsOf(page, credential)).slice(0, 4)).toEqual([
    "console.user_untagged",
    "console.tag_policy_changed",
    "console.tag_policy_changed",
    "console.user_tagged",
  ]);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete tag" }).click();
  await expect(page.getByRole("heading", { name: "Tags", level: 1 })).toBeVisible();
  await expect(page.getByText(`Partner ${stamp}`, { exact: true })).toBeHidden();
  await expectEvent(seed, "tag_deleted");
  await picture(page, "tags");
});

test("creates custom fields, orders them, refuses a name in use, and deletes one", async ({ page, seed }) => {
  const [{ slug }] = seed.tenants;
  const stamp = Date.now();
  await page.goto(`/${slug}/custom-fields`);
  const dialog = page.getByRole("dialog");
  const create = async (label: string, name: string) => {
    await page.getByRole("button", { name: "New field" }).first().click();
    await dialog.getByLabel("Label", { exact: true }).fill(label);
    await dialog.getByLabel("Name", { exact: true }).fill(name);
  };
  await create("Size", `size_${stamp}`);
  await dialog.getByLabel("Type").selectOption("select");
  await dialog.getByRole("button", { name: "Create field" }).click();
  await expect(dialog.getByLabel("Choices")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Choices").fill("Small\nLarge");
  await picture(page, "custom-field");
  await dialog.getByRole("button", { name: "Create field" }).click();
  await expect(page.getByRole("cell", { name: `size_${stamp}` })).toBeVisible();
  await create("Again", `size_${stamp}`);
  await dialog.getByRole("button", { name: "Create field" }).click();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Name", { exact: true }).fill(`start_${stamp}`);
  await dialog.getByRole("button", { name: "Create field" }).click();
  await expect(page.getByRole("cell", { name: `start_${stamp}` })).toBeVisible();
  await expectEvent(seed, "custom_field_saved");
  await page.getByRole("button", { name: "Actions for Size" }).click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveAttribute("readonly");
  await dialog.getByLabel("Label", { exact: true }).fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Label", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Label", { exact: true }).fill("Shirt size");
  await dialog.getByLabel("Personal data").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: /Shirt size/ })).toContainText("Personal data");
  await expectEvent(seed, "custom_field_saved");
  await page.getByRole("button", { name: "Move Again up" }).click();
  await expectEvent(seed, "custom_fields_ordered");
  await picture(page, "custom-fields");
  await page.getByRole("button", { name: "Actions for Again" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await dialog.getByLabel(/to confirm/).fill(`start_${stamp}`);
  await dialog.getByRole("button", { name: "Delete field" }).click();
  await expect(page.getByRole("cell", { name: `start_${stamp}` })).toBeHidden();
  await expectEvent(seed, "custom_field_deleted");
});
