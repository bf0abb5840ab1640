import type { messages } from "@/db/tenant/messages";
import type { Locale } from "@/server/kernel/languages";
import type { Ports } from "@/server/kernel/ports";
import type { ReadTx, Row } from "@/server/kernel/store";
import { readSetting } from "../settings/tenant-settings";
import { readAppearance } from "../tenant-config/tenant-config";
import { noBranding, type Appearance } from "../tenant-config/tenant-config.schema";
import { composeMail, composeText, senderName } from "./compose";
import { PLATFORM_MESSAGES } from "../message-queue/platform-notices";
import { messageSettings } from "./settings";
import { isTemplate } from "../message-queue/templates";

export interface Content {
  /** The name that it comes from. */
  from: string;
  subject: string;
  /** Null for a text message. */
  html: string | null;
  text: string;
}

/** A message that says nothing any more: it was emptied when it was sent, or its template is none of this version. */
export class NoContent extends Error {}

export interface ContentPorts extends Pick<Ports, "tenantRecord" | "installation"> {
  vault: Pick<Ports["vault"], "decrypt">;
}

/** What the platform calls itself to its administrators. */
export const PLATFORM_NAME = "Castellan";

/** How the platform's own messages look. */
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

/** How an organization's messages look, and the language of those whose recipient's is not known. */
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

/** What is said, in the look and, where the recipient has none, the language that the organization has now. */
export async function composeMessage(message: Kept, { ports, look }: Deps): Promise<Content> {
  const { template, tenantId, channel } = message;
  if (!isTemplate(template)) throw new NoContent("This version does not know the template.");
  const kept = contentOf(message, ports.vault);
  if (kept === null) throw new NoContent("Its content is not kept any more.");
  const data = await withAddress(kept, tenantId, ports);
  const { appearance, language } = tenantId === PLATFORM_MESSAGES ? platformLook : await look(tenantId);
  const locale = message.locale ?? language;
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
 * A notice is written where nobody knows the organization's address: `./security` is below its console, `~/security` below
 * its people's account page.
 */
async function withAddress(data: Record<string, unknown>, tenantId: number, ports: ContentPorts) {
  const { url } = data;
  if (typeof url !== "string" || !/^[.~]\//.test(url)) return data;
  const { slug } = await ports.tenantRecord(tenantId);
  const within = url.startsWith("~") ? `account/${slug}` : slug;
  return { ...data, url: `${ports.installation.baseUrl}/${within}/${url.slice(2)}` };
}
