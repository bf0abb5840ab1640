import { defineEvents } from "./define";

/** Events of sign-ins, sessions and users' own accounts. */
export const accountsEvents = defineEvents({
  signed_in: {
    type: "user.signed_in",
    target: "user",
    en: { label: "Signed in", description: "A user signed in." },
    de: { label: "Angemeldet", description: "Ein Benutzer hat sich angemeldet." },
  },
  signed_out: {
    type: "user.signed_out",
    target: "user",
    en: { label: "Signed out", description: "A user signed out." },
    de: { label: "Abgemeldet", description: "Ein Benutzer hat sich abgemeldet." },
  },
  sign_in_failed: {
    type: "user.sign_in_failed",
    target: "user",
    en: { label: "Sign-in failed", description: "A sign-in failed." },
    de: { label: "Anmeldung fehlgeschlagen", description: "Eine Anmeldung ist fehlgeschlagen." },
  },
  sign_in_refused: {
    type: "session.refused",
    target: "user",
    en: {
      label: "Sign-in refused",
      description: "The organization’s rules did not let somebody in who had proved who they are.",
    },
    de: {
      label: "Anmeldung abgewiesen",
      description:
        "Die Regeln der Organisation haben jemanden nicht eingelassen, der sich ausgewiesen hatte.",
    },
  },
  profile_updated: {
    type: "user.profile_updated",
    target: "user",
    en: { label: "Profile updated", description: "A user changed their own profile." },
    de: { label: "Profil geändert", description: "Ein Benutzer hat das eigene Profil geändert." },
  },
  factor_added: {
    type: "user.factor_added",
    target: "user",
    en: { label: "Factor added", description: "A user added a second factor." },
    de: { label: "Faktor hinzugefügt", description: "Ein Benutzer hat einen zweiten Faktor hinzugefügt." },
  },
  factor_removed: {
    type: "user.factor_removed",
    target: "user",
    en: { label: "Factor removed", description: "A user removed a second factor." },
    de: { label: "Faktor entfernt", description: "Ein Benutzer hat einen zweiten Faktor entfernt." },
  },
  factor_code_requested: {
    type: "user.factor_code_requested",
    target: "user",
    en: {
      label: "Factor code requested",
      description: "A user asked to add codes by e-mail or text message; one was sent.",
    },
    de: {
      label: "Code für zweiten Faktor angefordert",
      description: "Ein Benutzer möchte Codes per E-Mail oder SMS hinzufügen; ein Code wurde gesendet.",
    },
  },
  recovery_codes_made: {
    type: "user.recovery_codes_made",
    target: "user",
    en: { label: "Recovery codes made", description: "A user made new recovery codes; the old ones ended." },
    de: {
      label: "Wiederherstellungscodes erzeugt",
      description: "Ein Benutzer hat neue Wiederherstellungscodes erstellt; die alten gelten nicht mehr.",
    },
  },
  own_data_exported: {
    type: "user.data_exported",
    target: "user",
    en: { label: "Own data exported", description: "A user downloaded what is stored about them." },
    de: {
      label: "Eigene Daten heruntergeladen",
      description: "Ein Benutzer hat heruntergeladen, was über ihn gespeichert ist.",
    },
  },
  password_changed: {
    type: "user.password_changed",
    target: "user",
    en: { label: "Password changed", description: "A user changed their password." },
    de: { label: "Passwort geändert", description: "Ein Benutzer hat das eigene Passwort geändert." },
  },
  password_reset_requested: {
    type: "user.password_reset_requested",
    target: "user",
    en: {
      label: "Password reset requested",
      description: "Somebody asked for a new password for a user; a link was sent.",
    },
    de: {
      label: "Neues Passwort angefordert",
      description: "Jemand hat für einen Benutzer ein neues Passwort angefordert; ein Link wurde gesendet.",
    },
  },
  password_reset: {
    type: "user.password_reset",
    target: "user",
    en: {
      label: "Password reset",
      description: "A user chose a new password with the link of a mail; their sessions and tokens ended.",
    },
    de: {
      label: "Passwort zurückgesetzt",
      description:
        "Ein Benutzer hat über den Link einer E-Mail ein neues Passwort gewählt; seine Sitzungen und Token endeten.",
    },
  },
  email_verification_requested: {
    type: "user.email_verification_requested",
    target: "user",
    en: {
      label: "E-mail verification requested",
      description: "A user was sent a link that proves their address.",
    },
    de: {
      label: "Bestätigung der E-Mail angefordert",
      description: "Einem Benutzer wurde ein Link zur Bestätigung seiner Adresse gesendet.",
    },
  },
  email_verified: {
    type: "user.email_verified",
    target: "user",
    en: { label: "E-mail verified", description: "A user proved their address." },
    de: { label: "E-Mail bestätigt", description: "Ein Benutzer hat seine Adresse bestätigt." },
  },
  email_change_requested: {
    type: "user.email_change_requested",
    target: "user",
    en: {
      label: "E-mail change requested",
      description: "A user asked for another address; a link was sent there.",
    },
    de: {
      label: "Änderung der E-Mail-Adresse angefordert",
      description: "Ein Benutzer hat um eine andere Adresse gebeten; ein Link wurde dorthin gesendet.",
    },
  },
  email_changed: {
    type: "user.email_changed",
    target: "user",
    en: { label: "E-mail changed", description: "A user took another address with the link of a mail." },
    de: {
      label: "E-Mail-Adresse geändert",
      description: "Ein Benutzer hat über den Link einer E-Mail eine andere Adresse übernommen.",
    },
  },
  phone_code_requested: {
    type: "user.phone_code_requested",
    target: "user",
    en: {
      label: "Phone code requested",
      description: "A user asked for another phone number; a code was sent there.",
    },
    de: {
      label: "Code an neue Telefonnummer angefordert",
      description: "Ein Benutzer möchte eine andere Telefonnummer; ein Code wurde dorthin gesendet.",
    },
  },
  phone_changed: {
    type: "user.phone_changed",
    target: "user",
    en: { label: "Phone changed", description: "A user took another phone number, or removed theirs." },
    de: {
      label: "Telefonnummer geändert",
      description: "Ein Benutzer hat eine andere Telefonnummer übernommen oder seine entfernt.",
    },
  },
  user_notifications_chosen: {
    type: "user.notifications_chosen",
    target: "user",
    en: {
      label: "User notifications chosen",
      description: "A user chose over which channels they are told of things.",
    },
    de: {
      label: "Benachrichtigungen gewählt",
      description: "Ein Benutzer hat gewählt, über welche Kanäle er benachrichtigt wird.",
    },
  },
  saved_view_set: {
    type: "user.saved_view_set",
    target: "saved_view",
    en: {
      label: "Saved view set",
      description: "An administrator kept the filters of a list under a name, for themselves.",
    },
    de: {
      label: "Ansicht gespeichert",
      description: "Ein Administrator hat die Filter einer Liste für sich unter einem Namen gespeichert.",
    },
  },
  saved_view_removed: {
    type: "user.saved_view_removed",
    target: "saved_view",
    en: { label: "Saved view removed", description: "An administrator removed a saved view of theirs." },
    de: {
      label: "Ansicht entfernt",
      description: "Ein Administrator hat eine eigene gespeicherte Ansicht entfernt.",
    },
  },
  session_revoked: {
    type: "session.revoked",
    target: "session",
    en: { label: "Session revoked", description: "A session was ended." },
    de: { label: "Sitzung beendet", description: "Eine Sitzung wurde beendet." },
  },
  sessions_revoked: {
    type: "session.all_revoked",
    target: "user",
    en: { label: "Sessions revoked", description: "All sessions of a user were ended." },
    de: { label: "Sitzungen beendet", description: "Alle Sitzungen eines Benutzers wurden beendet." },
  },
  identity_linked: {
    type: "user.identity_linked",
    target: "user",
    en: { label: "Identity linked", description: "A user was linked to an account at an identity provider." },
    de: {
      label: "Identität verknüpft",
      description: "Ein Benutzer wurde mit einem Konto bei einem Identitätsanbieter verknüpft.",
    },
  },
  identity_unlinked: {
    type: "user.identity_unlinked",
    target: "user",
    en: { label: "Identity unlinked", description: "A user's account at an identity provider was unlinked." },
    de: {
      label: "Identität getrennt",
      description:
        "Die Verknüpfung eines Benutzers mit einem Konto bei einem Identitätsanbieter wurde gelöst.",
    },
  },
});
