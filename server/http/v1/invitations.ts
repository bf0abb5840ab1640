import { createInvitation, listInvitations, revokeInvitation } from "@/server/domain/invitations/invitations";
import { DELETE, GET, group, POST } from "../endpoint";

export const invitationEndpoints = group("Invitations", "/api/v1", {
  listInvitations: GET("/invitations", listInvitations),
  createInvitation: POST("/invitations", createInvitation, { status: 201 }),
  revokeInvitation: DELETE("/invitations/{invitationId}", revokeInvitation),
});
