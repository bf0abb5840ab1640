import { messages } from "@/db/tenant/messages";
import type { PlatformWriteTx } from "@/server/kernel/store";
import { PLATFORM_MESSAGES } from "./content";
import type { Notice } from "./notices";

/**
 * Tells an administrator of the platform of something, by mail, in the caller's transaction; nothing of it is secret. Unlike an
 * organization's people they cannot switch it off.
 */
export async function queuePlatformNotice(
  { db }: Pick<PlatformWriteTx, "db">,
  email: string,
  { template, data }: Notice,
): Promise<void> {
  await db
    .insert(messages)
    .values({ tenantId: PLATFORM_MESSAGES, channel: "email", recipient: email, template, data });
}
