import { useExtracted } from "next-intl";
import { wordOf, type WordTable } from "../words/word-table";

/** `user_created` as "User created". */
const spaced = (event: string) => {
  const words = event.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What happened in the reader's words, by the event part of the audit log's actions; each is only said when asked for. */
function useEvents(): WordTable {
  const t = useExtracted("console");
  return {
    user_created: () => t("User created"),
    user_updated: () => t("User updated"),
    user_suspended: () => t("User suspended"),
    user_reactivated: () => t("User reactivated"),
    user_locked: () => t("User locked"),
    user_unlocked: () => t("User unlocked"),
    user_fields_updated: () => t("User fields updated"),
    user_tagged: () => t("User tagged"),
    user_untagged: () => t("User untagged"),
    signed_in: () => t("Signed in"),
    signed_out: () => t("Signed out"),
    sign_in_failed: () => t("Sign-in failed"),
    sign_in_refused: () => t("Sign-in refused"),
    profile_updated: () => t("Profile updated"),
    factor_added: () => t("Factor added"),
    factor_code_requested: () => t("Factor code requested"),
    factor_removed: () => t("Factor removed"),
    recovery_codes_made: () => t("Recovery codes made"),
    own_data_exported: () => t("Own data exported"),
    password_changed: () => t("Password changed"),
    password_reset_requested: () => t("Password reset requested"),
    password_reset: () => t("Password reset"),
    email_verification_requested: () => t("Email verification requested"),
    email_verified: () => t("Email verified"),
    email_change_requested: () => t("Email change requested"),
    email_changed: () => t("Email changed"),
    phone_code_requested: () => t("Phone code requested"),
    phone_changed: () => t("Phone changed"),
    user_notifications_chosen: () => t("User notifications chosen"),
    saved_view_set: () => t("Saved view set"),
    saved_view_removed: () => t("Saved view removed"),
    session_revoked: () => t("Session revoked"),
    sessions_revoked: () => t("Sessions revoked"),
    role_created: () => t("Role created"),
    role_updated: () => t("Role updated"),
    role_deleted: () => t("Role deleted"),
    role_granted: () => t("Role granted"),
    role_revoked: () => t("Role revoked"),
    role_members_changed: () => t("Role members changed"),
    scim_token_created: () => t("SCIM token created"),
    scim_token_revoked: () => t("SCIM token revoked"),
    app_role_created: () => t("App role created"),
    app_role_updated: () => t("App role updated"),
    app_role_deleted: () => t("App role deleted"),
    app_created: () => t("App created"),
    app_updated: () => t("App updated"),
    app_deleted: () => t("App deleted"),
    app_secret_rotated: () => t("App secret rotated"),
    app_authorized: () => t("App authorized"),
    refresh_token_reused: () => t("Refresh token reused"),
    connected_app_withdrawn: () => t("Connected app withdrawn"),
    app_access_changed: () => t("App access changed"),
    app_access_user_granted: () => t("App access user granted"),
    app_access_user_revoked: () => t("App access user revoked"),
    app_access_tag_granted: () => t("App access tag granted"),
    app_access_tag_revoked: () => t("App access tag revoked"),
    app_access_exclusion_added: () => t("App access exclusion added"),
    app_access_exclusion_removed: () => t("App access exclusion removed"),
    connector_changed: () => t("Connector changed"),
    connector_approval_changed: () => t("Connector approval changed"),
    connector_approval_requested: () => t("Connector approval requested"),
    connector_approval_denied: () => t("Connector approval denied"),
    identity_provider_created: () => t("Identity provider created"),
    identity_provider_updated: () => t("Identity provider updated"),
    identity_provider_deleted: () => t("Identity provider deleted"),
    identity_provider_tested: () => t("Identity provider tested"),
    identity_linked: () => t("Identity linked"),
    identity_unlinked: () => t("Identity unlinked"),
    admin_granted: () => t("Admin granted"),
    admin_revoked: () => t("Admin revoked"),
    invitation_created: () => t("Invitation created"),
    invitation_accepted: () => t("Invitation accepted"),
    invitation_revoked: () => t("Invitation revoked"),
    invitation_settings_updated: () => t("Invitation settings updated"),
    service_account_created: () => t("Service account created"),
    service_account_suspended: () => t("Service account suspended"),
    service_account_reactivated: () => t("Service account reactivated"),
    service_account_removed: () => t("Service account removed"),
    credential_created: () => t("Credential created"),
    credential_rotated: () => t("Credential rotated"),
    credential_revoked: () => t("Credential revoked"),
    credential_capabilities_changed: () => t("Credential capabilities changed"),
    session_policy_updated: () => t("Session policy updated"),
    token_policy_updated: () => t("Token policy updated"),
    act_as_settings_updated: () => t("Act-as settings updated"),
    signin_options_updated: () => t("Sign-in options updated"),
    geo_restriction_changed: () => t("Geo restriction changed"),
    access_rule_created: () => t("Access rule created"),
    access_rule_deleted: () => t("Access rule deleted"),
    risk_policy_updated: () => t("Risk policy updated"),
    act_as_requested: () => t("Act-as requested"),
    act_as_approved: () => t("Act-as approved"),
    act_as_denied: () => t("Act-as denied"),
    act_as_link_made: () => t("Act-as link made"),
    act_as_started: () => t("Act-as started"),
    act_as_ended: () => t("Act-as ended"),
    device_approved: () => t("Device approved"),
    device_denied: () => t("Device denied"),
    device_deleted: () => t("Device deleted"),
    device_trust_revoked: () => t("Device trust revoked"),
    tag_created: () => t("Tag created"),
    tag_updated: () => t("Tag updated"),
    tag_policy_changed: () => t("Tag policy changed"),
    tag_deleted: () => t("Tag deleted"),
    document_template_created: () => t("Document template created"),
    document_template_updated: () => t("Document template updated"),
    document_template_saved: () => t("Document template saved"),
    document_template_restored: () => t("Document template restored"),
    document_template_deleted: () => t("Document template deleted"),
    document_asset_uploaded: () => t("Document asset uploaded"),
    document_asset_deleted: () => t("Document asset deleted"),
    role_sync_source_created: () => t("Role sync source created"),
    role_sync_source_updated: () => t("Role sync source updated"),
    role_sync_source_deleted: () => t("Role sync source deleted"),
    role_sync_completed: () => t("Role sync completed"),
    tenant_config_updated: () => t("Tenant config updated"),
    powered_by_updated: () => t("Powered by updated"),
    notification_settings_updated: () => t("Notification settings updated"),
    message_settings_updated: () => t("Message settings updated"),
    custom_field_saved: () => t("Custom field saved"),
    custom_fields_ordered: () => t("Custom fields ordered"),
    custom_field_deleted: () => t("Custom field deleted"),
    domain_set: () => t("Domain set"),
    domain_verified: () => t("Domain verified"),
    domain_verification_failed: () => t("Domain not verified"),
    domain_removed: () => t("Domain removed"),
    users_exported: () => t("Users exported"),
    user_import_uploaded: () => t("User import uploaded"),
    user_import_started: () => t("User import started"),
    user_import_stopped: () => t("User import stopped"),
    user_import_finished: () => t("User import finished"),
    user_import_deleted: () => t("User import deleted"),
    bulk_job_started: () => t("Step on many users started"),
    bulk_job_stopped: () => t("Step on many users stopped"),
    bulk_job_finished: () => t("Step on many users finished"),
    data_exported: () => t("Data exported"),
    audit_log_exported: () => t("Audit log exported"),
    audit_log_trimmed: () => t("Audit log trimmed"),
    audit_chain_repaired: () => t("Audit chain repaired"),
    audit_settings_updated: () => t("Audit settings updated"),
    alert_acknowledged: () => t("Alert acknowledged"),
    mfa_reset_requested: () => t("MFA reset requested"),
    mfa_reset_approved: () => t("MFA reset approved"),
    mfa_reset_denied: () => t("MFA reset denied"),
    webhook_created: () => t("Webhook created"),
    webhook_updated: () => t("Webhook updated"),
    webhook_deleted: () => t("Webhook deleted"),
    webhook_secret_rotated: () => t("Webhook secret rotated"),
    webhook_deliveries_replayed: () => t("Webhook deliveries replayed"),
    webhook_tested: () => t("Webhook tested"),
    webhook_disabled: () => t("Webhook disabled"),
    message_read: () => t("Message read"),
    message_retried: () => t("Message retried"),
    platform_administrator_created: () => t("Platform administrator created"),
    platform_administrator_removed: () => t("Platform administrator removed"),
    second_factor_reset: () => t("Second factor reset"),
    second_factor_lost: () => t("Second factor lost"),
    passkey_copied: () => t("Passkey copied"),
    settings_updated: () => t("Settings updated"),
    tenant_created: () => t("Tenant created"),
    tenant_search: () => t("Tenant search"),
    tenant_status_changed: () => t("Tenant status changed"),
  };
}

/** Says an action of the audit log, or its event alone, in the reader's words: `console.user_created` as "User created". */
export function useEventWords(): (action: string) => string {
  const events = useEvents();
  return (action) => {
    const event = action.split(".")[1] ?? action;
    return wordOf(events, event) ?? spaced(event);
  };
}

/**
 * The event, or the part of several events' names, that somebody asks for who types this: "role gr" as `role_gr`, and in
 * the reader's words "Rolle zug" as `role_granted`.
 */
export function useEventSought(): (text: string) => string {
  const events = useEvents();
  return (text) => {
    const words = text.trim().toLowerCase();
    const name = words.replaceAll(" ", "_");
    const names = Object.keys(events);
    if (names.some((event) => event.includes(name))) return name;
    return names.find((event) => events[event]?.().toLowerCase().includes(words)) ?? name;
  };
}

/** Names the channel that an action came through: `console.user_created` as "Console". */
export function useChannelWords(): (action: string) => string {
  const t = useExtracted("console");
  const channels: WordTable = {
    management_api: () => t("Management API"),
    console: () => t("Console"),
    scim: () => t("SCIM"),
    platform_api: () => t("Platform API"),
    account: () => t("Account"),
    system: () => t("System"),
  };
  return (action) => {
    const channel = action.split(".")[0] ?? "";
    return wordOf(channels, channel) ?? channel;
  };
}
