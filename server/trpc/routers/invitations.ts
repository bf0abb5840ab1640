import { createInvitation, listInvitations, revokeInvitation } from "@/server/domain/invitations/invitations";
import { getInvitationSettings, updateInvitationSettings } from "@/server/domain/invitations/settings";
import { read, router, write } from "../init";

export const invitationsRouter = router({
  list: read(listInvitations),
  create: write(createInvitation),
  revoke: write(revokeInvitation),
  settings: read(getInvitationSettings),
  updateSettings: write(updateInvitationSettings),
});
