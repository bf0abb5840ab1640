import { createTransport } from "nodemailer";
import { EmailAddress } from "../../../kernel/fields";
import { Undeliverable, type Outlet } from "./outlet";
import { defineTexts } from "@/server/kernel/texts/define";

const deliveryTexts = defineTexts("delivery", {
  invalid_address: "The address is not one that mail can be sent to.",
});

/**
 * Creates the outlet that sends mails to a mail server (RFC 5321) over a pool of connections. It uses STARTTLS if the server
 * offers it. `smtps:` or `?requireTLS=true` in the address require TLS.
 */
export function createMailOutlet({ url, from }: { url: string; from: string }): Outlet {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // Untrusted texts in a mail must not include a file or the content of an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ id, to, from: name, subject, html, text }) => {
      // The schema trims. If the address contains white space, the result therefore differs from it.
      if (EmailAddress.safeParse(to).data !== to) throw new Undeliverable(deliveryTexts.invalid_address());
      try {
        await transport.sendMail({
          messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
          from: { name, address: from },
          // An object, because nodemailer parses a text as a list of addresses.
          to: { name: "", address: to },
          subject,
          text,
          ...(html !== null && { html }),
          // RFC 3834: prevents automatic replies.
          headers: { "Auto-Submitted": "auto-generated" },
        });
      } catch (error) {
        const { responseCode, message } = error as Error & { responseCode?: number };
        // 5yz: a permanent failure (RFC 5321 §4.2.1).
        if (responseCode !== undefined && responseCode >= 500) throw new Undeliverable(message);
        throw error;
      }
    },
    close: () => transport.close(),
  };
}
