import { createHash, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { call } from "./support/console";
import { expectGerman } from "./support/german";
import { inspect } from "./support/inspect";
import { expect, test, type Seed } from "./support/test";

/*
 * The hosted pages in a German browser contain no English text. The language can also be chosen on the page or
 * requested by the app.
 */

async function organization(page: Page, seed: Seed) {
  const person = {
    email: `grete-${Date.now()}-${randomBytes(3).toString("hex")}@heide.example`,
    password: `${randomBytes(12).toString("base64url")} is long`,
  };
  const redirectUri = `${seed.baseUrl}/healthz`;
  const { body } = await call(page, seed.platform.credential, "POST", "/api/v1/tenants", {
    tenantName: `Heide ${randomBytes(4).toString("hex")}`,
    adminEmail: person.email,
    adminName: "Grete Heide",
    password: person.password,
    app: { name: "Feldbuch", redirectUris: [redirectUri] },
  });
  const { slug, app } = body as { slug: string; app: { clientId: string } };
  const query = (more: Record<string, string> = {}) =>
    new URLSearchParams({
      client_id: app.clientId,
      response_type: "code",
      redirect_uri: redirectUri,
      scope: "openid profile",
      code_challenge: createHash("sha256").update("v".repeat(43)).digest("base64url"),
      code_challenge_method: "S256",
      ...more,
    }).toString();
  return {
    person,
    account: `/account/${slug}`,
    start: (more?: Record<string, string>) => `/authorize?${query(more)}`,
  };
}

test.describe("in a German browser", () => {
  test.use({ locale: "de-DE" });

  test("a user signs in to an app and uses the account page", { tag: "@journey" }, async ({ page, seed }) => {
    const { person, account, start } = await organization(page, seed);
    await page.goto(start());
    await expect(page.getByRole("heading", { name: "Bei Feldbuch anmelden" })).toBeVisible();
    await expectGerman(page);
    await inspect(page, "german-sign-in");
    await page.getByLabel("E-Mail").fill(person.email);
    await page.getByLabel("Passwort").fill("not this one");
    await page.getByRole("button", { name: "Anmelden" }).click();
    await expect(page.getByText("Adresse oder Passwort stimmt nicht")).toBeVisible();
    await expectGerman(page);
    await page.getByLabel("E-Mail").fill(person.email);
    await page.getByLabel("Passwort").fill(person.password);
    await page.getByRole("button", { name: "Anmelden" }).click();
    await expect(page.getByRole("heading", { name: "Feldbuch bittet um Zugriff" })).toBeVisible();
    await expectGerman(page);
    await inspect(page, "german-consent");
    await page.getByRole("button", { name: "Erlauben" }).click();
    await page.waitForURL(/healthz\?code=/);

    for (const section of ["", "/security", "/sessions", "/notifications", "/apps", "/data", "/act-as"]) {
      await page.goto(`${account}${section}`);
      await expect(page.getByRole("link", { name: "Ihre Daten" })).toBeVisible();
      await expectGerman(page);
      await inspect(page, `german-account${section.replace("/", "-")}`);
    }
    // The device of this browser, with the server's name for it.
    await page.goto(`${account}/sessions`);
    await expect(page.getByRole("listitem").filter({ hasText: "Chrome unter Windows" })).not.toHaveCount(0);
    await expect(page.getByText("Chrome on Windows")).toHaveCount(0);
    await page.goto(account);
    await page.getByRole("link", { name: "Abmelden" }).click();
    await expect(page.getByRole("heading", { name: "Abmelden?" })).toBeVisible();
    await page.getByRole("button", { name: "Abmelden" }).click();
    await page.goto("/recover");
    await expect(page.getByRole("heading", { name: "Passwort vergessen?" })).toBeVisible();
    await expectGerman(page);
    await page.goto("/sign-in");
    await expect(page.getByRole("heading", { name: "An der Konsole anmelden" })).toBeVisible();
    await expectGerman(page);
    await inspect(page, "german-console-sign-in");
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "in a German browser with scripts" : "in a German browser without scripts",
    () => {
      test.use({ javaScriptEnabled, locale: "de-DE" });

      test("a form of the account page is refused in German", async ({ page, seed }) => {
        const { person, account } = await organization(page, seed);
        await page.goto(account);
        await page.getByLabel("E-Mail").fill(person.email);
        await page.getByLabel("Passwort").fill(person.password);
        await page.getByRole("button", { name: "Anmelden" }).click();
        await page.getByLabel("Neue Nummer").fill("ruf an");
        await page.getByRole("button", { name: "Code dorthin senden" }).click();
        await expect(page.getByText("Muss eine Telefonnummer wie +49 30 90182 0 sein")).toBeVisible();
        await page.getByRole("link", { name: "Sicherheit" }).click();
        await page.getByLabel("Aktuelles Passwort").fill("not this");
        await page.getByLabel("Neues Passwort").fill(`${person.password} and longer`);
        await page.getByRole("button", { name: "Passwort ändern" }).click();
        await expect(page.getByText("Ist nicht Ihr Passwort.")).toBeVisible();
      });
    },
  );
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled, locale: "en-GB" });

    test("a language is chosen at the foot of the page, and kept", async ({ page, seed }) => {
      const { start } = await organization(page, seed);
      await page.goto(start());
      await expect(page.getByRole("heading", { name: "Sign in to Feldbuch" })).toBeVisible();
      await page.getByRole("button", { name: "Deutsch" }).click();
      await expect(page.getByRole("heading", { name: "Bei Feldbuch anmelden" })).toBeVisible();
      await page.goto("/sign-in");
      await expect(page.getByRole("heading", { name: "An der Konsole anmelden" })).toBeVisible();
      await page.getByRole("button", { name: "English" }).click();
      await expect(page.getByRole("heading", { name: "Sign in to the console" })).toBeVisible();
    });
  });
}

test("an app requests a language, until the user chooses another", async ({ page, seed }) => {
  const { start } = await organization(page, seed);
  await page.goto(start({ ui_locales: "fr de-AT" }));
  await expect(page.getByRole("heading", { name: "Bei Feldbuch anmelden" })).toBeVisible();
  // The request applies to that sign-in only.
  await page.goto("/sign-in");
  await expect(page.getByRole("heading", { name: "Sign in to the console" })).toBeVisible();
  await page.goto(start({ ui_locales: "de" }));
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to Feldbuch" })).toBeVisible();
  await page.goto(start({ ui_locales: "de" }));
  await expect(page.getByRole("heading", { name: "Sign in to Feldbuch" })).toBeVisible();
});
