import { ne } from "drizzle-orm";
import { messages } from "@/db/tenant/messages";
import { platformAdministrators } from "@/db/platform/sign-in";
import type { PlatformWriteTx } from "@/server/kernel/store";
import type { Notice } from "./notices";

/** In place of a tenant: the platform's own messages, to its administrators. */
export const PLATFORM_MESSAGES = 0;

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

/** Tells all of the platform's administrators of something, but for the one who is excepted. */
export async function noticePlatformAdministrators(
  tx: Pick<PlatformWriteTx, "db">,
  notice: Notice,
  { except }: { except?: number } = {},
): Promise<void> {
  const t = platformAdministrators;
  const told = await tx.db
    .select({ email: t.email })
    .from(t)
    .where(except === undefined ? undefined : ne(t.id, except));
  for (const { email } of told) await queuePlatformNotice(tx, email, notice);
}
