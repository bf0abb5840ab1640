import { virtualAuthenticator } from "./support/authenticator";
import { signInByForm } from "./support/console";
import { inspect } from "./support/inspect";
import { mailTo } from "./support/mail";
import { expect, test } from "./support/test";
import {
  arrived,
  codeOf,
  fillIn,
  organization,
  prepare,
  procedure,
  requireMfa,
} from "./support/sign-in-scene";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test(
      "a user who must have a second factor sets up an app, and needs it at each later sign-in",
      { tag: javaScriptEnabled ? "@journey" : [] },
      async ({ page, seed, browser }) => {
        const org = await organization(page, seed);
        // The console needs scripts.
        const context = await browser.newContext({ baseURL: seed.baseUrl, javaScriptEnabled: true });
        const desk = await context.newPage();
        await prepare(desk, org, requireMfa(desk, org));
        await context.close();

        await page.goto(org.start);
        // The button is in the page from the start, so that it moves no other button under the pointer when scripts run.
        expect(await (await page.request.get(page.url())).text()).toContain("Use a passkey");
        const passkey = page.getByRole("button", { name: "Use a passkey" });
        await (javaScriptEnabled ? expect(passkey).toBeEnabled() : expect(passkey).toBeHidden());
        await fillIn(page, org.person);
        await expect(page.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
        if (javaScriptEnabled) await inspect(page, "sign-in-enrol");
        await page.getByRole("button", { name: "Use an authenticator app" }).click();
        const seedText = await page.locator("p .font-mono").innerText();
        if (javaScriptEnabled) await inspect(page, "sign-in-enrol-app");
        await page.getByLabel("Code that the app shows").fill("000000");
        await page.getByRole("button", { name: "Set it up" }).click();
        await expect(page.getByText("The code is incorrect")).toBeVisible();
        await page.getByLabel("Code that the app shows").fill(codeOf(seedText));
        await page.getByRole("button", { name: "Set it up" }).click();
        await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeVisible();
        if (javaScriptEnabled) await inspect(page, "sign-in-recovery-codes");
        const [recovery] = (await page.getByLabel("Recovery codes", { exact: true }).innerText()).split("\n");
        await page.getByRole("button", { name: "I have saved them" }).click();
        await arrived(page);

        await page.context().clearCookies();
        await page.goto(org.start);
        await fillIn(page, org.person);
        await expect(page.getByRole("heading", { name: "Confirm it is you" })).toBeVisible();
        if (javaScriptEnabled) await inspect(page, "sign-in-second");
        await page.getByText("Use a recovery code").click();
        await page.getByLabel("Recovery code").fill(recovery!);
        await page.getByRole("button", { name: "Confirm" }).last().click();
        await arrived(page);
      },
    );
  });
}

test(
  "a passkey is set up during the sign-in, and then signs in alone: to the app and to the console",
  { tag: "@journey" },
  async ({ page, seed }) => {
    const org = await organization(page, seed);
    await prepare(page, org, requireMfa(page, org));
    const whileTouched = await virtualAuthenticator(page);
    await page.goto(org.start);
    await fillIn(page, org.person);
    await whileTouched(async () => {
      await page.getByRole("button", { name: "Set up a passkey" }).click();
      await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeVisible();
    });
    await page.getByRole("button", { name: "I have saved them" }).click();
    await arrived(page);

    // The autofill request of the address field runs without a touch and stays unanswered; the button's request
    // replaces it.
    await page.addInitScript(() => {
      const { credentials } = navigator;
      const get = credentials.get.bind(credentials);
      credentials.get = (options) => {
        Object.assign(window, { passkeyAsked: true });
        return get(options);
      };
    });
    const pressed = async (address: string, then: () => Promise<void>) => {
      const offered = page.waitForResponse(/\/passkey-options$/);
      await page.goto(address);
      await offered;
      await page.waitForFunction(() => "passkeyAsked" in window);
      await whileTouched(async () => {
        await page.getByRole("button", { name: "Use a passkey" }).click();
        await then();
      });
    };
    await page.context().clearCookies();
    await pressed(org.start, () => arrived(page));
    await pressed("/sign-in", () => expect(page).toHaveURL(new RegExp(`/${org.slug}$`)));
  },
);

