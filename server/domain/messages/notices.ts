import { and, eq, inArray } from "drizzle-orm";
import * as z from "zod";
import { administrators, users } from "@/db/tenant/users";
import { notificationChoices } from "@/db/tenant/messages";
import type { ReadTx, Row, WriteTx } from "@/server/kernel/operation/store";
import { must } from "@/server/kernel/strings/must";
import { readSetting, setting } from "../settings/tenant-settings";
import { localeOf } from "./queue";
import type { Template, TemplateData } from "./templates";

/** The supported message channels. */
export const channels = ["email", "sms"] as const;
export const Channel = z.enum(channels, must("item_not_one_of", { values: channels.join(", ") }));

export const NotificationSettings = z.strictObject({
  enabledChannels: z.array(Channel).overwrite((list) => [...new Set(list)]),
  allowUserOverride: z.boolean().describe("True if people may choose their own channels."),
});

/** The organization's settings for the channels of messages to users. */
export const notificationSettings = setting("notification-settings", z.object(NotificationSettings.shape), {
  enabledChannels: ["email"],
  allowUserOverride: true,
});

/** Notices to users. A notice contains no secrets. A transaction can therefore queue a notice without encryption. */
type NoticeTemplate = Extract<
  Template,
  | "new_device"
  | "password_changed"
  | "factor_changed"
  | "administrator_made"
  | "security_alert"
  | "mfa_reset_decided"
  | "second_factor_reset"
  | "second_factor_lost"
  | "act_as_request"
  | "account_locked"
>;

export type Notice = { [T in NoticeTemplate]: { template: T; data: TemplateData<T> } }[NoticeTemplate];

type Recipient = Pick<Row<typeof users>, "id" | "email" | "phone" | "scimAttributes">;
type QueueTx = Pick<WriteTx, "messages"> & Pick<ReadTx, "tenantSettings" | "notificationChoices">;
export type NoticeTx = QueueTx & Pick<ReadTx, "administrators">;

/**
 * Queues a notice to a user in the caller's transaction. Uses the channels that the organization has enabled and the user has
 * not disabled. Skips channels for which the user has no address. Administrators always get the notice by mail. An attacker
 * therefore cannot hide an attack on an owner by disabling channels. `url` in the notice's data may be `./path` (below the
 * organization's console) or `~/path` (below the account page).
 */
export async function queueNotice(tx: NoticeTx, person: Recipient, notice: Notice): Promise<void> {
  const administrator = await tx.administrators.find(eq(administrators.userId, person.id));
  await queueNotices(tx, [person], { ...notice, byMail: administrator !== undefined });
}

/** Queues a notice to the organization's owners and administrators. Uses the same channels as `queueNotice`. */
export async function noticeAdministrators(
  tx: QueueTx & Pick<ReadTx, "select">,
  notice: Notice,
): Promise<void> {
  const recipients = await tx.select({
    fields: {
      id: users.id,
      email: users.email,
      phone: users.phone,
      scimAttributes: users.scimAttributes,
    },
    from: administrators,
    join: [{ table: users, on: eq(users.id, administrators.userId) }],
    where: and(eq(users.status, "active"), eq(users.kind, "person"))!,
  });
  await queueNotices(tx, recipients, { ...notice, byMail: true });
}

/**
 * Queues a notice to several users. If `byMail` is true, the notice is also sent by mail to users for whom mails are disabled.
 */
async function queueNotices(
  tx: QueueTx,
  people: Recipient[],
  { template, data, byMail }: Notice & { byMail: boolean },
) {
  if (people.length === 0) return;
  const { enabledChannels, allowUserOverride } = await readSetting(tx, notificationSettings);
  if (enabledChannels.length === 0 && !byMail) return;
  const chosen = allowUserOverride ? await choicesOf(tx, people) : new Map<number, string[]>();
  for (const person of people) {
    const wanted = chosen.get(person.id) ?? channels;
    const to = { email: person.email, sms: person.phone };
    for (const channel of channels) {
      const recipient = to[channel];
      const isWanted = enabledChannels.includes(channel) && wanted.includes(channel);
      if (recipient === null || !(isWanted || (byMail && channel === "email"))) continue;
      await tx.messages.insert({ channel, recipient, template, data, locale: localeOf(person) });
    }
  }
}

async function choicesOf(tx: Pick<ReadTx, "notificationChoices">, people: Recipient[]) {
  const ids = people.map(({ id }) => id);
  const rows = await tx.notificationChoices.list({ where: inArray(notificationChoices.userId, ids) });
  return new Map(rows.map((row) => [row.userId, row.channels]));
}
