import { parseAsString, parseAsStringLiteral, type inferParserType } from "nuqs/server";
import type { Invitation } from "@/server/domain/invitations/invitations.schema";

const invitationStates = ["pending", "accepted", "expired", "revoked"] as const;
export type InvitationState = (typeof invitationStates)[number];

/** Filters of the list of invitations, stored in the query of the page. */
export const invitationFilters = {
  search: parseAsString.withDefault(""),
  state: parseAsStringLiteral(["all", ...invitationStates]).withDefault("pending"),
};

/**
 * Returns the input of the tRPC query. If the filter selects only pending invitations, the input excludes completed
 * invitations.
 */
export const invitationQuery = ({ state }: inferParserType<typeof invitationFilters>) => ({
  includeCompleted: state !== "pending",
});

/** Returns the state of an invitation at the time `now`. */
export const stateOf = (invitation: Invitation, now: number): InvitationState =>
  invitation.acceptedAt !== null
    ? "accepted"
    : invitation.revokedAt !== null
      ? "revoked"
      : Date.parse(invitation.expiresAt) <= now
        ? "expired"
        : "pending";
