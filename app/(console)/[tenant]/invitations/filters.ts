import { parseAsString, parseAsStringLiteral, type inferParserType } from "nuqs/server";
import type { Invitation } from "@/server/domain/invitations/invitations.schema";

const invitationStates = ["pending", "accepted", "expired", "revoked"] as const;
export type InvitationState = (typeof invitationStates)[number];

/** What the list of invitations shows, as its address says it. */
export const invitationFilters = {
  search: parseAsString.withDefault(""),
  state: parseAsStringLiteral(["all", ...invitationStates]).withDefault("pending"),
};

/** The same as the input of its query: only the pending ones need no history. */
export const invitationQuery = ({ state }: inferParserType<typeof invitationFilters>) => ({
  includeCompleted: state !== "pending",
});

/** What has become of an invitation. */
export const stateOf = (invitation: Invitation, now: number): InvitationState =>
  invitation.acceptedAt !== null
    ? "accepted"
    : invitation.revokedAt !== null
      ? "revoked"
      : Date.parse(invitation.expiresAt) <= now
        ? "expired"
        : "pending";
