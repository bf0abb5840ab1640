import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import * as client from "openid-client";
import { call } from "./support/console";
import { expect, test, type Seed } from "./support/test";

/*
 * openid-client as a complete relying party. One flow signs a user in by a browser, refreshes the tokens and signs the user out.
 * The other flow signs in a device without a browser (RFC 8628).
 */

/** The app of the sign-in; only its callback must answer. */
const app = createServer((_request, response) => response.end("the app")).listen(0, "127.0.0.1");
let address = "";
test.beforeAll(async () => {
  if (!app.listening) await new Promise((resolve) => app.once("listening", resolve));
  address = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
});
test.afterAll(() => void app.close());

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function expectAccessible(page: Page) {
  // Runs axe by `evaluate`, because the policy of the page would block a script element.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  expect(violations.map(({ id }) => id)).toEqual([]);
}

const picture = async (page: Page, name: string) => {
  const folder = process.env["SCREENSHOTS"];
  if (!folder) return;
  await page.screenshot({ path: `${folder}/${name}.png` });
  const size = page.viewportSize()!;
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 760 });
  await page.screenshot({ path: `${folder}/${name}-390-dark.png` });
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: "light" });
};

/** Registers an app; openid-client reads the rest from discovery. */
async function register(page: Page, seed: Seed, input: object = {}) {
  const { credential } = seed.tenants[0];
  const { body } = await call(page, credential, "POST", "/api/v1/apps", {
    name: "Travel desk",
    redirectUris: [`${address}/callback`],
    ...input,
  });
  const { clientId, clientSecret } = body as { clientId: string; clientSecret: string };
  return client.discovery(
    new URL(seed.baseUrl),
    clientId,
    undefined,
    clientSecret ? client.ClientSecretPost(clientSecret) : client.None(),
    { execute: [client.allowInsecureRequests] },
  );
}

async function signIn(page: Page, { plainUser }: Seed["fixtures"]) {
  await page.getByLabel("E-mail").fill(plainUser.email);
  const password = page.getByLabel("Password");
  // The page may request address and password one after the other.
  if (!(await password.isVisible())) await page.getByRole("button", { name: /continue|next/i }).click();
  await password.fill(plainUser.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test(
  "openid-client signs a user in, refreshes the tokens, and signs the user out",
  { tag: "@journey" },
  async ({ page, seed }) => {
    const config = await register(page, seed);
    const verifier = client.randomPKCECodeVerifier();
    const expectedState = client.randomState();
    const parameters = {
      redirect_uri: `${address}/callback`,
      scope: "openid email roles offline_access",
      prompt: "consent",
      state: expectedState,
      login_hint: seed.fixtures.plainUser.email,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    };
    await page.goto(client.buildAuthorizationUrl(config, parameters).href);
    await expect(page.getByLabel("E-mail")).toHaveValue(seed.fixtures.plainUser.email);
    await signIn(page, seed.fixtures);
    await expect(page.getByText("See your roles")).toBeVisible();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.waitForURL(`${address}/callback?**`);
    const tokens = await client.authorizationCodeGrant(config, new URL(page.url()), {
      pkceCodeVerifier: verifier,
      expectedState,
    });
    const { sub } = tokens.claims()!;
    expect(await client.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({
      email: seed.fixtures.plainUser.email,
      roles: expect.any(Array),
    });
    const next = await client.refreshTokenGrant(config, tokens.refresh_token!);
    expect(next.claims()!.sub).toBe(sub);

    await page.goto(client.buildEndSessionUrl(config, { id_token_hint: next.id_token! }).href);
    await expect(page.getByRole("heading", { name: "Sign out?" })).toBeVisible();
    await expectAccessible(page);
    await picture(page, "sign-out");
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
    await picture(page, "signed-out");
    await page.goto(client.buildAuthorizationUrl(config, { ...parameters, prompt: "none" }).href);
    await page.waitForURL(/error=login_required/);
  },
);

test("a device without a browser is signed in with another device's browser", async ({
  page,
  browser,
  seed,
}) => {
  const { credential } = seed.tenants[0];
  await call(page, credential, "PATCH", "/api/v1/signin-options", { deviceFlowEnabled: true });
  const config = await register(page, seed, {
    name: "Meeting room",
    allowDeviceFlow: true,
    clientType: "public",
  });
  const device = await client.initiateDeviceAuthorization(config, { scope: "openid profile" });
  const polling = client.pollDeviceAuthorizationGrant(config, { ...device, interval: 1 });

  const telephone = await browser.newContext();
  const screen = await telephone.newPage();
  await screen.goto(device.verification_uri);
  await expect(screen.getByRole("heading", { name: "Sign in a device" })).toBeVisible();
  await expectAccessible(screen);
  await picture(screen, "device-code");
  // The other language uses the same fonts as the other pages.
  await screen.getByRole("button", { name: "Deutsch" }).click();
  await expect(screen.getByRole("heading", { name: "Ein Gerät anmelden" })).toBeVisible();
  const loaded = () =>
    screen.evaluate(async () => {
      const faces = await document.fonts.ready;
      return [...faces].some(({ family, status }) => family.includes("Inter") && status === "loaded");
    });
  await expect.poll(loaded).toBe(true);
  await screen.getByRole("button", { name: "English" }).click();
  await screen.getByLabel("Code").fill("BBBB-CCCC");
  await screen.getByRole("button", { name: "Go on" }).click();
  await expect(screen.getByRole("alert")).toContainText("There is no such code");
  await picture(screen, "device-wrong-code");
  // The user types the code without the dash, in lower case.
  await screen.getByLabel("Code").fill(device.user_code.replace("-", "").toLowerCase());
  await screen.keyboard.press("Enter");
  await expect(screen.getByRole("heading", { name: "Sign in a device to Meeting room?" })).toBeVisible();
  await expect(screen.getByText(device.user_code)).toBeVisible();
  await expectAccessible(screen);
  await picture(screen, "device-confirm");
  await screen.getByRole("button", { name: "Deutsch" }).click();
  await expect(screen.getByRole("heading", { name: "Ein Gerät bei Meeting room anmelden?" })).toBeVisible();
  await expect(screen.getByText(device.user_code)).toBeVisible();
  await screen.getByRole("button", { name: "English" }).click();
  await expect(screen.getByRole("heading", { name: "Sign in a device to Meeting room?" })).toBeVisible();
  await screen.getByRole("button", { name: "It is my device" }).click();
  await signIn(screen, seed.fixtures);
  await screen.getByRole("button", { name: "Allow" }).click();
  await expect(screen.getByRole("heading", { name: "Your device is signed in" })).toBeVisible();
  await expectAccessible(screen);
  await picture(screen, "device-success");
  const tokens = await polling;
  expect(tokens.claims()!.sub).toBe(String(seed.fixtures.plainUser.userId));

  // The URL with the code requires a confirmation, too.
  const second = await client.initiateDeviceAuthorization(config, { scope: "openid" });
  await screen.goto(second.verification_uri_complete!);
  await screen.getByRole("button", { name: "It was not me" }).click();
  await expect(screen.getByRole("heading", { name: "The device was not signed in" })).toBeVisible();
  await expect(client.pollDeviceAuthorizationGrant(config, { ...second, interval: 1 })).rejects.toMatchObject(
    { error: "access_denied" },
  );
  await telephone.close();
});
