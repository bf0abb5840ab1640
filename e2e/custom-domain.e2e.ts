import { sendTo } from "../server/testing/hosts";
import { startNameServer, type NameServer } from "../server/testing/name-server";
import { expectAccessible } from "./support/account";
import { virtualAuthenticator } from "./support/authenticator";
import { actionsOf, call, picture, signIn } from "./support/console";
import { startOwnServer, type OwnServer } from "./support/own-server";
import { expect, test as shared } from "./support/test";

/*
 * An organization's own domain in a browser: proven by DNS in the console, then served. Browsers resolve every name
 * under localhost to this machine, and let its pages create passkeys without a certificate.
 */

const DOMAIN = "login.acme.localhost";

interface Own extends OwnServer {
  names: NameServer;
  /** The URL of the organization's domain. */
  domainUrl: string;
}

/** Playwright's test with a server that only this file uses. The other files share one server. */
const test = shared.extend<object, { own: Own }>({
  own: [
    async ({}, use) => {
      const names = await startNameServer();
      const server = await startOwnServer(() => ["dist/main.js"], { DNS_SERVERS: names.address });
      await use({ ...server, names, domainUrl: server.url.replace("localhost", DOMAIN) });
      await server.stop();
      await names.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ own }, use) => use(own.url),
});

test.describe.configure({ mode: "serial" });

test("a custom domain is proven in the console, which then lists its pages", async ({ page, own }) => {
  const { domainUrl, names, seed } = own;
  const [{ slug, owner, credential }] = seed.tenants;
  await signIn(page, owner);
  await page.goto(`/${slug}/domain`);
  await page.getByLabel("Domain").fill(DOMAIN);
  await page.getByRole("button", { name: "Set the domain" }).click();
  const value = page.getByText(/^castellan-verification=/);
  names.records.set(`_castellan.${DOMAIN}`, [[(await value.textContent())!.trim()]]);
  await page.getByRole("button", { name: "Check and verify" }).click();
  await expect(page.getByRole("heading", { name: "Available at this domain" })).toBeVisible();
  expect((await actionsOf(page, credential))[0]).toBe("console.domain_verified");
  await expect(page.getByText(domainUrl, { exact: true })).toBeVisible();
  await expect(page.getByText(`${domainUrl}/account/${slug}`)).toBeVisible();
  await expectAccessible(page);
  await picture(page, "custom-domain");
});

test("a custom domain serves the organization's sign-in and account page, with passkeys of its own", async ({
  page,
  own,
}) => {
  const { domainUrl, seed, url: ownUrl } = own;
  const [{ slug }, { slug: another }] = seed.tenants;
  const { plainUser } = seed.fixtures;
  const whileTouched = await virtualAuthenticator(page);
  await page.goto(domainUrl);
  await page.getByLabel("E-mail").fill(plainUser.email);
  await page.getByLabel("Password").fill(plainUser.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.origin === domainUrl && url.pathname === `/account/${slug}`);
  await page.goto(`${domainUrl}/account/${slug}/security`);
  await expect(page.getByText(`here ${DOMAIN}.`)).toBeVisible();
  await whileTouched(async () => {
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.getByText(/never used/)).toBeVisible();
  });
  await expectAccessible(page);
  await picture(page, "custom-domain-security");
  // The console and other organizations are not available at the organization's domain.
  for (const path of [`/${slug}`, "/sign-in", "/docs/api", `/account/${another}`])
    expect([path, (await page.goto(domainUrl + path))!.status()]).toEqual([path, 404]);

  // The user's passkey works only at the organization's domain, but the sign-in at the platform's host requires it.
  await page.goto(`${ownUrl}/account/${slug}`);
  await page.getByLabel("E-mail").fill(plainUser.email);
  await page.getByLabel("Password").fill(plainUser.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Your passkey does not work here")).toBeVisible();
  await expect(page.getByText(DOMAIN)).toBeVisible();
  await expectAccessible(page);
  await picture(page, "custom-domain-passkey-elsewhere");
});

test("a custom domain is no longer served after its removal, which first warns with the number of its passkeys", async ({
  page,
  own,
}) => {
  const { domainUrl, seed, url: ownUrl } = own;
  const [{ slug, owner, credential }] = seed.tenants;
  await signIn(page, owner);
  await page.goto(`/${slug}/domain`);
  await page.getByRole("button", { name: "Remove the domain" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("1 passkey was created at this domain")).toBeVisible();
  await picture(page, "custom-domain-remove");
  await dialog.getByRole("button", { name: "Remove the domain" }).click();
  await expect(page.getByText("None set")).toBeVisible();
  const { body } = await call(page, credential, "GET", "/api/v1/domains");
  expect(body).toMatchObject({ identityMode: "slug" });
  await expect
    .poll(async () => {
      // Only the browser resolves names under localhost; Node does not.
      const answer = await sendTo(ownUrl)(`${domainUrl}/.well-known/openid-configuration`);
      return ((await answer.json()) as { issuer: string }).issuer;
    })
    .toBe(ownUrl);
});
