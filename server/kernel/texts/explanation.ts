import { defineTexts } from "./define";

/** Facts of an access explanation: reasons why a user can or cannot open an app. */
export const explanationTexts = defineTexts("explanation", {
  active: "The account is active.",
  suspended: "The account is suspended.",
  locked: "The account is locked until somebody unlocks it.",
  locked_until: "The account is locked until {until} UTC.",

  has_password: "They have a password.",
  has_passkey: "They have a passkey.",
  has_mailbox_code: "A code can be sent to their mailbox.",
  has_mailbox_link: "A sign-in link can be sent to their mailbox.",
  has_phone_code: "A code can be sent to their phone.",
  has_directory: "They are linked to a directory that the app offers.",
  has_saml: "They are linked to a SAML provider that the app offers.",
  has_openid: "They are linked to an OpenID provider that the app offers.",
  method_not_offered: "The app does not offer this way to sign in now.",
  provider_only:
    "They have no way of their own to sign in that the app offers; whether a provider knows them shows only then.",
  no_method:
    "They have no way to sign in that the app offers: no password, no passkey, nothing that a code can be sent to.",
  not_this_method: "They cannot prove who they are in this way.",

  no_redirect_uri: "The app has no redirect URI: nobody can sign in to it.",
  administrators_admitted: "The app lets administrators of the organization sign in.",
  administrators_refused: "The app does not let administrators of the organization sign in.",
  users_admitted: "The app lets ordinary users sign in.",
  users_refused: "The app does not let ordinary users sign in.",
  app_open: "The app is open to everyone in the organization.",
  app_restricted: "The app is restricted.",
  excluded: "They are excluded from the app, which wins over list and tags.",
  listed: "They are on the app’s list of people.",
  has_tag: "They have the tag {tags}, which the app admits.",
  has_tags: "They have the tags {tags}, which the app admits.",
  not_listed: "They are not on the app’s list of people, and have no tag that the app admits.",

  only_countries:
    "The organization lets people in only from {places}; that depends on the country they sign in from.",
  not_countries:
    "The organization lets people in from everywhere but {places}; that depends on the country they sign in from.",
  rule: "{demand}: a rule for {scope}.",
  rule_met: "{demand}: a rule for {scope}, which does not stand in their way.",
  rule_depends: "{demand}: a rule for {scope}, which depends on {fact}.",
  scope_org: "everyone",
  scope_user: "this person",
  scope_tag: "a tag they have",
  scope_app: "this app",

  factor_required_one: "A tag requires a second factor; they have set up one factor.",
  factor_required_some: "A tag requires a second factor; they have set up {count} factors.",
  factor_required_none:
    "A tag requires a second factor; they have none and must set one up when they sign in.",
  device_required_none:
    "A tag requires that an administrator approves each device, and they have none that is approved.",
  device_required_one:
    "A tag requires that an administrator approves each device; whether they come with the one that is approved shows only then.",
  device_required_some:
    "A tag requires that an administrator approves each device; whether they come with one of the {count} that is approved shows only then.",
  no_link: "A tag does not let them sign in by a link.",
});
