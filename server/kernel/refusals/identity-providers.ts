import { defineRefusals } from "../texts/define";

export const identityProviderRefusals = defineRefusals("identity_provider", {
  /** The return address was called with another method. */
  address_method_not_allowed: { status: 405, text: "This address is not asked so." },
  answer_malformed: { status: 400, text: "This is not the answer of an identity provider." },
  not_found: { status: 404, text: "There is no such identity provider." },
  name_in_use: { status: 400, text: "name: is another provider's already.", field: "name" },
  kind_not_changeable: {
    status: 400,
    text: "configuration: a provider's kind cannot change; add another one.",
    field: "configuration.kind",
  },
  /** A newer version stored the provider. */
  kind_not_supported: {
    status: 409,
    text: "This version of Castellan does not support this kind of identity provider.",
  },
  /** Another issuer or entity ID could assert the identities of the linked people. */
  one_person_linked: {
    status: 400,
    text: "This cannot change while 1 person is linked; add another provider.",
  },
  people_linked: {
    status: 400,
    text: "This cannot change while {people} people are linked; add another provider.",
  },
  administrator_linked: {
    status: 403,
    text: "An administrator is linked to this identity provider. Only an owner can change what it rests on.",
  },

  secret_not_signing_key: {
    status: 400,
    text: "secret: must be a private key for ES256 in PEM form (-----BEGIN PRIVATE KEY-----).",
    field: "secret",
  },
  /** Prevents that the server sends the stored secret to another server or in clear, or sends a signing key as a secret. */
  secret_required_again: {
    status: 400,
    text: "secret: must be given again when the address, its encryption or the kind of the secret changes.",
    field: "secret",
  },

  key_not_found: { status: 404, text: "There is no such key of this provider." },
  next_key_not_found: { status: 404, text: "There is no such next key of this provider." },
  keys_for_saml_only: { status: 400, text: "Only SAML providers are told keys of ours." },
  next_key_exists: { status: 409, text: "There is a next key already; use it first." },
  key_in_use: { status: 409, text: "This key is in use. Make the next one and use it first." },

  link_not_found: { status: 404, text: "There is no such linked account." },
  /** The account is an administrator's (kernel/operation/person-changes.ts). */
  unlink_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can unlink an account of an administrator.",
  },
});
