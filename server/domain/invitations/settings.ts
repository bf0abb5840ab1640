import * as z from "zod";
import { query } from "@/server/kernel/operation";
import { settingCommand, settingQuery } from "../settings/operations";
import { setting } from "../settings/tenant-settings";
import { InvitationSettings } from "./invitations.schema";

/** For how many days an invitation can be accepted. */
export const invitationSettings = setting("invitations", InvitationSettings, {
  validDays: 7,
});

export const getInvitationSettings = settingQuery("ManageInvitations", invitationSettings, {
  name: "getInvitationSettings",
  summary: "Get how long invitations are valid",
});

export const updateInvitationSettings = settingCommand(
  "ManageInvitations",
  invitationSettings,
  invitationSettings.schema.partial(),
  {
    name: "updateInvitationSettings",
    summary: "Set how long invitations are valid",
    description: "Invitations that were sent before keep their term.",
    event: "invitation_settings_updated",
  },
);

export const getInvitationDelivery = query({
  name: "getInvitationDelivery",
  capability: "ManageInvitations",
  summary: "Tell whether invitations are mailed",
  input: z.strictObject({}),
  output: z.object({ mailed: z.boolean() }),
  prepare: ({ ports }) => Promise.resolve(ports.installation.messages.email),
  run: (_context, _input, mail) => Promise.resolve({ mailed: mail === "sent" }),
});
