import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { expectPlatformEvent, signIn } from "./support/console";
import { inspect } from "./support/inspect";
import { startOwnServer, type OwnServer } from "./support/own-server";
import { expect, test as shared } from "./support/test";

interface Mailing extends OwnServer {
  /** The recipients of accepted mails, and the switch to refuse mails. */
  mail: { taken: string[]; refuses: boolean };
}

/** Playwright's test with a server that sends mail. The shared server does not send mail, but stores it for reading. */
const test = shared.extend<object, { own: Mailing }>({
  own: [
    async ({}, use) => {
      const mail: Mailing["mail"] = { taken: [], refuses: true };
      const smtp = new SMTPServer({
        authOptional: true,
        disabledCommands: ["STARTTLS", "AUTH"],
        onData: (stream, { envelope }, done) =>
          void stream.resume().on("end", () => {
            if (mail.refuses) return done(Object.assign(new Error("no such mailbox"), { responseCode: 550 }));
            mail.taken.push(...envelope.rcptTo.map(({ address }) => address));
            done();
          }),
      });
      await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
      const { port } = smtp.server.address() as AddressInfo;
      const server = await startOwnServer(() => ["dist/main.js"], {
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: "no-reply@castellan.example",
      });
      await use({ ...server, mail });
      await server.stop();
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ own }, use) => use(own.url),
});

test("a refused mail shows the reason, and is sent when it is retried", async ({ page, own }) => {
  const { mail, seed } = own;
  const { email } = seed.fixtures.plainUser;
  await page.goto(`/recover/${seed.tenants[0].slug}`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();

  await signIn(page, seed.platform.admin);
  await page.goto("/platform/messages?state=failed");
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("no such mailbox");
  await row.getByText(email).click();
  const sheet = page.getByRole("dialog", { name: "Password reset" });
  await expect(sheet.getByText("Sending failed permanently.")).toBeVisible();
  await inspect(page, "message-failed");
  mail.refuses = false;
  await sheet.getByRole("button", { name: "Try again" }).click();
  await expect(sheet.getByText("Handed over for delivery. The content is not kept.")).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Try again" })).toHaveCount(0);
  expect(mail.taken).toEqual([email]);
  await expectPlatformEvent(page, "message_retried", seed.platform.admin);
});
