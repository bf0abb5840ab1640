import type { BrowserContext, Page } from "@playwright/test";
import { virtualAuthenticator } from "./support/authenticator";
import { settled } from "./support/settled";
import { expect, test } from "./support/test";
import { arrived, fillIn, organization, prepare, requireMfa } from "./support/sign-in-scene";

/*
 * A control that appears, vanishes or changes its size when scripts start moves the controls below it. A click of that moment hits
 * nothing, or another control.
 */

/** Returns the visible controls of the page with their places. Text and size are not included: a control may explain itself later. */
async function controlsOf(page: Page) {
  await page.evaluate(() => document.fonts.ready);
  await settled(page);
  return page
    .locator(":is(a[href], button, input, select, textarea, summary):not([aria-hidden])")
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => {
          const { x, y } = element.getBoundingClientRect();
          const kind = [element.tagName.toLowerCase(), element.getAttribute("name")]
            .filter(Boolean)
            .join(" ");
          return `${kind}: ${[x, y].map(Math.round).join(" ")}`;
        }),
    );
}

/** Waits until React has taken over every control. Its effects run before the page is idle. */
async function hydrated(page: Page) {
  await page.waitForFunction(() => {
    const controls = [...document.querySelectorAll("main a, main button, main input")];
    const lives = (element: Element) => Object.keys(element).some((name) => name.startsWith("__reactProps"));
    return document.readyState === "complete" && controls.length > 0 && controls.every(lives);
  });
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })));
}

/** Opens two further windows on the same sign-in: one whose scripts never arrive, and one of a browser without passkeys. */
async function windows(context: BrowserContext) {
  // Unlike a browser with JavaScript switched off, the first one shows what scripts need: the page before they start.
  const early = await context.newPage();
  await early.route(/\.js(\?|$)/, (route) => route.abort());
  const bare = await context.newPage();
  await bare.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  return { early, bare };
}

test(
  "no control of the hosted pages moves when scripts start, in browsers with and without passkeys",
  { tag: "@journey" },
  async ({ page, context, seed }) => {
    const org = await organization(page, seed);
    await prepare(page, org, requireMfa(page, org));
    const whileTouched = await virtualAuthenticator(page);
    const { early, bare } = await windows(context);

    const expectStill = async (step: string, heading: string) => {
      await expect(page.getByRole("heading", { name: heading })).toBeVisible();
      await Promise.all([hydrated(page), early.goto(page.url()), bare.goto(page.url())]);
      const before = await controlsOf(early);
      expect(before.length, step).toBeGreaterThan(1);
      expect.soft(await controlsOf(page), step).toEqual(before);
      await hydrated(bare);
      expect.soft(await controlsOf(bare), `${step}, without passkeys`).toEqual(before);
    };

    await page.goto(org.start);
    await expectStill("sign-in", "Sign in");
    await expect(bare.getByRole("button", { name: "This browser cannot use passkeys" })).toBeDisabled();
    await fillIn(page, org.person);
    await expectStill("enrolment", "Set up a second factor");
    await whileTouched(async () => {
      await page.getByRole("button", { name: "Set up a passkey" }).click();
      await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeVisible();
    });
    await expectStill("recovery codes", "Save your recovery codes");
    await page.getByRole("button", { name: "I have saved them" }).click();
    await arrived(page);

    await page.goto(`/account/${org.slug}/security`);
    await expectStill("account", "Add a passkey");

    await context.clearCookies();
    await page.goto(org.start);
    await fillIn(page, org.person);
    await expectStill("second factor", "Confirm it is you");
  },
);
