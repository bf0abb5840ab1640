import { defineTexts } from "./define";

/** Reasons of sign-ins that were refused or needed another factor, and of devices that wait for an approval. */
export const signInTexts = defineTexts("sign_in", {
  by_rule: "Rule {rule} ({type}): {reason}",
  by_restriction: "Country restriction: {reason}",
  by_provider: "{provider}: {reason}",

  stepped_up: "The sign-in looks risky, so a second factor was asked for.",
  no_second_factor: "The sign-in looks very risky, and there is no second factor to ask for.",
  no_link: "A tag does not let this person sign in by a link.",
  administrator_kept: "Administrators sign in with what is kept here, not by a provider’s word.",

  device_denied: "An administrator denied this device.",
  device_waits: "This device waits for an administrator's approval.",
  device_beyond_limit:
    "This is one more than the {max} devices that are allowed; an administrator must approve it.",
  device_needs_approval: "A new device must be approved by an administrator.",
  waits_by_limit: "An access rule limits how many devices they can have: {max}.",
  waits_by_tag: "New devices need an approval, by the tag: {tags}.",

  provider_off: "{provider} is switched off.",
  address_missing:
    "{provider} knows them, but nobody here is linked to that account, and it tells no e-mail address.",
  address_not_vouched:
    "{provider} knows them, but nobody here is linked to that account, and it does not vouch for the address {email}.",
  may_not_link:
    "Somebody here has the address {email} already, and {provider} may not link people by their address.",
  may_not_create: "Nobody here has the address {email}, and {provider} may not create people.",
  not_a_person: "The account is not a person’s.",
  locked: "The account is locked.",
  administrator_not_linked: "Administrators are not linked to a provider by their address.",
  address_changed: "The address of the account was just changed.",
  own_host_required:
    "An administrator sets up a second factor only at the installation’s own address, not at a custom domain.",
  address_not_proven: "Whoever uses the account with the address {email} has not proven that it is theirs.",
});
