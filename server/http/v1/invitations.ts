import { createInvitation, listInvitations, revokeInvitation } from "@/server/domain/invitations/invitations";
import { DELETE, GET, group, POST } from "../endpoint";

export const invitationEndpoints = group("Invitations", "/api/v1", [
  GET("/invitations", listInvitations),
  POST("/invitations", createInvitation, { status: 201 }),
  DELETE("/invitations/{invitationId}", revokeInvitation),
]);
