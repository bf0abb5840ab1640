import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expectEvent, picture, signIn } from "./support/console";
import { inspect } from "./support/inspect";
import { expect, test } from "./support/test";

/** Receives webhooks and serves the feed of a role sync. */
let server: Server;
let address = "";
let answer = 204;
const received: string[] = [];

test.beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === "/feed")
      return void response.writeHead(200).end("email,role\nnobody@acme.example,Clerk\n");
    let text = "";
    request.on("data", (chunk) => (text += String(chunk)));
    request.on("end", () => {
      received.push(text);
      response.writeHead(answer).end(answer === 204 ? undefined : "not today");
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => void server.close());
test.beforeEach(async ({ page, seed }) => signIn(page, seed.tenants[0].owner));

test("sets up a role sync source, runs it, and deletes it", async ({ page, seed }) => {
  const [{ slug }] = seed.tenants;
  const name = `Payroll ${Date.now()}`;
  await page.goto(`/${slug}/role-sync`);
  await page.getByRole("button", { name: "New source" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create source" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create source" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expectEvent(seed, "role_sync_source_created");
  await page.getByLabel("Address of the feed").fill("not an address");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByLabel("Address of the feed")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Address of the feed").fill(`${address}/feed`);
  await page.getByRole("button", { name: "Add a name" }).click();
  await page.getByLabel("Name in the feed, line 1").fill("GRP-1");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("The settings were saved.", { exact: false })).toBeVisible();
  await expectEvent(seed, "role_sync_source_updated");
  await expect(page.getByText("With warnings")).toBeVisible({ timeout: 15_000 });
  await picture(page, "role-sync-source");
  await page.getByRole("row", { name: /With warnings/ }).click();
  await expect(dialog.getByText("Nobody is known as nobody@acme.example.")).toBeVisible();
  await picture(page, "role-sync-run");
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Sync now" }).click();
  await expect(page.getByText("The sync begins within seconds.")).toBeVisible();
  await expectEvent(seed, "role_sync_source_updated");
  await expect(page.getByRole("row", { name: /With warnings/ })).toHaveCount(2, { timeout: 15_000 });
  await page.getByRole("switch", { name: "Sync automatically" }).click();
  await expect(page.getByText("The source is off.")).toBeVisible();
  await page.goto(`/${slug}/role-sync`);
  await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText("Off");
  await picture(page, "role-sync");
  await page.getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await dialog.getByLabel(/to confirm/).fill(name);
  await dialog.getByRole("button", { name: "Delete source" }).click();
  await expect(page.getByRole("heading", { name: "Role sync", level: 1 })).toBeVisible();
  await expectEvent(seed, "role_sync_source_deleted");
});

test(
  "creates a SCIM token, shows the provider's requests in the log, and revokes it",
  { tag: "@journey" },
  async ({ page, seed }) => {
    const [{ slug }] = seed.tenants;
    const name = `Provider ${Date.now()}`;
    await page.goto(`/${slug}/scim`);
    await expect(page.getByText(`/scim/v2/${slug}`, { exact: false })).toBeVisible();
    await page.getByRole("button", { name: "New token" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create token" }).click();
    await expect(dialog.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("button", { name: "Create token" }).click();
    await expect(page.getByText("Shown only once")).toBeVisible();
    const token = (await dialog.locator("dd code").textContent())!;
    await page.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByRole("cell", { name, exact: true })).toBeVisible();
    await expectEvent(seed, "scim_token_created");
    const userName = `scim-${Date.now()}@acme.example`;
    for (const status of [201, 409]) {
      const made = await page.request.post(`/scim/v2/${slug}/Users`, {
        headers: { authorization: `Bearer ${token}` },
        data: { userName },
      });
      expect(made.status()).toBe(status);
    }
    await picture(page, "scim");
    await expect(async () => {
      await page.goto(`/${slug}/scim/log?outcome=refused`);
      await expect(page.getByRole("cell", { name: userName })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.getByLabel("Outcome").selectOption("all");
    await expect(page.getByRole("cell", { name: userName })).toHaveCount(2);
    await picture(page, "scim-log");
    await page
      .getByRole("row", { name: /Refused/ })
      .first()
      .click();
    await expect(dialog.getByText("Reason for refusal")).toBeVisible();
    await picture(page, "scim-log-entry");
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.goto(`/${slug}/scim?search=${encodeURIComponent(name)}`);
    await expect(async () => {
      await page.reload();
      await page.getByRole("button", { name: `Usage of ${name}` }).click();
      await expect(dialog.getByText("2 requests in the last 30 days, in UTC")).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    await expect(dialog.getByText(/At most [\d,]+ requests a minute/)).toBeVisible();
    await inspect(page, "scim-usage");
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.goto(`/${slug}/scim/log`);
    await page.getByRole("link", { name: "Setup guides" }).click();
    await page.getByRole("link", { name: /Okta/ }).click();
    await expect(page.getByRole("heading", { name: "Okta", level: 1 })).toBeVisible();
    await picture(page, "scim-guide");
    await page.goto(`/${slug}/scim`);
    await page.getByRole("button", { name: `Revoke ${name}` }).click();
    await expect(dialog.getByText(/^It (was last|has never been) used/)).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Revoke token" })).toBeDisabled();
    await dialog.getByLabel(/to confirm/).fill(name);
    await picture(page, "scim-revoke");
    await dialog.getByRole("button", { name: "Revoke token" }).click();
    await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText("Revoked");
    await expectEvent(seed, "scim_token_revoked");
  },
);

test("lets providers govern a role, and stops it", async ({ page, seed }) => {
  const [{ slug }] = seed.tenants;
  await page.goto(`/${slug}/governance`);
  const governed = page.getByRole("switch", { checked: false }).first();
  const name = await governed.getAttribute("aria-label");
  await governed.click();
  await page.getByRole("button", { name: "Let providers govern" }).click();
  await expect(page.getByRole("switch", { name: name! })).toBeChecked();
  await expectEvent(seed, "role_updated");
  await picture(page, "governance");
  await page.getByRole("switch", { name: name! }).click();
  await page.getByRole("button", { name: "Stop governance" }).click();
  await expect(page.getByRole("switch", { name: name! })).not.toBeChecked();
  await expectEvent(seed, "role_updated");
});

test(
  "creates a webhook endpoint, tests it, replays a delivery, rotates the secret, and deletes it",
  { tag: "@journey" },
  async ({ page, seed }) => {
    const [{ slug }] = seed.tenants;
    await page.goto(`/${slug}/webhooks`);
    await page.getByRole("button", { name: "New endpoint" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create endpoint" }).click();
    await expect(dialog.getByLabel("Address", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel("Address", { exact: true }).fill("ftp://hooks.example.com");
    await dialog.getByRole("button", { name: "Create endpoint" }).click();
    await expect(dialog.getByText("Choose at least one event")).toBeVisible();
    await dialog.getByLabel("Search events").fill("invitation");
    await dialog.getByRole("checkbox", { name: /^Invitation/ }).click();
    await picture(page, "webhook-new");
    await dialog.getByRole("button", { name: "Create endpoint" }).click();
    await expect(dialog.getByLabel("Address", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel("Address", { exact: true }).fill(`${address}/hook`);
    await dialog.getByRole("button", { name: "Create endpoint" }).click();
    await expect(page.getByText("Shown only once")).toBeVisible();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByRole("heading", { name: `${address}/hook`, level: 1 })).toBeVisible();
    await expectEvent(seed, "webhook_created");

    const history = page.getByRole("figure");
    await expect(history.getByText("No deliveries in this period.")).toBeVisible();

    answer = 503;
    await page.getByRole("button", { name: "Send test event" }).click();
    await expectEvent(seed, "webhook_tested");
    await expect(page.getByRole("cell", { name: "Retrying" }).first()).toBeVisible({ timeout: 15_000 });
    await picture(page, "webhook-failing");
    const list = page.getByRole("region", { name: "Deliveries", exact: true });
    await list
      .getByRole("row", { name: /Retrying/ })
      .first()
      .click();
    const answered = dialog.getByText("not today").first();
    await expect(answered).toBeVisible();
    await picture(page, "webhook-delivery");
    // The delivery's URL can be shared.
    await expect(page).toHaveURL(/delivery=\d+/);
    await page.goto(page.url());
    await expect(answered).toBeVisible();
    // The server retries the delivery, and the result of the first attempt stays visible.
    const earlier = dialog.getByRole("listitem").filter({ hasText: "HTTP 503" });
    await earlier.first().getByText("HTTP 503").click({ timeout: 30_000 });
    await expect(earlier.getByText("not today").filter({ visible: true })).toHaveCount(1);
    await picture(page, "webhook-tries");
    answer = 204;
    await dialog.getByRole("button", { name: "Send again" }).click();
    await expect(page.getByRole("cell", { name: "Delivered" }).first()).toBeVisible({ timeout: 20_000 });
    expect(received.length).toBeGreaterThan(1);
    // Sending again creates a second delivery. The automatic retry of the first delivery may have succeeded by now.
    await expect(page.getByText(/^(50|100)% accepted, of 2 deliveries in the last 14 days/)).toBeVisible({
      timeout: 40_000,
    });
    await expect(history.getByRole("row").last().getByRole("cell").first()).toHaveText(/^[12]$/);
    await picture(page, "webhook-history");
    await page.getByLabel("State").selectOption("delivered");
    await expect(page).toHaveURL(/status=delivered/);
    await expectEvent(seed, "webhook_deliveries_replayed");
    await page.getByRole("button", { name: "Replay failed…" }).click();
    await dialog.getByLabel("Period", { exact: true }).selectOption("1");
    await dialog.getByRole("button", { name: "Replay", exact: true }).click();
    await expect(page.getByText("Nothing to replay.")).toBeVisible();

    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await dialog.getByRole("checkbox", { name: /^Invitation/ }).uncheck();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Choose at least one event")).toBeVisible();
    await dialog.getByRole("checkbox", { name: /^invitation\.revoked/ }).check();
    await dialog.getByRole("textbox", { name: "Description" }).fill("For the intranet");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("paragraph").filter({ hasText: "For the intranet" })).toBeVisible();
    await expectEvent(seed, "webhook_updated");

    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "New secret…" }).click();
    await page.getByRole("button", { name: "Create new secret" }).click();
    await expectEvent(seed, "webhook_secret_rotated");
    await page.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByText(/with the new and the old secret until/)).toBeVisible();
    await picture(page, "webhook-old-secret");
    await page.getByRole("button", { name: "Remove old secret…" }).click();
    await page.getByRole("button", { name: "Remove old secret", exact: true }).click();
    await expectEvent(seed, "webhook_secret_removed");
    await expect(page.getByText(/with the new and the old secret until/)).toBeHidden();
    await page.getByRole("switch", { name: "Send events" }).click();
    await page.getByRole("button", { name: "Switch off" }).click();
    await expect(page.getByRole("switch", { name: "Send events" })).not.toBeChecked();
    await expectEvent(seed, "webhook_updated");
    await picture(page, "webhook-off");
    await page.goto(`/${slug}/webhooks`);
    await expect(page.getByRole("row", { name: `${address}/hook` }).getByText(/^(50|100)%$/)).toBeVisible();
    await picture(page, "webhooks");
    await page.getByRole("link", { name: `${address}/hook` }).click();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete endpoint" }).click();
    await expect(page.getByRole("heading", { name: "Webhooks", level: 1 })).toBeVisible();
    await expectEvent(seed, "webhook_deleted");
  },
);

test("shows the access of a service account", async ({ page, seed }) => {
  const [{ slug }] = seed.tenants;
  await page.goto(`/${slug}/api-access`);
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Effective access" })).toBeVisible();
  await page
    .getByText(/capabilit(y|ies)$/)
    .first()
    .click();
  await picture(page, "service-account");
});

test("sorts lists by their columns, and keeps the order in the URL", async ({ page, seed }) => {
  const { slug } = seed.tenants[0];
  const names = () => page.getByRole("table").locator("tbody tr td:first-child").allTextContents();
  const { compare } = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  const isInOrder = (found: string[]) =>
    found.every((name, index) => index === 0 || compare(found[index - 1]!, name) <= 0);
  for (const area of ["roles", "apps", "tags", "service-accounts", "api-access"]) {
    await page.goto(`/${slug}/${area}`);
    const header = page.getByRole("columnheader", { name: "Name", exact: true });
    await header.getByRole("button").click();
    await expect(page).toHaveURL(/sort=name/);
    await expect(header).toHaveAttribute("aria-sort", "ascending");
    expect(isInOrder(await names()), area).toBe(true);
    await header.getByRole("button").click();
    await expect(page).toHaveURL(/direction=desc/);
    await page.reload();
    await expect(header).toHaveAttribute("aria-sort", "descending");
    expect(isInOrder((await names()).reverse()), area).toBe(true);
  }
});
