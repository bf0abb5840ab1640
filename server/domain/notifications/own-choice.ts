import { eq } from "drizzle-orm";
import * as z from "zod";
import { notificationChoices } from "@/db/tenant/messages";
import type { Actor } from "@/server/kernel/operation/actor";
import { command, query } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { refuseWhileActing, accountRefusals } from "../users/self";
import { readSetting } from "../settings/tenant-settings";
import { getPerson, labelOf, userTarget } from "../users/people";
import { Channel, notificationSettings } from "../messages/notices";
import { defineRefusals } from "@/server/kernel/texts/define";

const notificationRefusals = defineRefusals("notification", {
  choice_not_allowed: { status: 400, text: "The organization does not let people choose." },
});

/** The channels for messages about a user's account. */
const OwnNotifications = z.object({
  mayChoose: z.boolean(),
  channels: z.array(
    z.object({
      channel: Channel,
      /**
       * The user's address or number for the channel. Null if the user has none. The server then sends nothing on this channel.
       */
      address: z.string().nullable(),
      /** True if the user has proved the e-mail address. Null for other channels, and if the user has no address. */
      verified: z.boolean().nullable(),
      chosen: z.boolean(),
    }),
  ),
});

function ownUserId({ subject }: Actor) {
  if (subject.kind !== "user") throw accountRefusals.people_only();
  return subject.userId;
}

type ChoiceTx = Pick<ReadTx, "notificationChoices" | "tenantSettings" | "users">;

async function stateOf(tx: ChoiceTx, userId: number): Promise<z.output<typeof OwnNotifications>> {
  const { enabledChannels, allowUserOverride } = await readSetting(tx, notificationSettings);
  const { email, phone, emailVerifiedAt } = await getPerson(tx, userId);
  const row = allowUserOverride
    ? await tx.notificationChoices.find(eq(notificationChoices.userId, userId))
    : undefined;
  const address = { email, sms: phone };
  return {
    mayChoose: allowUserOverride,
    channels: enabledChannels.map((channel) => ({
      channel,
      address: address[channel],
      verified: channel === "email" && email !== null ? emailVerifiedAt !== null : null,
      chosen: row?.channels.includes(channel) ?? true,
    })),
  };
}

/** Returns the acting user's channels for messages about the account. */
export const getOwnNotifications = query({
  name: "getOwnNotifications",
  console: "notifications.own",
  capability: "ManageOwnAccount",
  summary: "Get the channels for messages about oneself",
  input: z.strictObject({}),
  output: OwnNotifications,
  run: ({ tx, actor }) => stateOf(tx, ownUserId(actor)),
});

export const updateOwnNotifications = command({
  name: "updateOwnNotifications",
  console: { at: "notifications.updateOwn", channel: "account" },
  capability: "ManageOwnAccount",
  summary: "Choose the channels for messages about oneself",
  description: "Only the organization's channels, and only if it permits a choice.",
  input: z.strictObject({ channels: z.array(Channel) }),
  output: OwnNotifications,
  event: "user_notifications_chosen",
  target: (_input, _output, actor) => userTarget({ userId: ownUserId(actor) }),
  run: async ({ tx, actor, now, changed, labelled }, { channels }) => {
    // An administrator who acts as the user could otherwise disable messages to the user.
    refuseWhileActing(actor);
    const userId = ownUserId(actor);
    const person = await getPerson(tx, userId);
    const before = await stateOf(tx, userId);
    if (!before.mayChoose) throw notificationRefusals.choice_not_allowed();
    const choice = { channels: [...new Set(channels)], updatedAt: now };
    const mine = eq(notificationChoices.userId, userId);
    if (!(await tx.notificationChoices.insertIfAbsent({ userId, ...choice })))
      await tx.notificationChoices.updateWhere(mine, choice);
    const chosen = before.channels.filter((state) => state.chosen).map(({ channel }) => channel);
    labelled(labelOf(person));
    changed({ channels: chosen }, { channels: choice.channels });
    return stateOf(tx, userId);
  },
});
