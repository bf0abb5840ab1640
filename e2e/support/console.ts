import type { Page } from "@playwright/test";
import { expect, type Seed } from "./test";

/** Signs in to the console as a person does. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
}

/** A call of the REST interfaces with a token of this credential. */
export async function call(
  page: Page,
  credential: { clientId: string; clientSecret: string },
  method: string,
  path: string,
  data?: object,
) {
  const issued = await page.request.post("/token", {
    form: {
      grant_type: "client_credentials",
      client_id: credential.clientId,
      client_secret: credential.clientSecret,
    },
  });
  const { access_token: token, error } = (await issued.json()) as { access_token?: string; error?: string };
  if (!token) throw new Error(`POST /token: ${error}`);
  const response = await page.request.fetch(path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data && { data }),
  });
  return { status: response.status(), body: (await response.json()) as unknown };
}

/** The newest audit event of the first tenant, as a machine client sees it. */
export async function newestEvent(page: Page, seed: Seed) {
  const { body } = await call(page, seed.tenants[0].credential, "GET", "/api/v1/audit-events?limit=1");
  return (body as { events: { action: string; target: string; userEmail: string }[] }).events[0]!;
}
