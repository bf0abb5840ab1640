import type { messages } from "@/db/tenant/messages";
import { isLocale, type Locale } from "@/server/kernel/strings/languages";
import type { Ports } from "@/server/kernel/operation/ports";
import { CodedError } from "@/server/kernel/texts/text";
import type { ReadTx, Row } from "@/server/kernel/operation/store";
import { readSetting } from "../settings/tenant-settings";
import { readAppearance } from "../tenant-config/tenant-config";
import { noBranding, type Appearance } from "../tenant-config/tenant-config.schema";
import { composeMail, composeText, senderName } from "./compose";
import { PLATFORM_MESSAGES } from "./platform-notices";
import { messageSettings } from "./settings";
import { isTemplate } from "./templates";
import { defineTexts } from "@/server/kernel/texts/define";

const deliveryTexts = defineTexts("delivery", {
  template_unknown: "This version does not know the template.",
  content_deleted: "Its content is not kept any more.",
});

export interface Content {
  /** The name of the sender. */
  from: string;
  subject: string;
  /** The HTML form of a mail; null for a text message. */
  html: string | null;
  text: string;
}

/** Thrown for a message that cannot be composed. The content was deleted after sending, or this version lacks the template. */
export class NoContent extends CodedError {}

export interface ContentPorts extends Pick<Ports, "tenantRecord" | "installation"> {
  vault: Pick<Ports["vault"], "decrypt">;
}

/** The name of the platform in messages to platform administrators. */
export const PLATFORM_NAME = "Castellan";

/** Design and language of the platform's own messages. */
const platformLook: MessageLook = {
  appearance: {
    ...noBranding,
    name: PLATFORM_NAME,
    poweredBy: {
      email: false,
      error: false,
      consent: false,
      account: false,
      apiHeader: false,
      webhook: false,
    },
  },
  language: "en",
};

/** Design and default language of an organization's messages. */
export interface MessageLook {
  appearance: Appearance;
  language: Locale;
}

export const readLook = async (
  tx: Pick<ReadTx, "tenantProfiles" | "tenantSettings">,
): Promise<MessageLook> => ({
  appearance: await readAppearance(tx),
  language: (await readSetting(tx, messageSettings)).language,
});

interface Deps {
  ports: ContentPorts;
  look: (tenantId: number) => Promise<MessageLook>;
}

type Kept = Pick<Row<typeof messages>, "channel" | "template" | "dataSealed" | "data" | "locale"> & {
  tenantId: number;
};

/**
 * Composes a message in the organization's present design. Uses the recipient's language, or else the organization's language.
 */
export async function composeMessage(message: Kept, { ports, look }: Deps): Promise<Content> {
  const { template, tenantId, channel } = message;
  if (!isTemplate(template)) throw new NoContent(deliveryTexts.template_unknown());
  const content = contentOf(message, ports.vault);
  if (content === null) throw new NoContent(deliveryTexts.content_deleted());
  const data = await withAddress(content, tenantId, ports);
  const { appearance, language } = tenantId === PLATFORM_MESSAGES ? platformLook : await look(tenantId);
  const locale = isLocale(message.locale) ? message.locale : language;
  const from = senderName(appearance);
  return channel === "email"
    ? { from, ...composeMail(template, data, locale, appearance) }
    : { from, subject: "", html: null, text: composeText(template, data, locale, appearance) };
}

function contentOf({ data, dataSealed }: Kept, vault: Pick<Ports["vault"], "decrypt">) {
  if (dataSealed === null) return data;
  return JSON.parse(vault.decrypt(dataSealed)) as Record<string, unknown>;
}

/**
 * Converts the relative URL of a notice to an absolute URL. `./security` is below the organization's console. `~/security` is
 * below the account page.
 */
async function withAddress(data: Record<string, unknown>, tenantId: number, ports: ContentPorts) {
  const { url } = data;
  if (typeof url !== "string" || !/^[.~]\//.test(url)) return data;
  const { slug } = await ports.tenantRecord(tenantId);
  const within = url.startsWith("~") ? `account/${slug}` : slug;
  return { ...data, url: `${ports.installation.baseUrl}/${within}/${url.slice(2)}` };
}
