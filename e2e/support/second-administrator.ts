import type { Browser, Page } from "@playwright/test";
import { signIn } from "./console";
import type { Seed } from "./test";
import { proceduresOf } from "./things";

/** Signs in a second administrator of the first organization in a separate browser. `page` is signed in as its owner. */
export async function secondAdministrator(page: Page, seed: Seed, browser: Browser) {
  const { userId, ...person } = seed.fixtures.plainUser;
  const run = proceduresOf(page.request, seed.tenants[0].slug);
  await run("administrators.add", { userId, role: "admin" });
  const context = await browser.newContext({ baseURL: seed.baseUrl });
  const theirs = await context.newPage();
  await signIn(theirs, person);
  const end = async () => {
    await run("administrators.remove", { userId });
    await context.close();
  };
  return { theirs, email: person.email, end };
}
