import { createTransport } from "nodemailer";
import { EmailAddress } from "../../kernel/fields";
import { Undeliverable, type Outlet } from "./outlet";

/**
 * Hands mails to a mail server (RFC 5321) over few connections that are used again. STARTTLS is used where the server
 * offers it; `smtps:` or `?requireTLS=true` in the address insist on it.
 */
export function createMailOutlet({ url, from }: { url: string; from: string }): Outlet {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // A mail is made of what strangers wrote: none of it may name a file or an address to be read into it.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ id, to, from: name, subject, html, text }) => {
      // As it stands: an address with white space around it was never kept.
      if (EmailAddress.safeParse(to).data !== to)
        throw new Undeliverable("The address is not one that mail can be sent to.");
      try {
        await transport.sendMail({
          messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
          from: { name, address: from },
          // As an object: a text would be read as a list of addresses.
          to: { name: "", address: to },
          subject,
          text,
          ...(html !== null && { html }),
          // RFC 3834: nobody's out-of-office note is to answer.
          headers: { "Auto-Submitted": "auto-generated" },
        });
      } catch (error) {
        const { responseCode, message } = error as Error & { responseCode?: number };
        // 5yz: the server will say the same of every other try (RFC 5321, 4.2.1).
        if (responseCode !== undefined && responseCode >= 500) throw new Undeliverable(message);
        throw error;
      }
    },
    close: () => transport.close(),
  };
}