test("the console requires its administrators' second factor, too", async ({ page, seed }) => {
  const org = await organization(page, seed);
  await prepare(page, org, requireMfa(page, org));
  await page.goto("/sign-in");
  await inspect(page, "console-sign-in");
  await fillIn(page, org.person);
  await page.getByRole("button", { name: "Use an authenticator app" }).click();
  const seedText = await page.locator("p .font-mono").innerText();
  await page.getByLabel("Code that the app shows").fill(codeOf(seedText));
  await page.getByRole("button", { name: "Set it up" }).click();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page).toHaveURL(new RegExp(`/${org.slug}$`));

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await fillIn(page, org.person);
  await expect(page.getByRole("heading", { name: "Confirm it is you" })).toBeVisible();
  await inspect(page, "console-sign-in-second");
  await page.getByText("Lost your second factor?").click();
  await page.getByLabel("What happened (optional)").fill("My telephone fell into the lake");
  await page.getByRole("button", { name: "Request a reset" }).click();
  await expect(page.getByText("Your administrators received your reset request")).toBeVisible();
  await page.getByLabel("Code of your authenticator app").fill(codeOf(seedText, Date.now() + 30_000));
  await page.getByRole("button", { name: "Confirm" }).first().click();
  await expect(page).toHaveURL(new RegExp(`/${org.slug}$`));
});

test("codes and links come by mail, and a link opened in another browser signs in the requesting one", async ({
  page,
  seed,
  browser,
}) => {
  test.slow();
  const org = await organization(page, seed);
  await prepare(page, org, async () => {
    for (const name of ["EmailOtp", "MagicLink"]) {
      await procedure(page, org.slug, "connectors.approve", { appId: org.appId, name, approved: true });
      await procedure(page, org.slug, "connectors.set", { appId: org.appId, name, enabled: true });
    }
    await procedure(page, org.slug, "policies.updateSignInOptions", { magicLinkCrossDeviceEnabled: true });
  });
  const named = async () => {
    await page.goto(org.start);
    await page.getByLabel("E-mail").fill(org.person.email);
    await page.getByRole("button", { name: "Continue" }).click();
  };
  await page.goto(org.start);
  await inspect(page, "sign-in-identify");
  await named();
  await inspect(page, "sign-in-first");
  await page.getByRole("button", { name: "E-mail me a code" }).click();
  await expect(page.getByText("can sign in here, we sent a code")).toBeVisible();
  await inspect(page, "sign-in-code");
  const { code } = await mailTo(seed, org.person.email);
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
  await arrived(page);

  // An unknown person sees the same page.
  await page.context().clearCookies();
  await page.goto(org.start);
  await page.getByLabel("E-mail").fill("nobody@heath.example");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "E-mail me a code" }).click();
  await expect(page.getByText("can sign in here, we sent a code")).toBeVisible();

  await page.context().clearCookies();
  await named();
  await page.getByRole("button", { name: "E-mail me a sign-in link" }).click();
  const number = await page.locator("span.font-mono").innerText();
  await inspect(page, "sign-in-link-waiting");
  const { link } = await mailTo(seed, org.person.email);
  const phone = await browser.newContext({ baseURL: seed.baseUrl });
  const other = await phone.newPage();
  await other.goto(link);
  await inspect(other, "sign-in-link-other");
  await other.getByLabel("Number that is shown").fill(number === "10" ? "11" : "10");
  await other.getByRole("button", { name: "Sign in the other browser" }).click();
  await expect(other.getByText("The number does not match")).toBeVisible();
  await other.getByLabel("Number that is shown").fill(number);
  await other.getByRole("button", { name: "Sign in the other browser" }).click();
  await expect(other.getByRole("heading", { name: "The other browser is now signed in" })).toBeVisible();
  await phone.close();
  await arrived(page);
});

test("a sign-in whose code was used in another window continues", async ({ page, seed }) => {
  const { slug, owner } = seed.tenants[0];
  await page.route("**/api/auth/callback/credentials*", async (route) => {
    await route.fetch();
    await route.continue();
  });
  await signInByForm(page, owner);
  await expect(page).toHaveURL(new RegExp(`/${slug}$`));
  await expect(page.getByText("The sign-in failed.")).toHaveCount(0);
});

test("a form of another site is refused, and a foreign return URL is ignored", async ({ page, seed }) => {
  const org = await organization(page, seed);
  await page.goto(org.start);
  const { pathname } = new URL(page.url());
  const steps = [
    "identify",
    "sign-in",
    "send",
    "code",
    "factor",
    "passkey",
    "passkey-options",
    "link",
    "approve",
    "continue",
    "enrol-app",
    "restart",
    "lost",
    "abort",
    "switch",
  ];
  for (const step of steps) {
    for (const path of [`${pathname}/${step}`, `/sign-in/${step}`]) {
      const answer = await page.request.post(path, {
        headers: { origin: "https://evil.example" },
        form: {},
        maxRedirects: 0,
      });
      expect(answer.status(), path).toBe(403);
    }
  }
  const answer = await page.request.post(`${pathname}/sign-in`, {
    form: {
      email: org.person.email,
      password: "wrong",
      returnTo: "https://evil.example",
      callbackUrl: "https://evil.example",
    },
    maxRedirects: 0,
  });
  expect(new URL(answer.headers()["location"]!).origin).toBe(new URL(seed.baseUrl).origin);
});
