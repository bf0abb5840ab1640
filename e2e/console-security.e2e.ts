import type { Locator, Page } from "@playwright/test";
import { expect, test, type Seed } from "./support/test";
import { call, expectEvent, signIn } from "./support/console";
import { inspect } from "./support/inspect";

const acme = (seed: Seed) => seed.tenants[0];

test.describe("access rules", () => {
  test.beforeEach(async ({ page, seed }) => {
    await signIn(page, acme(seed).owner);
    await page.goto(`/${acme(seed).slug}/access-rules`);
  });

  test("sets and removes the country restriction, and previews the refusals", async ({ page, seed }) => {
    await page.getByRole("button", { name: "Change" }).click();
    await page.getByRole("radio", { name: /Only these countries/ }).check();
    await page.getByRole("button", { name: "Review and save" }).click();
    await expect(page.getByText("Choose at least one country.")).toBeVisible();
    await page.getByLabel("Search countries").fill("germ");
    await page.getByRole("checkbox", { name: /Germany/ }).check();
    await page.getByRole("button", { name: "Map" }).click();
    await expect(page.locator("svg path.cursor-pointer").nth(100)).toBeVisible();
    await page.getByRole("button", { name: "Review and save" }).click();
    const dialog = page.getByRole("dialog");
    await expect(
      dialog.getByText(/It would have refused \d+ sign-ins? of \d+ (person|people)/),
    ).toBeVisible();
    await expect(dialog.getByText("Rhea Risk")).toBeVisible();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("People may sign in only from Germany.")).toBeVisible();
    await expectEvent(page, seed, "geo_restriction_changed");

    await page.getByRole("button", { name: "Change" }).click();
    await page.getByRole("radio", { name: /No restriction/ }).check();
    await page.getByRole("button", { name: "Review and save" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("People may sign in from every country.")).toBeVisible();
  });

  const openBuilder = async (page: Page) => {
    await page.getByRole("button", { name: "New rule" }).first().click();
    return page.getByRole("dialog");
  };
  const create = (dialog: Locator) => dialog.getByRole("button", { name: "Create rule" }).click();

  test("creates a rule for everybody, previews it, finds it and deletes it", async ({ page, seed }) => {
    const dialog = await openBuilder(page);
    await dialog.getByRole("radio", { name: "Addresses" }).check();
    await create(dialog);
    await expect(dialog.getByText("Must hold at least one address or range")).toBeVisible();
    await dialog.getByLabel("Addresses and ranges").fill("203.0.113.0/24\nnowhere");
    await expect(dialog.getByText(/Holds nowhere/)).toBeVisible();
    // Host bits are ignored: the network is shown.
    await dialog.getByLabel("Addresses and ranges").fill("203.0.113.9/24");
    await expect(dialog.getByText("Everyone can sign in only from 203.0.113.0/24.")).toBeVisible();
    // The refusals are shown before the creation, without a request.
    await create(dialog);
    await expect(
      dialog.getByText(/It would have refused \d+ sign-ins? of \d+ (person|people)/),
    ).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Create rule anyway" })).toBeVisible();
    await dialog.getByLabel("Reason").fill("Only from the office");
    await dialog.getByLabel("Expires").fill("2020-01-01T10:00");
    await create(dialog);
    // Errors of the server are shown at their field, too.
    await expect(dialog.getByText(/must be in the future/i)).toBeVisible();
    await dialog.getByLabel("Expires").fill("2099-01-01T10:00");
    await create(dialog);
    await expect(dialog).toBeHidden();
    await expectEvent(page, seed, "access_rule_created");
    const rule = page.getByRole("listitem").filter({ hasText: "Only from the office" });
    await expect(rule).toContainText("Everyone can sign in only from 203.0.113.0/24.");

    await page.getByRole("combobox", { name: "Type" }).selectOption("hours");
    await expect(page).toHaveURL(/type=hours/);
    await expect(page.getByText("No rule matches")).toBeVisible();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await rule.getByRole("button", { name: /Delete the rule/ }).click();
    await dialog.getByRole("button", { name: "Delete rule" }).click();
    await expect(rule).toBeHidden();
    await expectEvent(page, seed, "access_rule_deleted");
  });

  test("warns in the form and the list about a rule on data that this installation lacks", async ({
    page,
  }) => {
    const dialog = await openBuilder(page);
    const blind = "This rule refuses nobody, because this installation has no addresses of VPN providers";
    await expect(dialog.getByText(blind)).toBeHidden();
    await dialog.getByRole("radio", { name: "Regions" }).check();
    await expect(dialog.getByText("This rule refuses only people from other countries")).toBeVisible();
    await dialog.getByRole("radio", { name: "No anonymizers" }).check();
    await expect(dialog.getByText(blind)).toBeVisible();
    await dialog.getByLabel("Reason").fill("No Tor");
    await create(dialog);
    await expect(page.getByRole("listitem").filter({ hasText: "No Tor" })).toContainText(blind);
  });

  test("creates rules of hours for a user and limits for everybody", async ({ page }) => {
    const dialog = await openBuilder(page);
    await dialog.getByRole("radio", { name: "Hours" }).check();
    await dialog.getByLabel("Applies to").selectOption("user");
    await dialog.getByRole("button", { name: "Person" }).click();
    await page.getByPlaceholder("Name or e-mail…").fill("rhea");
    await page.getByRole("option", { name: /Rhea Risk/ }).click();
    await dialog.getByLabel("From").fill("22:00");
    await dialog.getByLabel("To", { exact: true }).fill("06:00");
    await dialog.getByRole("button", { name: /Time zone/ }).click();
    await page.getByPlaceholder("City or region…").fill("Berlin");
    await page.getByRole("option", { name: /Europe\/Berlin/ }).click();
    const sentence =
      "Rhea Risk can sign in only Monday to Friday, from 22:00 to 06:00 the next morning (Europe/Berlin time).";
    await expect(dialog.getByText(sentence)).toBeVisible();
    await create(dialog);
    await expect(page.getByRole("list", { name: "People" }).getByText(sentence)).toBeVisible();

    await openBuilder(page);
    await dialog.getByRole("radio", { name: "Concurrent sessions" }).check();
    await expect(dialog.getByRole("option", { name: "Sign-ins to one app" })).toHaveCount(0);
    await dialog.getByRole("spinbutton", { name: "Concurrent sessions" }).fill("51");
    await create(dialog);
    await expect(dialog.getByText(/whole number from 1 to 50/)).toBeVisible();
    await dialog.getByRole("spinbutton", { name: "Concurrent sessions" }).fill("2");
    await create(dialog);
    await expect(
      page.getByRole("list", { name: "Everyone" }).getByText("Everyone can have at most 2 sessions"),
    ).toBeVisible();
  });
});

