import { call, expectEvent, signIn } from "./support/console";
import { inspect } from "./support/inspect";
import { expect, test } from "./support/test";

test.beforeEach(async ({ page, seed }) => signIn(page, seed.tenants[0].owner));

test(
  "lets an administrator request a sign-in method, and an owner decide in the inbox",
  { tag: "@journey" },
  async ({ page, seed, browser }) => {
    const { slug, credential } = seed.tenants[0];
    const { plainUser } = seed.fixtures;
    const name = `Asking app ${Date.now()}`;
    const { body } = await call(page, credential, "POST", "/api/v1/apps", {
      name,
      redirectUris: ["https://app.example/cb"],
    });
    const { appId } = body as { appId: number };
    await call(page, credential, "POST", "/api/v1/admins", { userId: plainUser.userId, role: "admin" });
    const context = await browser.newContext({ baseURL: seed.baseUrl });
    const theirs = await context.newPage();
    await signIn(theirs, plainUser);
    const ask = async (method: string) => {
      await theirs.goto(`/${slug}/apps/${appId}/connectors`);
      await theirs.getByRole("button", { name: `Request approval of ${method}` }).click();
      const dialog = theirs.getByRole("dialog");
      await dialog.getByRole("button", { name: "Request approval" }).click();
      await expect(dialog.getByText(/say why, for whoever decides/i)).toBeVisible();
      await dialog.getByLabel("Reason").fill(`They have no telephone: ${method}`);
      await dialog.getByRole("button", { name: "Request approval" }).click();
      await expect(theirs.getByText(/Approval requested/).first()).toBeVisible();
      await expectEvent(seed, "connector_approval_requested", { userEmail: plainUser.email });
    };
    await ask("Sign-in link by e-mail");
    await ask("One-time code by text message");
    await theirs.goto(`/${slug}/approvals`);
    const waiting = { name: "Sign-in methods for apps" };
    await expect(theirs.getByRole("list", waiting).getByText("Waiting for an owner").first()).toBeVisible();
    await inspect(theirs, "approvals-of-an-administrator");
    await context.close();

    await page.goto(`/${slug}/approvals`);
    await expect(page.getByText("They have no telephone: Sign-in link by e-mail")).toBeVisible();
    await inspect(page, "approvals-connectors");
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: `Approve Sign-in link by e-mail for ${name}` }).click();
    await dialog.getByRole("button", { name: "Approve method" }).click();
    await expectEvent(seed, "connector_approval_changed");
    await page.getByRole("button", { name: `Deny One-time code by text message for ${name}` }).click();
    await dialog.getByLabel("Note").fill("Numbers can be taken over");
    await dialog.getByRole("button", { name: "Deny request" }).click();
    await expectEvent(seed, "connector_approval_denied");
    await expect(page.getByRole("link", { name })).toHaveCount(0);
    await page.goto(`/${slug}/apps/${appId}/connectors`);
    await expect(page.getByRole("switch", { name: "Sign-in link by e-mail" })).toBeEnabled();
    await expect(page.getByRole("switch", { name: "One-time code by text message" })).toBeDisabled();
    await call(page, credential, "DELETE", `/api/v1/admins/${plainUser.userId}`);
  },
);
