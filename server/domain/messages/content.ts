import type { messages } from "@/db/tenant/messages";
import type { Ports } from "@/server/kernel/ports";
import type { ReadTx, Row } from "@/server/kernel/store";
import { readSetting } from "../settings/tenant-settings";
import { readAppearance } from "../tenant-config/tenant-config";
import { composeMail, composeText, senderName } from "./compose";
import { messageSettings } from "./settings";
import { isTemplate } from "./templates";

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

interface Deps {
  ports: ContentPorts;
  /** Reads the organization's own data. */
  stores: { tenant(tenantId: number): { read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T> } };
}

type Kept = Pick<Row<typeof messages>, "channel" | "template" | "dataSealed" | "data" | "locale"> & {
  tenantId: number;
};

/** What is said, in the look and, where the recipient has none, the language that the organization has now. */
export async function composeMessage(message: Kept, { ports, stores }: Deps): Promise<Content> {
  const { template, tenantId, channel } = message;
  if (!isTemplate(template)) throw new NoContent("This version does not know the template.");
  const kept = contentOf(message, ports.vault);
  if (kept === null) throw new NoContent("Its content is not kept any more.");
  const data = await withAddress(kept, tenantId, ports);
  const { appearance, language } = await stores.tenant(tenantId).read(async (tx) => ({
    appearance: await readAppearance(tx),
    language: (await readSetting(tx, messageSettings)).language,
  }));
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

/** A notice is written where nobody knows the organization's address: `./security` is below its console. */
async function withAddress(data: Record<string, unknown>, tenantId: number, ports: ContentPorts) {
  const { url } = data;
  if (typeof url !== "string" || !url.startsWith("./")) return data;
  const { slug } = await ports.tenantRecord(tenantId);
  return { ...data, url: `${ports.installation.baseUrl}/${slug}/${url.slice(2)}` };
}
