import { defineTexts } from "./define";

/** Summaries of security alerts. */
export const alertTexts = defineTexts("alert", {
  locked_by_one: "The account of {user} was locked: a critical sign-in within a day.",
  locked_by_several: "The account of {user} was locked: {count} critical sign-ins within a day.",
  risky_sign_in: "A sign-in of {user} looks very risky (score {score} of 100).",
  passwords_sprayed:
    "From {network} somebody tried passwords on {accounts} accounts within {minutes} minutes.",
  unknown_from_network:
    "From {network} came {identifiers} identifiers that name nobody, within {minutes} minutes: a list from elsewhere is being tried.",
  unknown_from_everywhere:
    "{identifiers} identifiers that name nobody were tried within {minutes} minutes, from several addresses.",
  account_guessed: "Passwords of one account were tried from {addresses} addresses within {minutes} minutes.",
  factor_prompted:
    "Somebody knows a person’s first factor and was asked for the second {prompts} times within {minutes} minutes.",
  passkey_copied: "A passkey of {user} may have been copied: its counter went back.",
  token_reused:
    "A refresh token of {user} for {app} was used twice; one of the two may have been stolen. Its tokens have ended.",
  became_owner: "{user} became an owner, by {actor}.",
  became_administrator: "{user} became an administrator, by {actor}.",
  data_exported: "{actor} exported the organization’s data.",
  exported_often: "{actor} exported data {count} times within an hour.",
  audience_lost:
    "The app {app} gets no tokens for {audience} any more: this audience belongs to another organization.",
  api_audience_lost:
    "The API {api} gets no tokens for {audience} any more: this audience belongs to another organization.",
  delivery_given_up:
    "The webhook endpoint {url} did not take a delivery: it was given up after the last try.",
  webhook_gone: "The webhook endpoint {url} was disabled: the receiver is gone (410).",
  webhook_failing: "The webhook endpoint {url} was disabled: it failed for five days.",
  user: "user {id}",
});
