import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { anotherProvider } from "../server/testing/oidc-provider";
import { samlIdentityProvider, samlRequestOf } from "../server/testing/saml-idp";
import { directoryRoot, searchAccount, slapdInstalled, startSlapd } from "../server/testing/slapd";
import { acme, call, expectEvent, signIn } from "./support/console";
import { inspect } from "./support/inspect";
import { expect, test, type Seed } from "./support/test";

/** The app of the sign-in; only its callback must answer. */
const app = createServer((_request, response) => response.end("the app")).listen(0, "127.0.0.1");
test.afterAll(() => void app.close());

/** Registers an app with an approved and enabled method, and opens its sign-in like a redirect from the app. */
async function anApp(page: Page, seed: Seed, method: string) {
  const redirectUri = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`;
  const name = `${method} ${randomBytes(3).toString("hex")}`;
  const { body } = await call(page, acme(seed).credential, "POST", "/api/v1/apps", {
    name,
    redirectUris: [redirectUri],
  });
  const { clientId } = body as { clientId: string };
  await page.goto(`/${acme(seed).slug}/sign-in-methods?method=${method}`);
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Approve for an app" }).click();
  await page.getByPlaceholder("Name of the app…").fill(name);
  await page.getByRole("option", { name }).click();
  await sheet.getByRole("switch", { name: new RegExp(name) }).click();
  await expect(page.getByText(`is on in ${name}.`)).toBeVisible();
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: "openid email",
    state: "s-1",
    code_challenge: createHash("sha256").update("v".repeat(43)).digest("base64url"),
    code_challenge_method: "S256",
  });
  return { name, open: (visitor: Page) => visitor.goto(`/authorize?${query.toString()}`) };
}

/** Adds a provider in the console; `fill` enters the fields of its kind. */
async function addProvider(page: Page, seed: Seed, kind: string, name: string, fill: () => Promise<void>) {
  await page.goto(`/${acme(seed).slug}/sign-in-methods`);
  await page.getByRole("link", { name: "Add provider" }).first().click();
  // The list of sign-in methods has buttons with the same names.
  await expect(page).toHaveURL(/\/providers\/new/);
  await page.getByRole("button", { name: new RegExp(`^${kind}`) }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await fill();
  await page.getByLabel("Create unknown users").check();
  await page.getByRole("button", { name: /^Add (directory|identity provider|provider)$/ }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expectEvent(seed, "identity_provider_created");
}

const expectConsent = (page: Page, name: string) =>
  expect(page.getByRole("heading", { name: `${name} asks for access` })).toBeVisible();

test(
  "an OpenID Connect provider is added, tested, used for a sign-in, and deleted",
  { tag: "@journey" },
  async ({ page, seed, browser }) => {
    const idp = await anotherProvider(`${seed.baseUrl}/federation/${acme(seed).slug}/oidc/`);
    idp.account.email = `ada-${Date.now()}@example.org`;
    const name = `Elsewhere ${randomBytes(3).toString("hex")}`;
    try {
      await signIn(page, acme(seed).owner);
      await addProvider(page, seed, "OpenID Connect", name, async () => {
        await inspect(page, "federation-new");
        const preset = page.getByLabel("Provider", { exact: true });
        await preset.selectOption("Apple");
        await expect(page.getByLabel("Private key")).toBeVisible();
        await expect(page.getByLabel("Client secret")).toBeHidden();
        await inspect(page, "federation-apple");
        await preset.selectOption("Another provider");
        await page.getByLabel("Issuer").fill(idp.issuer);
        await page.getByLabel("Client ID").fill(idp.clientId);
        await page.getByLabel("Client secret").fill(idp.secret);
      });
      await page.getByRole("button", { name: "Test connection" }).click();
      await expect(page.getByText("The provider answers")).toBeVisible();
      await expectEvent(seed, "identity_provider_tested");
      await inspect(page, "federation-oidc");
      const use = page.getByRole("switch", { name: "Allow sign-in with this provider" });
      await use.click();
      await expect(page.getByText("The provider is off.")).toBeVisible();
      await expectEvent(seed, "identity_provider_updated");
      await use.click();
      await expect(use).toBeChecked();

      const { name: appName, open } = await anApp(page, seed, "Social");
      const visitor = await (await browser.newContext()).newPage();
      await open(visitor);
      await inspect(visitor, "federation-sign-in");
      await visitor.getByRole("button", { name }).click();
      await expectConsent(visitor, appName);
      await expect(visitor.getByText(idp.account.name)).toBeVisible();
      await visitor.context().close();

      await page.goto(`/${acme(seed).slug}/users?search=${encodeURIComponent(idp.account.email)}`);
      await page.getByRole("link", { name: idp.account.name }).click();
      await expect(page.getByRole("heading", { name: "Linked accounts" })).toBeVisible();
      await page.getByRole("button", { name: `Unlink the account at ${name}` }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
      await expect(page.getByText("The account was unlinked.")).toBeVisible();
      await expectEvent(seed, "identity_unlinked");
      await expect(page.getByRole("heading", { name: "Linked accounts" })).toBeHidden();

      await page.goto(`/${acme(seed).slug}/sign-in-methods`);
      await page.getByRole("link", { name }).click();
      await page.getByRole("button", { name: "Delete" }).click();
      const dialog = page.getByRole("dialog", { name: `Delete the identity provider ${name}?` });
      await dialog.getByRole("textbox").fill(name);
      await dialog.getByRole("button", { name: "Delete provider" }).click();
      await expect(page.getByText("The provider was deleted; 0 people were unlinked.")).toBeVisible();
      await expectEvent(seed, "identity_provider_deleted");
    } finally {
      await idp.close();
    }
  },
);

test("a SAML provider of another site returns its users with a form", async ({ page, seed, browser }) => {
  // 127.0.0.1 is another site than localhost, so the browser sends no cookies with the provider's form.
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const idp = samlIdentityProvider(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const email = `grace-${Date.now()}@example.org`;
  server.on("request", (request, response) => {
    const location = `${idp.entityId}${request.url}`;
    const xml = samlRequestOf(location);
    const read = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? "";
    const acs = read(/AssertionConsumerServiceURL="([^"]+)"/);
    const attributes = { "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress": email };
    const said = {
      recipient: acs,
      audience: acs.replace(/acs$/, "metadata"),
      inResponseTo: read(/ID="([^"]+)"/),
    };
    // The provider accepts only requests that are signed with our key, and encrypts its answers to this key.
    const answering = async () => {
      const metadata = await (await fetch(said.audience)).text();
      await idp.readRequest(location, metadata);
      return idp.encrypted(await idp.answer({ ...said, nameId: email, attributes }), metadata);
    };
    void answering().then((answer) => {
      const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}">`;
      response.setHeader("content-type", "text/html");
      response.end(
        `<form method="post" action="${acs}">${field("SAMLResponse", Buffer.from(answer).toString("base64"))}${field(
          "RelayState",
          new URL(location).searchParams.get("RelayState") ?? "",
        )}</form><script>document.forms[0].submit()</script>`,
      );
    });
  });
  const name = `Company ${randomBytes(3).toString("hex")}`;
  try {
    await signIn(page, acme(seed).owner);
    await addProvider(page, seed, "SAML 2.0", name, async () => {
      await page.getByText("Fill in from the provider’s metadata").click();
      await page.getByLabel("The XML document that the provider publishes").fill(idp.metadata);
      await page.getByRole("button", { name: "Fill in" }).click();
      await expect(page.getByLabel("Entity ID of the provider")).toHaveValue(idp.entityId);
      await expect(page.getByLabel("Single sign-on address")).toHaveValue(idp.ssoUrl);
      await expect(page.getByLabel("Signing certificates")).toHaveValue(/^-----BEGIN CERTIFICATE-----\nMII/);
    });
    await expect(page.getByText("/metadata")).toBeVisible();
    const keys = page.locator("section", { has: page.getByRole("heading", { name: "Our keys" }) });
    await keys.getByRole("button", { name: "Create next key" }).click();
    await expect(keys.getByText("Next", { exact: true })).toBeVisible();
    await inspect(page, "federation-saml");
    await keys.getByRole("button", { name: "Use now" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Use now" }).click();
    await expect(page.getByText("The next key is in use.")).toBeVisible();
    await keys.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove key" }).click();
    await expect(keys.getByText("Still decrypts", { exact: true })).toBeHidden();
    await page.getByLabel("Sign our requests").check();
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("The settings were saved.")).toBeVisible();
    const { name: appName, open } = await anApp(page, seed, "Saml");
    const visitor = await (await browser.newContext()).newPage();
    await open(visitor);
    await visitor.getByRole("button", { name }).click();
    await expectConsent(visitor, appName);
    await expect(visitor.getByText(email)).toBeVisible();
    await visitor.context().close();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("users of a directory sign in with the password of the directory", async ({ page, seed, browser }) => {
  test.skip(!slapdInstalled, "slapd is missing");
  const directory = await startSlapd();
  const name = `Directory ${randomBytes(3).toString("hex")}`;
  try {
    await signIn(page, acme(seed).owner);
    await addProvider(page, seed, "LDAP directory", name, async () => {
      await page.getByLabel("Address", { exact: true }).fill(directory.url);
      await page.getByLabel("Search account", { exact: true }).fill(searchAccount.dn);
      await page.getByLabel("Password of the search account").fill("wrong");
      await page.getByLabel("Base DN").fill(directoryRoot);
    });
    await page.getByRole("button", { name: "Test connection" }).click();
    await expect(page.getByText("Not working yet")).toBeVisible();
    await page.getByLabel("Password of the search account").fill(searchAccount.password);
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("The settings were saved.")).toBeVisible();
    await expectEvent(seed, "identity_provider_updated");
    await page.getByRole("button", { name: "Test connection" }).click();
    await expect(page.getByText(`Signed in as ${searchAccount.dn}.`)).toBeVisible();
    await inspect(page, "federation-ldap");

    const { name: appName, open } = await anApp(page, seed, "Ldap");
    const visitor = await (await browser.newContext()).newPage();
    await open(visitor);
    const type = async (user: string, password: string) => {
      await visitor.getByLabel(/^E-mail/).fill(user);
      await visitor.getByLabel("Password").fill(password);
      await visitor.getByRole("button", { name: "Sign in", exact: true }).click();
    };
    await type("alan", "wrong");
    await expect(visitor.getByText("The address or password is incorrect")).toBeVisible();
    await type("alan", "secret of alan");
    await expectConsent(visitor, appName);
    await expect(visitor.getByText("Alan Turing")).toBeVisible();
    await visitor.context().close();
  } finally {
    await directory.close();
  }
});
