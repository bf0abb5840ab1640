import type { messages } from "@/db/tenant/messages";
import { locales, type Locale } from "@/server/kernel/strings/languages";
import type { Ports } from "@/server/kernel/operation/ports";
import type { Row, WriteTx } from "@/server/kernel/operation/store";
import { templates, type Template, type TemplateData } from "./templates";
import type { users } from "@/db/tenant/users";

interface NewMessage<T extends Template> {
  channel: "email" | "sms";
  /** The recipient's e-mail address or phone number. */
  to: string;
  template: T;
  data: TemplateData<T>;
  /** The recipient's language. The default is the organization's language. */
  locale?: Locale | null | undefined;
}

/** A message with encrypted content. `queueMessage` stores the message. */
export type SealedMessage = Pick<
  Row<typeof messages>,
  "channel" | "recipient" | "template" | "dataSealed" | "locale"
>;

/** Validates and encrypts the data of a message. Call outside of transactions. Throws if the data does not fit the template. */
export function sealMessage<T extends Template>(
  vault: Ports["vault"],
  { channel, to, template, data, locale }: NewMessage<T>,
): SealedMessage {
  const checked: unknown = templates[template].parse(data);
  return {
    channel,
    recipient: to,
    template,
    dataSealed: vault.encrypt(JSON.stringify(checked)),
    locale: locale ?? null,
  };
}

/** Stores the message in the caller's transaction. The message is sent only after the commit. */
export async function queueMessage(tx: Pick<WriteTx, "messages">, sealed: SealedMessage): Promise<void> {
  await tx.messages.insert(sealed);
}

/**
 * Returns the user's preferred language (SCIM's preferredLanguage, then locale). Returns null if no messages exist in this
 * language.
 */
export function localeOf({
  scimAttributes,
}: {
  scimAttributes: Record<string, unknown> | null;
}): Locale | null {
  for (const key of ["preferredLanguage", "locale"]) {
    const value = scimAttributes?.[key];
    if (typeof value !== "string") continue;
    const language = value.trim().slice(0, 2).toLowerCase();
    const known = locales.find((locale) => locale === language);
    if (known) return known;
  }
  return null;
}

/**
 * Notifies a user's old address about a requested or completed change of the address. Ignores the channels that the user chose,
 * because the owner of the old address must receive this notice.
 */
export async function tellOldAddress(
  tx: Pick<WriteTx, "messages">,
  before: Pick<Row<typeof users>, "email" | "scimAttributes">,
  template: "email_change_asked" | "email_changed",
) {
  if (before.email === null) return;
  await tx.messages.insert({
    channel: "email",
    recipient: before.email,
    template,
    data: {},
    locale: localeOf(before),
  });
}
