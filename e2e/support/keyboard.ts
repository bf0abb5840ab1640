import type { Locator, Page } from "@playwright/test";
import { alive, expectEvent } from "./console";
import { expect, test as base, type Seed } from "./test";

export { alive, expectEvent };

interface Focus {
  /** Description of the focused element, for a failed test. */
  holder: string;
  lost: boolean;
  shows: boolean;
  /** True if the focus moved up the page during a forward step. */
  upwards: boolean;
}

/** Runs in the page: returns the focused element, and if the focus is visible. */
function focusNow(): Focus {
  const ring = (element: Element | null) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
  };
  const holder = document.activeElement ?? document.body;
  const { x, y, width, height } = holder.getBoundingClientRect();
  const seen =
    width > 0 && height > 0 && x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0;
  const region = (element: Element) => element.closest("[role=dialog], nav, main, form");
  const shared = window as unknown as { focusBefore?: Element };
  const before = shared.focusBefore;
  shared.focusBefore = holder;
  let upwards = false;
  if (before?.isConnected && before !== holder && region(before) === region(holder)) {
    const from = before.getBoundingClientRect();
    const forward = before.compareDocumentPosition(holder) === Node.DOCUMENT_POSITION_FOLLOWING;
    // Upwards in the same column.
    upwards = forward && y + height <= from.top && x < from.right;
  }
  return {
    holder: `${holder.tagName.toLowerCase()} “${(holder.getAttribute("aria-label") ?? holder.textContent ?? "").slice(0, 60)}”`,
    lost: holder === document.body,
    shows:
      seen &&
      (ring(holder) ||
        // Elements without a ring of their own: a box, whose label has the ring; the highlighted option of a menu; a search,
        // which shows its cursor; the parts of a time, which the browser highlights.
        ring(holder.closest("label")) ||
        holder.matches("[data-highlighted], [role=combobox], [type=time], [type=datetime-local]")),
    upwards,
  };
}

/**
 * Operates a page by keyboard: every step first checks which element has the focus, and that the focus is visible.
 */
function keyboard(page: Page) {
  const { keyboard: keys } = page;

  async function expectFocus(target: Locator) {
    await expect(target).toBeFocused();
    const { holder, shows } = await page.evaluate(focusNow);
    expect(shows, `the focus on ${holder} can be seen`).toBe(true);
  }

  return {
    /** Expects that the element has the focus, visibly. */
    expectFocus,

    /** Expects the focus inside the content: it has not returned to the start of the page. */
    async expectKept() {
      await expect(page.locator("#main:focus, #main :focus")).toHaveCount(1);
    },

    /** Moves to the element by Tab: the focus stays visible on the way, and no element traps it. */
    async to(target: Locator, key: "Tab" | "Shift+Tab" = "Tab", most = 80) {
      await expect(target).toBeVisible();
      await page.evaluate(focusNow);
      const passed: string[] = [];
      for (let step = 0; step < most; step += 1) {
        await keys.press(key);
        const { holder, lost, shows, upwards } = await page.evaluate(focusNow);
        passed.push(holder);
        // Between the end of the page and its start, no element has the focus.
        if (lost) continue;
        expect(shows, `the focus on ${holder} can be seen`).toBe(true);
        expect(key === "Tab" && upwards, `${passed.slice(-2).join(" leads up to ")}`).toBe(false);
        if (await target.evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error(`${key} does not lead to ${String(target)}, only to ${passed.join(", ")}`);
    },

    /** Presses keys after checking that the element has the focus. */
    async press(target: Locator, ...pressed: string[]) {
      await expectFocus(target);
      for (const key of pressed) await keys.press(key);
    },

    /** Types into the field after checking that it has the focus. */
    async type(target: Locator, text: string) {
      await expectFocus(target);
      await keys.type(text);
    },
  };
}

/** Opens a page and waits for hydration. */
export async function arrive(page: Page, path: string) {
  await page.goto(path);
  await alive(page);
}

/** Returns a path in the first organization's console. */
export const area = (seed: Seed, path = "") => `/${seed.tenants[0].slug}${path}`;

type Keys = ReturnType<typeof keyboard>;

/** A test without a mouse. */
export const test = base.extend<{ keys: Keys }>({
  keys: async ({ page }, use) => use(keyboard(page)),
});

/** Signs in to the console by keyboard. */
export async function signIn(
  page: Page,
  keys: Keys,
  { email, password }: { email: string; password: string },
) {
  await page.goto("/sign-in");
  await keys.type(page.getByLabel("E-mail"), email);
  await page.keyboard.press("Tab");
  await keys.type(page.getByLabel("Password"), password);
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(/\/sign-in/);
}
