import * as z from "zod";
import { query } from "@/server/kernel/operation/operation";
import { settingCommand, settingQuery } from "../settings/operations";
import { setting } from "../settings/tenant-settings";
import { InvitationSettings } from "./invitations.schema";

/** Number of days for which a new invitation is valid. */
export const invitationSettings = setting("invitations", InvitationSettings, {
  validDays: 7,
});

export const getInvitationSettings = settingQuery("ManageInvitations", invitationSettings, {
  name: "getInvitationSettings",
  console: "invitations.settings",
  summary: "Get the validity of invitations",
});

export const updateInvitationSettings = settingCommand(
  "ManageInvitations",
  invitationSettings,
  invitationSettings.schema.partial(),
  {
    name: "updateInvitationSettings",
    console: "invitations.updateSettings",
    summary: "Set the validity of invitations",
    description: "Invitations that were already sent keep their validity.",
    event: "invitation_settings_updated",
  },
);

export const getInvitationDelivery = query({
  name: "getInvitationDelivery",
  console: "invitations.delivery",
  capability: "ManageInvitations",
  summary: "Get if invitations are sent by mail",
  input: z.strictObject({}),
  output: z.object({ mailed: z.boolean() }),
  prepare: ({ ports }) => Promise.resolve(ports.installation.messages.email),
  run: (_context, _input, mail) => Promise.resolve({ mailed: mail === "sent" }),
});
