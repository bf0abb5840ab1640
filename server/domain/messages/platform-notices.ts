import { ne } from "drizzle-orm";
import { messages } from "@/db/tenant/messages";
import { platformAdministrators } from "@/db/platform/sign-in";
import type { PlatformWriteTx } from "@/server/kernel/operation/store";
import type { Notice } from "./notices";

/** The tenant id of messages from the platform to platform administrators. */
export const PLATFORM_MESSAGES = 0;

/**
 * Queues a mail to a platform administrator in the caller's transaction. The mail contains no secrets. Platform administrators
 * cannot disable these mails.
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

/** Queues a notice to all platform administrators except one. */
export async function noticePlatformAdministrators(
  tx: Pick<PlatformWriteTx, "db">,
  notice: Notice,
  { except }: { except?: number } = {},
): Promise<void> {
  const t = platformAdministrators;
  const recipients = await tx.db
    .select({ email: t.email })
    .from(t)
    .where(except === undefined ? undefined : ne(t.id, except));
  for (const { email } of recipients) await queuePlatformNotice(tx, email, notice);
}
