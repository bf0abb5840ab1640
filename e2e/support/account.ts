import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { call } from "./console";
import { expect, type Seed } from "./test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Axe finds no problem in either theme, and the page does not scroll sideways on a phone. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() =>
      (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
    );
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
  const width = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  await page.setViewportSize(width);
}

/** Creates an organization with one person and one app, so that changes affect no other test. */
export async function organization(page: Page, seed: Seed) {
  const person = {
    email: `iris-${randomBytes(4).toString("hex")}@meadow.example`,
    password: `${randomBytes(12).toString("base64url")} is long`,
  };
  const redirectUri = `${seed.baseUrl}/healthz`;
  const { body } = await call(page, seed.platform.credential, "POST", "/api/v1/tenants", {
    tenantName: `Meadow ${randomBytes(4).toString("hex")}`,
    adminEmail: person.email,
    adminName: "Iris Meadow",
    password: person.password,
    app: { name: "Expense reports", redirectUris: [redirectUri] },
  });
  const { slug, app } = body as { slug: string; app: { clientId: string } };
  const query = new URLSearchParams({
    client_id: app.clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: "openid profile email",
    code_challenge: createHash("sha256").update("v".repeat(43)).digest("base64url"),
    code_challenge_method: "S256",
  });
  return {
    person,
    account: `/account/${slug}`,
    letAppIn: async () => {
      await page.goto(`/authorize?${query.toString()}`);
      await page.getByRole("button", { name: "Allow" }).click();
      await page.waitForURL(/healthz\?code=/);
    },
  };
}

/** Signs in to an account page. */
export async function signIn(
  page: Page,
  account: string,
  { email, password }: { email: string; password: string },
) {
  await page.goto(account);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(new RegExp(`${account}(/|\\?|$)`));
}
