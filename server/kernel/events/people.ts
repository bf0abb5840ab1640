import { defineEvents } from "./define";

/** Events of users: accounts, factors, sign-ins and sessions. */
export const peopleEvents = defineEvents({
  user_created: { type: "user.created", description: "A user was created." },
  user_updated: { type: "user.updated", description: "A user's name, address or other fields changed." },
  user_suspended: { type: "user.suspended", description: "A user was suspended; sessions and tokens ended." },
  user_reactivated: { type: "user.reactivated", description: "A suspended user was reactivated." },
  user_locked: {
    type: "user.locked",
    description: "A user was locked, by an administrator or after failed sign-ins.",
  },
  user_unlocked: { type: "user.unlocked", description: "A user was unlocked." },
  user_fields_updated: {
    type: "user.fields_updated",
    description: "Values of a user's custom fields changed.",
  },
  user_tagged: { type: "user.tagged", description: "A user got a relationship tag." },
  user_untagged: { type: "user.untagged", description: "A user lost a relationship tag." },
  signed_in: { type: "user.signed_in", description: "A user signed in." },
  signed_out: { type: "user.signed_out", description: "A user signed out." },
  sign_in_failed: { type: "user.sign_in_failed", description: "A sign-in failed." },
  sign_in_refused: {
    type: "session.refused",
    description: "The organization’s rules did not let somebody in who had proved who they are.",
  },
  profile_updated: { type: "user.profile_updated", description: "A user changed their own profile." },
  factor_added: { type: "user.factor_added", description: "A user added a second factor." },
  factor_removed: { type: "user.factor_removed", description: "A user removed a second factor." },
  factor_code_requested: {
    type: "user.factor_code_requested",
    description: "A user asked to add codes by e-mail or text message; one was sent.",
  },
  recovery_codes_made: {
    type: "user.recovery_codes_made",
    description: "A user made new recovery codes; the old ones ended.",
  },
  own_data_exported: {
    type: "user.data_exported",
    description: "A user downloaded what is stored about them.",
  },
  password_changed: { type: "user.password_changed", description: "A user changed their password." },
  password_reset_requested: {
    type: "user.password_reset_requested",
    description: "Somebody asked for a new password for a user; a link was sent.",
  },
  password_reset: {
    type: "user.password_reset",
    description: "A user chose a new password with the link of a mail; their sessions and tokens ended.",
  },
  email_verification_requested: {
    type: "user.email_verification_requested",
    description: "A user was sent a link that proves their address.",
  },
  email_verified: { type: "user.email_verified", description: "A user proved their address." },
  email_change_requested: {
    type: "user.email_change_requested",
    description: "A user asked for another address; a link was sent there.",
  },
  email_changed: {
    type: "user.email_changed",
    description: "A user took another address with the link of a mail.",
  },
  phone_code_requested: {
    type: "user.phone_code_requested",
    description: "A user asked for another phone number; a code was sent there.",
  },
  phone_changed: {
    type: "user.phone_changed",
    description: "A user took another phone number, or removed theirs.",
  },
  user_notifications_chosen: {
    type: "user.notifications_chosen",
    description: "A user chose over which channels they are told of things.",
  },
  saved_view_set: {
    type: "user.saved_view_set",
    description: "An administrator kept the filters of a list under a name, for themselves.",
  },
  saved_view_removed: {
    type: "user.saved_view_removed",
    description: "An administrator removed a saved view of theirs.",
  },
  session_revoked: { type: "session.revoked", description: "A session was ended." },
  sessions_revoked: { type: "session.all_revoked", description: "All sessions of a user were ended." },
  identity_linked: {
    type: "user.identity_linked",
    description: "A user was linked to an account at an identity provider.",
  },
  identity_unlinked: {
    type: "user.identity_unlinked",
    description: "A user's account at an identity provider was unlinked.",
  },
});
