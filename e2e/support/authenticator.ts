import type { Page } from "@playwright/test";

/**
 * An authenticator that is built in and knows its owner, in Chromium. It answers while it is touched; were it always, it would
 * answer what the page offers in the field of the address before anybody presses anything.
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
