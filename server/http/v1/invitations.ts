import { group } from "../endpoint";

export const invitationEndpoints = group("Invitations", "/api/v1", {});
