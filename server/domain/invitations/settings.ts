import { z } from "zod";
import { wholeNumber } from "@/server/kernel/fields";
import { settingCommand, settingQuery } from "../settings/operations";
import { setting } from "../settings/tenant-settings";

/** For how many days an invitation can be accepted. */
export const invitationSettings = setting("invitations", z.strictObject({ validDays: wholeNumber(1, 60) }), {
  validDays: 7,
});

export const getInvitationSettings = settingQuery("ManageInvitations", invitationSettings, {
  summary: "Get how long invitations are valid",
});

export const updateInvitationSettings = settingCommand(
  "ManageInvitations",
  invitationSettings,
  invitationSettings.schema.partial(),
  {
    summary: "Set how long invitations are valid",
    description: "Invitations that were sent before keep their term.",
    event: "invitation_settings_updated",
  },
);
