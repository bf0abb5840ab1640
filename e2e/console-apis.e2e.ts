import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { acme, call, expectEvent, signIn } from "./support/console";
import { inspect } from "./support/inspect";
import { expect, test, type Seed } from "./support/test";

/** The app of the sign-in; only its callback must answer. */
const app = createServer((_request, response) => response.end("the app")).listen(0, "127.0.0.1");
let redirectUri = "";
test.beforeAll(async () => {
  if (!app.listening) await new Promise((resolve) => app.once("listening", resolve));
  redirectUri = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`;
});
test.afterAll(() => void app.close());

const dialogOf = (page: Page) => page.getByRole("dialog");

/** Opens the sign-in to the app with this resource as a user, and returns the code. */
async function codeOf(
  page: Page,
  seed: Seed,
  { clientId, resource, shown }: { clientId: string; resource: string; shown: () => Promise<void> },
) {
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: "openid orders:read",
    resource,
    state: "s",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  await page.goto(`/authorize?${query.toString()}`);
  await page.getByLabel("E-mail").fill(seed.fixtures.plainUser.email);
  await page.getByLabel("Password").fill(seed.fixtures.plainUser.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Storefront asks for access" })).toBeVisible();
  await shown();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(`${redirectUri}?**`);
  return { code: new URL(page.url()).searchParams.get("code")!, verifier };
}

test("an API is created, an app gets access, a user consents, and the access ends", async ({
  page,
  browser,
  seed,
}) => {
  const { owner, slug, credential } = acme(seed);
  const audience = `https://api.journey.example/orders-${Date.now()}`;
  const { body } = await call(page, credential, "POST", "/api/v1/apps", {
    name: "Storefront",
    redirectUris: [redirectUri],
  });
  const client = body as { appId: number; clientId: string; clientSecret: string };
  await signIn(page, owner);

  // An API with its own client.
  await page.goto(`/${slug}/apis`);
  await page.getByRole("button", { name: "New API" }).first().click();
  await dialogOf(page).getByLabel("Name").fill("Orders");
  await dialogOf(page).getByLabel("Audience").fill("orders");
  await dialogOf(page).getByRole("button", { name: "Create API" }).click();
  await expect(dialogOf(page).getByText("Must be an absolute URI")).toBeVisible();
  await dialogOf(page).getByLabel("Audience").fill(audience);
  await inspect(page, "api-new");
  await dialogOf(page).getByRole("button", { name: "Create API" }).click();
  await expect(page.getByText("Shown only once")).toBeVisible();
  const values = await page.getByRole("dialog").locator("code").allTextContents();
  const secret = values.find((text) => text.startsWith("cs_"))!;
  const apiClient = values.find((text) => /^t\d+_/.test(text))!;
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expectEvent(seed, "api_created");

  // Its scopes. A scope of the protocol is refused beside the field.
  await page.waitForURL(/\/apis\/\d+\/scopes$/);
  const apiId = Number(/\/apis\/(\d+)\//.exec(page.url())![1]);
  await inspect(page, "api-scopes-empty");
  for (const [name, description, wrong] of [
    ["orders:read", "See your orders", "openid"],
    ["orders:write", "Change your orders", "orders:read"],
  ] as const) {
    await page.getByRole("button", { name: "New scope" }).click();
    await dialogOf(page).getByLabel("Scope").fill(wrong);
    await dialogOf(page).getByLabel("Description").fill(description);
    await dialogOf(page).getByRole("button", { name: "Create scope" }).click();
    await expect(dialogOf(page).locator('[id$="-error"]')).toBeVisible();
    await dialogOf(page).getByLabel("Scope").fill(name);
    await dialogOf(page).getByRole("button", { name: "Create scope" }).click();
    await expect(page.getByText(`The scope ${name} was created.`)).toBeVisible();
  }
  await inspect(page, "api-scopes");

  // The app gets access.
  await page
    .getByRole("navigation", { name: "Views of the API" })
    .getByRole("link", { name: "Apps" })
    .click();
  await page.getByRole("button", { name: "Give access" }).click();
  await dialogOf(page).getByLabel("App").selectOption({ label: "Storefront" });
  await expect(dialogOf(page).getByText("For tokens of its own")).toBeVisible();
  await inspect(page, "api-access");
  await dialogOf(page).getByRole("button", { name: "Save access" }).click();
  await expect(page.getByText("The access of Storefront was saved.")).toBeVisible();
  await inspect(page, "api-apps");

  // A role allows a scope.
  await page
    .getByRole("navigation", { name: "Views of the API" })
    .getByRole("link", { name: "Roles" })
    .click();
  await expect(page.getByText("Roles are not enforced")).toBeVisible();
  await page.getByRole("table").getByRole("row").nth(1).click();
  await dialogOf(page)
    .getByRole("checkbox", { name: /orders:read/ })
    .check();
  await inspect(page, "api-role");
  await dialogOf(page).getByRole("button", { name: "Save scopes" }).click();
  await expect(page.getByText(/^The scopes of .* were saved\.$/)).toBeVisible();
  await inspect(page, "api-roles");

  // Opaque tokens, which the API introspects.
  await page.goto(`/${slug}/apis/${apiId}`);
  await page.getByLabel("Token format").selectOption("opaque");
  await page.getByLabel("Lifetime of a token in seconds").fill("10");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Must be a whole number from 60 to 86400")).toBeVisible();
  await page.getByLabel("Lifetime of a token in seconds").fill("600");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Orders was saved.")).toBeVisible();
  await inspect(page, "api");
  await page.goto(`/${slug}/apis`);
  await expect(page.getByRole("table").getByText("10 minutes")).toBeVisible();
  await inspect(page, "apis");

  // A user agrees to the scope by its description. The app gets a token for the API.
  const visitor = await browser.newContext({ baseURL: seed.baseUrl });
  const visit = await visitor.newPage();
  const { code, verifier } = await codeOf(visit, seed, {
    clientId: client.clientId,
    resource: audience,
    shown: async () => {
      await expect(visit.getByRole("heading", { name: "At Orders:" })).toBeVisible();
      await expect(visit.getByText("See your orders")).toBeVisible();
      await expect(visit.getByText("Change your orders")).toBeHidden();
      await inspect(visit, "api-consent");
    },
  });
  await visitor.close();
  const issued = await page.request.post("/token", {
    form: {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      resource: audience,
      client_id: client.clientId,
      client_secret: client.clientSecret,
    },
  });
  const token = (await issued.json()) as { access_token: string };
  expect(token).toMatchObject({ token_type: "Bearer", scope: "orders:read", expires_in: 600 });
  const introspected = async () =>
    (
      await page.request.post("/introspect", {
        form: { client_id: apiClient, client_secret: secret, token: token.access_token },
      })
    ).json() as Promise<object>;
  expect(await introspected()).toMatchObject({ active: true, aud: audience, scope: "orders:read" });

  // The access ends, with its effect shown before.
  await page.goto(`/${slug}/apis/${apiId}/apps`);
  await page.getByRole("button", { name: "Actions for Storefront" }).click();
  await page.getByRole("menuitem", { name: "Withdraw…" }).click();
  await expect(dialogOf(page).getByText("1 user has agreed to its scopes.")).toBeVisible();
  await inspect(page, "api-withdraw");
  await dialogOf(page).getByRole("button", { name: "Withdraw access" }).click();
  await expect(page.getByText("The access was withdrawn.")).toBeVisible();
  expect(await introspected()).toEqual({ active: false });

  await page.goto(`/${slug}/apis/${apiId}`);
  await page.getByRole("button", { name: "Delete API" }).click();
  await dialogOf(page).getByRole("textbox").fill("Orders");
  await inspect(page, "api-delete");
  await dialogOf(page).getByRole("button", { name: "Delete API" }).click();
  await page.waitForURL(/\/apis$/);
  await expectEvent(seed, "api_deleted");
});
