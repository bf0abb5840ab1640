import { defineEvents } from "./define";

/** Events of policies, access rules, act-as, devices, alerts and MFA resets. */
export const securityEvents = defineEvents({
  session_policy_updated: {
    type: "policy.session_updated",
    target: "setting",
    en: { label: "Session policy updated", description: "The session policy changed." },
    de: { label: "Sitzungsrichtlinie geändert", description: "Die Sitzungsrichtlinie wurde geändert." },
  },
  token_policy_updated: {
    type: "policy.token_updated",
    target: "setting",
    en: { label: "Token policy updated", description: "The token policy changed." },
    de: { label: "Token-Richtlinie geändert", description: "Die Token-Richtlinie wurde geändert." },
  },
  act_as_settings_updated: {
    type: "policy.act_as_updated",
    target: "setting",
    en: { label: "Act-as settings updated", description: "The act-as settings changed." },
    de: {
      label: "Einstellungen für „Handeln als“ geändert",
      description: "Die Einstellungen für das Handeln als andere Personen wurden geändert.",
    },
  },
  signin_options_updated: {
    type: "policy.signin_options_updated",
    target: "setting",
    en: { label: "Sign-in options updated", description: "The sign-in options changed." },
    de: { label: "Anmeldeoptionen geändert", description: "Die Anmeldeoptionen wurden geändert." },
  },
  risk_policy_updated: {
    type: "policy.risk_updated",
    target: "setting",
    en: { label: "Risk policy updated", description: "What follows from risky sign-ins changed." },
    de: {
      label: "Risikorichtlinie geändert",
      description: "Die Folgen riskanter Anmeldungen wurden geändert.",
    },
  },
  geo_restriction_changed: {
    type: "rule.geo_restriction_changed",
    target: "setting",
    en: { label: "Geo restriction changed", description: "The country restriction changed." },
    de: { label: "Länderbeschränkung geändert", description: "Die Länderbeschränkung wurde geändert." },
  },
  access_rule_created: {
    type: "rule.created",
    target: "rule",
    en: { label: "Access rule created", description: "An access rule was created." },
    de: { label: "Zugriffsregel angelegt", description: "Eine Zugriffsregel wurde angelegt." },
  },
  access_rule_deleted: {
    type: "rule.deleted",
    target: "rule",
    en: { label: "Access rule deleted", description: "An access rule was deleted." },
    de: { label: "Zugriffsregel gelöscht", description: "Eine Zugriffsregel wurde gelöscht." },
  },
  act_as_requested: {
    type: "act_as.requested",
    target: "user",
    en: { label: "Act-as requested", description: "An administrator asked to act as a user." },
    de: {
      label: "„Handeln als“ angefragt",
      description: "Ein Administrator hat angefragt, als ein Benutzer zu handeln.",
    },
  },
  act_as_approved: {
    type: "act_as.approved",
    target: "user",
    en: { label: "Act-as approved", description: "A user agreed that an administrator acts as them." },
    de: {
      label: "„Handeln als“ genehmigt",
      description: "Ein Benutzer hat genehmigt, dass ein Administrator als er handelt.",
    },
  },
  act_as_denied: {
    type: "act_as.denied",
    target: "user",
    en: { label: "Act-as denied", description: "A user did not agree that an administrator acts as them." },
    de: {
      label: "„Handeln als“ abgelehnt",
      description: "Ein Benutzer hat abgelehnt, dass ein Administrator als er handelt.",
    },
  },
  act_as_link_made: {
    type: "act_as.link_made",
    target: "user",
    en: { label: "Act-as link made", description: "A one-time link to act as a user was made." },
    de: {
      label: "Link für „Handeln als“ erzeugt",
      description: "Ein Einmallink zum Handeln als ein Benutzer wurde erstellt.",
    },
  },
  act_as_started: {
    type: "act_as.started",
    target: "user",
    en: { label: "Act-as started", description: "An administrator began to act as a user." },
    de: {
      label: "„Handeln als“ begonnen",
      description: "Ein Administrator hat begonnen, als ein Benutzer zu handeln.",
    },
  },
  act_as_ended: {
    type: "act_as.ended",
    target: "user",
    en: { label: "Act-as ended", description: "An administrator does not act as a user any more." },
    de: {
      label: "„Handeln als“ beendet",
      description: "Ein Administrator handelt nicht mehr als ein Benutzer.",
    },
  },
  device_approved: {
    type: "device.approved",
    target: "device",
    en: { label: "Device approved", description: "A device was approved." },
    de: { label: "Gerät freigegeben", description: "Ein Gerät wurde freigegeben." },
  },
  device_denied: {
    type: "device.denied",
    target: "device",
    en: { label: "Device denied", description: "A device was denied." },
    de: { label: "Gerät abgelehnt", description: "Ein Gerät wurde abgelehnt." },
  },
  device_deleted: {
    type: "device.deleted",
    target: "device",
    en: { label: "Device deleted", description: "A device was forgotten." },
    de: { label: "Gerät vergessen", description: "Ein Gerät wurde vergessen." },
  },
  device_trust_revoked: {
    type: "device.trust_revoked",
    target: "session",
    en: { label: "Device trust revoked", description: "A device is not trusted any more." },
    de: { label: "Vertrauen in Gerät entzogen", description: "Einem Gerät wird nicht mehr vertraut." },
  },
  alert_acknowledged: {
    type: "alert.acknowledged",
    target: "alert",
    en: { label: "Alert acknowledged", description: "A security alert was acknowledged." },
    de: { label: "Warnung bestätigt", description: "Eine Sicherheitswarnung wurde bestätigt." },
  },
  mfa_reset_requested: {
    type: "mfa_reset.requested",
    target: "mfa_reset",
    en: {
      label: "MFA reset requested",
      description: "A user lost their second factor and asks for a new start.",
    },
    de: {
      label: "MFA-Zurücksetzung angefragt",
      description: "Ein Benutzer hat den zweiten Faktor verloren und bittet um einen Neuanfang.",
    },
  },
  mfa_reset_approved: {
    type: "mfa_reset.approved",
    target: "mfa_reset",
    en: { label: "MFA reset approved", description: "An MFA reset was approved." },
    de: { label: "MFA-Zurücksetzung genehmigt", description: "Eine MFA-Zurücksetzung wurde genehmigt." },
  },
  mfa_reset_denied: {
    type: "mfa_reset.denied",
    target: "mfa_reset",
    en: { label: "MFA reset denied", description: "An MFA reset was denied." },
    de: { label: "MFA-Zurücksetzung abgelehnt", description: "Eine MFA-Zurücksetzung wurde abgelehnt." },
  },
});
