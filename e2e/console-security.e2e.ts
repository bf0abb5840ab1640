import { expect, test } from "./support/test";
import { acme, call, expectEvent, signIn } from "./support/console";
import { inspect } from "./support/inspect";

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
    await expectEvent(seed, "device_approved");

    await page.goto(`/${acme(seed).slug}/devices`);
    await page.getByRole("combobox", { name: "State" }).selectOption("pending");
    await expect(page).toHaveURL(/status=pending/);
    const row = page.getByRole("row", { name: /Chrome on Windows/ });
    await row.getByRole("button", { name: "Deny" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Deny device" }).click();
    await expect(page.getByText("No device waits for approval")).toBeVisible();
    await expectEvent(seed, "device_denied");
    await page.getByRole("combobox", { name: "State" }).selectOption("denied");
    await row.getByRole("button", { name: /Actions for Chrome on Windows/ }).click();
    await page.getByRole("menuitem", { name: "Forget…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Forget device" }).click();
    await expect(row).toBeHidden();
    await expectEvent(seed, "device_deleted");
  });

  test("links a refused sign-in to the rule that refused it", async ({ page, seed }) => {
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
    await expectEvent(seed, "alert_acknowledged");
    await page.getByRole("combobox", { name: "State" }).selectOption("acknowledged");
    await expect(page.getByText("One address tried 41 accounts")).toBeVisible();

    await page.getByRole("link", { name: "Trusted devices" }).click();
    const stop = page.getByRole("button", { name: /Stop trusting .* of rhea\.risk/ });
    await stop.click();
    await page.getByRole("dialog").getByRole("button", { name: "Stop trusting" }).click();
    await expect(stop).toBeHidden();
    await expectEvent(seed, "device_trust_revoked");
  });

  test("decides on no request to reset second factors without a second factor of the own", async ({
    page,
    seed,
  }) => {
    const { slug, credential } = acme(seed);
    const [mia, milo] = seed.fixtures.mfaResetRequestIds;
    const refused = page.getByText(/needs a sign-in of the last 15 minutes with your second factor/).first();
    await page.goto(`/${slug}/security/mfa-resets`);
    const approve = page.getByRole("button", { name: "Approve the reset of Mia Factor" });
    await approve.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Note").fill("x".repeat(1_001));
    await dialog.getByRole("button", { name: "Approve reset" }).click();
    await expect(dialog.getByText(/at most 1000 characters/)).toBeVisible();
    await dialog.getByLabel("Note").fill("Saw her badge");
    await dialog.getByRole("button", { name: "Approve reset" }).click();
    await expect(refused).toBeVisible();
    await call(page, credential, "POST", `/api/v1/mfa-resets/${mia}/approve`, { note: "Saw her badge" });
    await page.reload();
    await expect(approve).toBeHidden();
    await page.goto(`/${slug}/approvals`);
    await page.getByRole("button", { name: "Deny the reset of Milo Factor" }).click();
    await dialog.getByRole("button", { name: "Deny reset" }).click();
    await expect(refused).toBeVisible();
    await call(page, credential, "POST", `/api/v1/mfa-resets/${milo}/deny`);
    await page.reload();
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
    await expectEvent(seed, "connector_approval_changed");
    const onOff = sheet.getByRole("switch", { name: new RegExp(name) });
    await onOff.click();
    await expectEvent(seed, "connector_changed");
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
    await expectEvent(seed, "connector_approval_changed");
  });

  test("changes sign-in options and policies within the platform's limits", async ({ page, seed }) => {
    await page.goto(`/${acme(seed).slug}/sign-in-options`);
    await page.getByRole("switch", { name: "Passkeys and security keys" }).click();
    await expect(page.getByRole("switch", { name: "Sign in with a passkey alone" })).toBeDisabled();
    await expectEvent(seed, "signin_options_updated");
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
    await expectEvent(seed, "session_policy_updated");
    // The value is above the platform's maximum, which only the server checks.
    await page.getByLabel("Access token lifetime (seconds)").fill("7200");
    await page.getByRole("button", { name: "Save" }).last().click();
    await expect(page.getByText(/whole number from 300 to 3600/)).toBeVisible();
    await page.getByLabel("Access token lifetime (seconds)").fill("600");
    await page.getByRole("button", { name: "Save" }).last().click();
    await expectEvent(seed, "token_policy_updated");

    await page.goto(`/${acme(seed).slug}/act-as`);
    await expect(page.getByRole("button", { name: "Save" })).toBeEnabled();
    await page.getByLabel("Administrators may act as other people").check();
    await page.getByRole("button", { name: "Save" }).click();
    await expectEvent(seed, "act_as_settings_updated");
  });
});
