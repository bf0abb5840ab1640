import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { call } from "./support/console";
import { expect, test, type Seed } from "./support/test";

/** The app of the sign-in; only its callback must answer. */
const app = createServer((_request, response) => response.end("the app")).listen(0, "127.0.0.1");
let redirectUri = "";
test.beforeAll(async () => {
  if (!app.listening) await new Promise((resolve) => app.once("listening", resolve));
  redirectUri = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`;
});
test.afterAll(() => void app.close());

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Registers an app and opens its sign-in like a redirect from the app. */
async function begin(page: Page, seed: Seed, input: object = {}) {
  const { credential } = seed.tenants[0];
  const { body } = await call(page, credential, "POST", "/api/v1/apps", {
    name: "Expense reports",
    redirectUris: [redirectUri],
    ...input,
  });
  const app = body as { appId: number; clientId: string; clientSecret: string };
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    client_id: app.clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: "openid profile email",
    state: "s-1",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  return { app, verifier, open: () => page.goto(`/authorize?${query.toString()}`) };
}

async function fillIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function expectAccessible(page: Page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  expect(violations.map(({ id }) => id)).toEqual([]);
}

const picture = async (page: Page, name: string) => {
  const folder = process.env["SCREENSHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/app-sign-in-${name}.png` });
};

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test(
      "a user signs in to an app, consents, and the app gets tokens",
      { tag: !javaScriptEnabled ? "@journey" : [] },
      async ({ page, seed }) => {
        const { plainUser } = seed.fixtures;
        const { app, verifier, open } = await begin(page, seed);
        await open();
        await expect(page.getByRole("heading", { name: "Sign in to Expense reports" })).toBeVisible();
        if (javaScriptEnabled) await expectAccessible(page);
        await picture(page, "password");
        await fillIn(page, { ...plainUser, password: "wrong" });
        await expect(page.getByText("The address or password is incorrect")).toBeVisible();
        await expect(page.getByLabel("E-mail")).toHaveValue(plainUser.email);
        await fillIn(page, plainUser);
        await expect(page.getByRole("heading", { name: "Expense reports asks for access" })).toBeVisible();
        await expect(page.getByText("Pia Plain")).toBeVisible();
        if (javaScriptEnabled) await expectAccessible(page);
        await picture(page, "consent");
        await page.getByRole("button", { name: "Allow" }).click();
        await page.waitForURL(`${redirectUri}?**`);
        const { searchParams } = new URL(page.url());
        expect(searchParams.get("state")).toBe("s-1");
        const answer = await page.request.post("/token", {
          form: {
            grant_type: "authorization_code",
            code: searchParams.get("code")!,
            redirect_uri: redirectUri,
            code_verifier: verifier,
            client_id: app.clientId,
            client_secret: app.clientSecret,
          },
        });
        expect(await answer.json()).toMatchObject({ token_type: "Bearer", scope: "openid profile email" });
        // Signed in with consent: the second time shows no page.
        await open();
        await page.waitForURL(`${redirectUri}?**`);
      },
    );
  });
}

test("a user without access is informed and can go back", async ({ page, seed }) => {
  const { app, open } = await begin(page, seed, { name: "Payroll" });
  await call(page, seed.tenants[0].credential, "PUT", `/api/v1/apps/${app.appId}/access`, {
    restricted: true,
  });
  await open();
  await fillIn(page, seed.fixtures.plainUser);
  await expect(page.getByRole("heading", { name: "You cannot open Payroll" })).toBeVisible();
  await expectAccessible(page);
  await picture(page, "refused");
  await page.getByRole("button", { name: "Use another account" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to Payroll" })).toBeVisible();
  await page.getByRole("button", { name: "Go back without signing in" }).click();
  await page.waitForURL(/error=access_denied/);
});

test("a sign-in of another browser shows that it has expired", async ({ page }) => {
  expect((await page.goto("/interaction/somebody-elses"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This sign-in has expired" })).toBeVisible();
});
