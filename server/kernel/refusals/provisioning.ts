import { defineRefusals } from "../texts/define";

/** Refusals for identity providers that provision users and groups. */
export const provisioningRefusals = defineRefusals("provisioning", {
  user_name_or_email_in_use: { status: 409, text: "Another user has this userName or e-mail address." },
  user_name_in_use: { status: 409, text: "Another user has this userName." },
  external_id_in_use: { status: 409, text: "Another user has this externalId." },
  /** If-Match names an older version (RFC 7644 §3.14). */
  version_outdated: { status: 412, text: "This was changed meanwhile; read it again." },

  group_not_found: { status: 404, text: "There is no such group." },
  group_creation_not_supported: {
    status: 403,
    text: "Groups are made in the console, as roles that the provider may govern.",
  },
  member_unknown: {
    status: 400,
    text: "members holds someone who is no user here.",
    field: "members",
  },

  last_owner_not_deactivatable: {
    status: 400,
    text: "The last active owner cannot be deactivated.",
    field: "active",
  },
  last_administrator_not_deactivatable: {
    status: 400,
    text: "The last active administrator cannot be deactivated.",
    field: "active",
  },
  administrator_status_reserved: {
    status: 403,
    text: "active: a provider cannot deactivate or reactivate an administrator; an owner can.",
    field: "active",
  },
  administrator_attribute_reserved: {
    status: 403,
    text: "{attribute}: a provider cannot change this of an administrator; an owner can.",
  },
});
