import type { Page } from "@playwright/test";

/**
 * Adds a built-in authenticator with user verification to Chromium. Returns a function that runs `work` while the
 * authenticator answers: otherwise it would answer the autofill request of the address field before a click.
 */
export async function virtualAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  const touched = (enabled: boolean) =>
    client.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  return async function whileTouched(work: () => Promise<void>) {
    await touched(true);
    try {
      await work();
    } finally {
      await touched(false);
    }
  };
}
