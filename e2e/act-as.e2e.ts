import { signIn as accountSignIn } from "./support/account";
import { acme, actionsOf, expectEvent, signIn } from "./support/console";
import { inspect } from "./support/inspect";
import { expect, test } from "./support/test";

test("an owner acts as a user by a one-time link, and stops; the history records it", async ({
  page,
  context,
  seed,
}) => {
  test.setTimeout(180_000);
  const { slug, owner, credential } = acme(seed);
  const { plainUser } = seed.fixtures;
  // Ignores the channel, because the user's own pages record another one than the console.
  const expectRecorded = (event: string) =>
    expect
      .poll(async () => (await actionsOf(page, credential)).map((action) => action.replace(/^\w+\./, "")))
      .toContain(event);
  await signIn(page, owner);
  await page.goto(`/${slug}/act-as`);
  await page.getByLabel("Administrators may act as other people").check();
  await page.getByLabel("The person must agree first").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The act-as settings were saved.")).toBeVisible();
  await expectEvent(seed, "act_as_settings_updated");

  await page.goto(`/${slug}/users/${plainUser.userId}`);
  await page.getByRole("button", { name: "Act as" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText(/say why/i)).toBeVisible();
  await dialog.getByLabel("Reason").fill("Ticket 4711: their profile shows the wrong name");
  await inspect(page, "act-as-dialog");
  await dialog.getByRole("button", { name: "Continue" }).click();
  const link = dialog.getByRole("link", { name: "Continue in a new tab" });
  await expect(link).toBeVisible();
  await expectRecorded("act_as_requested");
  await expectRecorded("act_as_link_made");
  const [acting] = await Promise.all([context.waitForEvent("page"), link.click()]);
  await expect(acting.getByRole("heading", { name: /^Act as/ })).toBeVisible();
  const address = acting.url();
  await inspect(acting, "act-as-link");
  await acting.getByRole("button", { name: "Start" }).click();
  await expect(acting.getByRole("heading", { name: /^You are acting as/ })).toBeVisible();
  await expect(acting.getByRole("complementary")).toContainText("is acting as");
  await inspect(acting, "acting");
  await expectRecorded("act_as_started");

  // An administrator who acts as the user is not offered the actions that only the user may take. The pages explain this.
  const hub = acting.url();
  const onlyThemselves = acting.getByText(/^Only .+ can do this$/);
  await acting.goto(`/account/${slug}/security`);
  await expect(onlyThemselves).toBeVisible();
  await expect(acting.getByRole("link", { name: "Add an authenticator app" })).toHaveCount(0);
  await acting.goto(`/account/${slug}/security/authenticator`);
  await expect(onlyThemselves).toBeVisible();
  await acting.goto(`/account/${slug}/data`);
  await expect(onlyThemselves).toBeVisible();
  await expect(acting.getByRole("button", { name: "Download" })).toHaveCount(0);
  for (const [at, offers] of [
    ["sessions", /^(End|Forget|End all others)/],
    ["apps", /^Withdraw/],
  ] as const) {
    await acting.goto(`/account/${slug}/${at}`);
    await expect(onlyThemselves).toBeVisible();
    const main = acting.getByRole("main");
    await expect(main.getByRole("button", { name: offers }).or(main.locator("summary"))).toHaveCount(0);
  }
  await acting.goto(hub);

  // The log names both users of a change.
  await acting.goto(`/account/${slug}`);
  await acting.getByLabel("Given name").fill("Iris");
  await acting.getByRole("button", { name: "Save" }).click();
  await expect(acting.getByText("Your profile is saved.")).toBeVisible();
  await page.goto(`/${slug}/audit`);
  const change = page.getByRole("row").filter({ hasText: "acting as" }).first();
  await expect(change).toContainText("Profile");
  await inspect(page, "audit-acting");
  await change.click();
  await expect(page.getByRole("dialog")).toContainText("acting as");
  await inspect(page, "audit-acting-entry");
  await page.goto(`/${slug}`);
  await expect(page.getByText("acting as").first()).toBeVisible();
  await inspect(page, "overview-acting");
  await acting.goto(hub);

  // The link is valid only once.
  const again = await context.newPage();
  await again.goto(address);
  await expect(again.getByText("This link does not work")).toBeVisible();
  await again.close();

  await page.goto(`/${slug}/act-as`);
  await expect(page.getByRole("cell", { name: "In progress" })).toBeVisible();
  await inspect(page, "act-as");
  await acting.bringToFront();
  await acting.getByRole("button", { name: "Stop" }).click();
  await expect(acting).toHaveURL(new RegExp(`/${slug}/act-as$`));
  await expect(acting.getByRole("cell").getByText("Ended", { exact: true })).toBeVisible();
  await expectRecorded("act_as_ended");
});

test("a user whose approval is needed refuses, approves and withdraws, and the inbox shows it", async ({
  page,
  browser,
  seed,
}) => {
  const { slug, owner } = acme(seed);
  const { plainUser } = seed.fixtures;
  await signIn(page, owner);
  await page.goto(`/${slug}/act-as`);
  // The form accepts input only after hydration.
  await expect(page.getByRole("button", { name: "Save" })).toBeEnabled();
  await page.getByLabel("Administrators may act as other people").check();
  await page.getByLabel("The person must agree first").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The act-as settings were saved.")).toBeVisible();
  const ask = async (reason: string) => {
    await page.goto(`/${slug}/users/${plainUser.userId}`);
    await page.getByRole("button", { name: "Act as" }).click();
    await page.getByRole("dialog").getByLabel("Reason").fill(reason);
    await page.getByRole("dialog").getByRole("button", { name: "Send request" }).click();
    await expectEvent(seed, "act_as_requested");
    await page.goto(`/${slug}/approvals`);
    await expect(waiting.filter({ hasText: reason })).toContainText("Waiting for the person’s answer");
  };
  const waiting = page.getByRole("list", { name: "Acting as a user" }).getByRole("listitem");
  const context = await browser.newContext({ baseURL: seed.baseUrl });
  const theirs = await context.newPage();
  const inbox = `/account/${slug}/act-as`;
  await accountSignIn(theirs, inbox, plainUser);

  // A request that is withdrawn before the answer is no longer offered to the user.
  await ask("Their badge is lost");
  await page.getByRole("button", { name: /^Withdraw the request for/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(waiting).toHaveCount(0);
  await expectEvent(seed, "act_as_ended");

  await ask("Their name is wrong");
  await theirs.goto(inbox);
  await theirs.getByRole("button", { name: "Decline" }).click();
  await expect(theirs.getByText("Declined", { exact: true })).toBeVisible();
  await page.reload();
  await expect(waiting).toHaveCount(0);

  await ask("Their language is wrong");
  await theirs.goto(inbox);
  await theirs.getByRole("button", { name: "Agree", exact: true }).click();
  await expect(theirs.getByText("Agreed", { exact: true })).toBeVisible();
  await page.reload();
  await expect(waiting).toContainText("Agreed: you can start");
  await page.getByRole("button", { name: /^Start acting as/ }).click();
  await expect(page.getByRole("link", { name: "Continue in a new tab" })).toBeVisible();
  await expectEvent(seed, "act_as_link_made");
  await theirs.getByRole("button", { name: "Withdraw agreement" }).click();
  await expect(theirs.getByRole("button", { name: "Withdraw agreement" })).toHaveCount(0);
  await page.goto(`/${slug}/approvals`);
  await expect(waiting).toHaveCount(0);
  await page.goto(`/${slug}/act-as?state=denied`);
  await expect(page.getByRole("cell", { name: "Their name is wrong" })).toBeVisible();
  await context.close();

  const events = await actionsOf(page, acme(seed).credential);
  const own = events
    .map((action) => action.replace(/^\w+\./, ""))
    .filter((event) => /^act_as_(?!settings)/.test(event));
  expect(own.slice(0, 8)).toEqual([
    "act_as_ended",
    "act_as_link_made",
    "act_as_approved",
    "act_as_requested",
    "act_as_denied",
    "act_as_requested",
    "act_as_ended",
    "act_as_requested",
  ]);
});

test("the risk policy is changed, and its page lists the risk signals", async ({ page, seed }) => {
  const { slug, owner } = acme(seed);
  await signIn(page, owner);
  await page.goto(`/${slug}/security/policy`);
  await page.getByLabel("Ask for a second factor").selectOption("critical");
  await page.getByLabel("Lock the account after").fill("21");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Lock the account after")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Lock the account after").fill("3");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The risk policy was saved.")).toBeVisible();
  await expectEvent(seed, "risk_policy_updated");
  await page.reload();
  await expect(page.getByLabel("Lock the account after")).toHaveValue("3");
  await expect(page.getByText("Impossible travel")).toBeVisible();
  await inspect(page, "risk-policy");
});