test.describe("security", () => {
  test.beforeEach(async ({ page, seed }) => signIn(page, acme(seed).owner));

  test("approves, denies and removes devices", async ({ page, seed }) => {
    await page.goto(`/${acme(seed).slug}/approvals`);
    const devices = page.getByRole("list", { name: "New devices" });
    await expect(devices.getByRole("listitem")).toHaveCount(2);
    await devices
      .getByRole("listitem")
      .filter({ hasText: "Safari on iPhone" })
      .getByRole("button", { name: "Approve" })
      .click();
    await expect(devices.getByRole("listitem")).toHaveCount(1);
    await expectEvent(page, seed, "device_approved");

    await page.goto(`/${acme(seed).slug}/devices`);
    await page.getByRole("combobox", { name: "State" }).selectOption("pending");
    await expect(page).toHaveURL(/status=pending/);
    const row = page.getByRole("row", { name: /Chrome on Windows/ });
    await row.getByRole("button", { name: "Deny" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Deny device" }).click();
    await expect(page.getByText("No device waits for approval")).toBeVisible();
    await expectEvent(page, seed, "device_denied");
    await page.getByRole("combobox", { name: "State" }).selectOption("denied");
    await row.getByRole("button", { name: /Actions for Chrome on Windows/ }).click();
    await page.getByRole("menuitem", { name: "Forget…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Forget device" }).click();
    await expect(row).toBeHidden();
    await expectEvent(page, seed, "device_deleted");
  });

  test("leads from a rule's refusal of a sign-in to the rule", async ({ page, seed }) => {
    const { slug, owner, credential } = acme(seed);
    // Owners are exempt, but the reasons are recorded.
    const made = await call(page, credential, "POST", "/api/v1/geo-rules", {
      scope: "user",
      userId: owner.userId,
      type: "ip",
      effect: "allow",
      cidrs: ["203.0.113.0/24"],
    });
    const { id } = made.body as { id: number };
    await page.context().clearCookies();
    await signIn(page, owner);
    await page.goto(`/${slug}/security`);
    await page
      .getByRole("link", { name: /^Access rule: Sign-ins are allowed only from 203\.0\.113\.0\/24/ })
      .first()
      .click();
    await expect(page).toHaveURL(`/${slug}/access-rules?rule=${id}`);
    await expect(page.locator("li[aria-current]")).toContainText("203.0.113.0/24");
    await inspect(page, "rule-shown");
    await page
      .getByRole("button", { name: /^Delete the rule: .* can sign in only from 203\.0\.113/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete rule" }).click();
    await expect(page.getByText(`Rule ${id} no longer exists`)).toBeVisible();
  });

  test("acknowledges an alert and stops trusting a device", async ({ page, seed }) => {
    await page.goto(`/${acme(seed).slug}/security`);
    await expect(page.getByText("Latest sign-ins that were refused or looked risky")).toBeVisible();
    await page.getByRole("link", { name: "Alerts" }).click();
    await page.getByRole("button", { name: /Acknowledge: One address tried/ }).click();
    await expect(page.getByText("One address tried 41 accounts")).toBeHidden();
    await expectEvent(page, seed, "alert_acknowledged");
    await page.getByRole("combobox", { name: "State" }).selectOption("acknowledged");
    await expect(page.getByText("One address tried 41 accounts")).toBeVisible();

    await page.getByRole("link", { name: "Trusted devices" }).click();
    const stop = page.getByRole("button", { name: /Stop trusting .* of rhea\.risk/ });
    await stop.click();
    await page.getByRole("dialog").getByRole("button", { name: "Stop trusting" }).click();
    await expect(stop).toBeHidden();
    await expectEvent(page, seed, "device_trust_revoked");
  });

  test("decides on requests to reset second factors", async ({ page, seed }) => {
    await page.goto(`/${acme(seed).slug}/security/mfa-resets`);
    await page.getByRole("button", { name: "Approve the reset of Mia Factor" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Note").fill("x".repeat(1_001));
    await dialog.getByRole("button", { name: "Approve reset" }).click();
    await expect(dialog.getByText(/at most 1000 characters/)).toBeVisible();
    await dialog.getByLabel("Note").fill("Saw her badge");
    await dialog.getByRole("button", { name: "Approve reset" }).click();
    await expect(page.getByRole("button", { name: "Approve the reset of Mia Factor" })).toBeHidden();
    await expectEvent(page, seed, "mfa_reset_approved");
    await page.goto(`/${acme(seed).slug}/approvals`);
    await page.getByRole("button", { name: "Deny the reset of Milo Factor" }).click();
    await dialog.getByRole("button", { name: "Deny reset" }).click();
    await expectEvent(page, seed, "mfa_reset_denied");
    await expect(page.getByText("1 pending").first()).toBeVisible();
  });

  test("approves a sign-in method for an app, enables it, and withdraws the approval", async ({
    page,
    seed,
  }) => {
    const name = `Method app ${Date.now()}`;
    const { status } = await call(page, acme(seed).credential, "POST", "/api/v1/apps", {
      name,
      redirectUris: ["https://app.example/cb"],
    });
    expect(status).toBe(201);
    await page.goto(`/${acme(seed).slug}/sign-in-methods`);
    await page.getByRole("button", { name: "One-time code by e-mail" }).click();
    await expect(page).toHaveURL(/method=EmailOtp/);
    const sheet = page.getByRole("dialog", { name: "One-time code by e-mail", exact: true });
    await sheet.getByRole("button", { name: "Approve for an app" }).click();
    await page.getByPlaceholder("Name of the app…").fill(name);
    await page.getByRole("option", { name }).click();
    await expectEvent(page, seed, "connector_approval_changed");
    const onOff = sheet.getByRole("switch", { name: new RegExp(name) });
    await onOff.click();
    await expectEvent(page, seed, "connector_changed");
    // A user without a password has no other method, which is shown before the method is disabled.
    await call(page, acme(seed).credential, "POST", "/api/v1/users", {
      email: `no-password-${Date.now()}@acme.example`,
    });
    await onOff.click();
    const asked = page.getByRole("dialog", { name: `Switch off One-time code by e-mail in ${name}?` });
    await expect(asked.getByText(/(person has|people have) no other way to sign in/)).toBeVisible();
    await asked.getByRole("button", { name: "Cancel" }).click();
    await expect(onOff).toBeChecked();
    await onOff.click();
    await asked.getByRole("button", { name: "Switch off anyway" }).click();
    await expect(onOff).not.toBeChecked();
    await onOff.click();
    await expect(onOff).toBeChecked();
    await sheet.getByRole("button", { name: `Withdraw the approval for ${name}` }).click();
    await expect(page.getByText(/(person has|people have) no other way to sign in/)).toBeVisible();
    await page.getByRole("button", { name: "Withdraw approval" }).click();
    await expect(sheet.getByRole("link", { name })).toBeHidden();
    await expectEvent(page, seed, "connector_approval_changed");
  });

  test("changes sign-in options and policies within the platform's limits", async ({ page, seed }) => {
    await page.goto(`/${acme(seed).slug}/sign-in-options`);
    await page.getByRole("switch", { name: "Passkeys and security keys" }).click();
    await expect(page.getByRole("switch", { name: "Sign in with a passkey alone" })).toBeDisabled();
    await expectEvent(page, seed, "signin_options_updated");
    await page.getByRole("switch", { name: "Passkeys and security keys" }).click();
    await expect(page.getByRole("switch", { name: "Sign in with a passkey alone" })).toBeEnabled();

    await page.goto(`/${acme(seed).slug}/session-policy`);
    // Hydration would overwrite earlier input.
    await expect(page.getByRole("button", { name: "Save" }).first()).toBeEnabled();
    await page.getByLabel("Session lifetime (hours)").fill("0");
    await page.getByRole("button", { name: "Save" }).first().click();
    await expect(page.getByText("Must be a whole number from 1 to 720")).toBeVisible();
    await page.getByLabel("Session lifetime (hours)").fill("8");
    await page.getByRole("button", { name: "Save" }).first().click();
    await expectEvent(page, seed, "session_policy_updated");
    // Above the platform's maximum, which only the server checks.
    await page.getByLabel("Access token lifetime (seconds)").fill("7200");
    await page.getByRole("button", { name: "Save" }).last().click();
    await expect(page.getByText(/whole number from 300 to 3600/)).toBeVisible();
    await page.getByLabel("Access token lifetime (seconds)").fill("600");
    await page.getByRole("button", { name: "Save" }).last().click();
    await expectEvent(page, seed, "token_policy_updated");

    await page.goto(`/${acme(seed).slug}/act-as`);
    await expect(page.getByRole("button", { name: "Save" })).toBeEnabled();
    await page.getByLabel("Administrators may act as other people").check();
    await page.getByRole("button", { name: "Save" }).click();
    await expectEvent(page, seed, "act_as_settings_updated");
  });
});

test.describe("the platform", () => {
  test("permits or forbids sign-in options, and shows the state of the installation", async ({
    page,
    seed,
    browser,
  }) => {
    await signIn(page, seed.platform.admin);
    await page.goto("/platform/system");
    await expect(page.getByText("No problems found")).toBeVisible();
    await expect(page.getByText(/Embedded \(PGlite/)).toBeVisible();

    const save = page
      .locator("section")
      .filter({ hasText: "Allowed sign-in options" })
      .getByRole("button", { name: "Save" });
    await page.goto("/platform/settings");
    await expect(save).toBeEnabled();
    await page.getByLabel("Sign in on devices without a browser").uncheck();
    await save.click();
    await expect(page.getByText("The settings were saved.")).toBeVisible();
    const owner = await browser.newPage();
    await signIn(owner, acme(seed).owner);
    await expect(async () => {
      await owner.goto(`/${acme(seed).slug}/sign-in-options`);
      await expect(
        owner.getByRole("switch", { name: "Sign in on devices without a browser" }),
      ).toBeDisabled();
    }).toPass();
    await owner.close();
    await page.getByLabel("Sign in on devices without a browser").check();
    await save.click();
    await expect(page.getByText("The settings were saved.").last()).toBeVisible();
  });
});
