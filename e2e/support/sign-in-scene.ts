import { createHash, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { TENANT_HEADER } from "@/server/kernel/http/workspace";
import { call, signIn } from "./console";
import { expect, type Seed } from "./test";

let created = 0;

export interface Organization {
  slug: string;
  appId: number;
  userId: number;
  person: { email: string; password: string };
  /** The URL to which the app sends a browser to sign in. */
  start: string;
}

/** Creates an organization with one person and one app, so that changes affect no other test. */
export async function organization(page: Page, seed: Seed): Promise<Organization> {
  const person = {
    email: `nora${(created += 1)}-${randomBytes(4).toString("hex")}@heath.example`,
    password: `${randomBytes(12).toString("base64url")} is long`,
  };
  const redirectUri = `${seed.baseUrl}/healthz`;
  const { body } = await call(page, seed.platform.credential, "POST", "/api/v1/tenants", {
    tenantName: `Heath ${randomBytes(4).toString("hex")}`,
    adminEmail: person.email,
    adminName: "Nora Heath",
    password: person.password,
    app: { name: "Field notes", redirectUris: [redirectUri] },
  });
  const { slug, adminUserId, app } = body as {
    slug: string;
    adminUserId: number;
    app: { appId: number; clientId: string };
  };
  const query = new URLSearchParams({
    client_id: app.clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: "openid profile",
    prompt: "login",
    code_challenge: createHash("sha256").update("v".repeat(43)).digest("base64url"),
    code_challenge_method: "S256",
  });
  return { slug, appId: app.appId, userId: adminUserId, person, start: `/authorize?${query.toString()}` };
}

/** Calls a procedure of the console as the signed-in administrator. */
export async function procedure(page: Page, slug: string, name: string, input: object) {
  const answer = await page.request.post(`/api/trpc/${name}`, {
    data: input,
    headers: { [TENANT_HEADER]: slug },
  });
  const body = (await answer.json()) as { result?: { data: unknown }; error?: unknown };
  if (!body.result) throw new Error(`${name}: ${JSON.stringify(body)}`);
  return body.result.data as Record<string, unknown>;
}

/** Runs the preparations of an administrator and signs out. */
export async function prepare(page: Page, { person }: Organization, work: () => Promise<void>) {
  await signIn(page, person);
  await work();
  await page.context().clearCookies();
}

/** Returns the preparation that requires a second factor of the person. */
export const requireMfa =
  (page: Page, { slug, userId }: Organization) =>
  async () => {
    const { tagId } = await procedure(page, slug, "tags.create", { name: "Staff" });
    await procedure(page, slug, "tags.setPolicy", { tagId, policyKey: "requireMfa", value: true });
    await procedure(page, slug, "tags.tagUser", { userId, tagId });
  };

/** Fills in and sends the form of the sign-in. */
export async function fillIn(page: Page, { email, password }: Organization["person"]) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Returns the code that an authenticator app with this key shows. */
export const codeOf = (seed: string, now = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(seed.replaceAll(" ", "")) }).generate({ timestamp: now });

/** Expects that the person arrives at the app. */
export const arrived = (page: Page) =>
  expect(page.getByRole("heading", { name: "Field notes asks for access" })).toBeVisible();
