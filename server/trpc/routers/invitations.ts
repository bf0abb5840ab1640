import { createInvitation, listInvitations, revokeInvitation } from "@/server/domain/invitations/invitations";
import {
  getInvitationDelivery,
  getInvitationSettings,
  updateInvitationSettings,
} from "@/server/domain/invitations/settings";
import { read, router, write } from "../init";

export const invitationsRouter = router({
  list: read(listInvitations),
  create: write(createInvitation),
  revoke: write(revokeInvitation),
  delivery: read(getInvitationDelivery),
  settings: read(getInvitationSettings),
  updateSettings: write(updateInvitationSettings),
});
