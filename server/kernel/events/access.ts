import { defineEvents } from "./define";

/** Events of apps, connectors and identity providers. */
export const accessEvents = defineEvents({
  app_created: {
    type: "app.created",
    target: "app",
    en: { label: "App created", description: "An app was registered." },
    de: { label: "App angelegt", description: "Eine App wurde registriert." },
  },
  app_updated: {
    type: "app.updated",
    target: "app",
    en: { label: "App updated", description: "An app was changed." },
    de: { label: "App geändert", description: "Eine App wurde geändert." },
  },
  app_deleted: {
    type: "app.deleted",
    target: "app",
    en: { label: "App deleted", description: "An app was deleted; its tokens ended." },
    de: { label: "App gelöscht", description: "Eine App wurde gelöscht; ihre Token endeten." },
  },
  app_secret_rotated: {
    type: "app.secret_rotated",
    target: "app",
    en: { label: "App secret rotated", description: "An app got a new secret." },
    de: { label: "Secret der App erneuert", description: "Eine App hat ein neues Secret erhalten." },
  },
  app_secret_added: {
    type: "app.secret_added",
    target: "app",
    en: {
      label: "App secret added",
      description: "An app got a further secret; the earlier one still works.",
    },
    de: {
      label: "Secret der App hinzugefügt",
      description: "Eine App hat ein weiteres Secret erhalten; das bisherige gilt weiter.",
    },
  },
  app_secret_removed: {
    type: "app.secret_removed",
    target: "app",
    en: { label: "App secret removed", description: "One of the secrets of an app was removed." },
    de: { label: "Secret der App entfernt", description: "Eines der Secrets einer App wurde entfernt." },
  },
  app_authentication_changed: {
    type: "app.authentication_changed",
    target: "app",
    en: {
      label: "App authentication changed",
      description: "An app authenticates by another method or by other keys.",
    },
    de: {
      label: "Authentifizierung der App geändert",
      description: "Eine App authentifiziert sich mit einem anderen Verfahren oder mit anderen Schlüsseln.",
    },
  },
  app_authorized: {
    type: "app.authorized",
    target: "user",
    en: { label: "App authorized", description: "A user authorized an app." },
    de: { label: "App autorisiert", description: "Ein Benutzer hat eine App autorisiert." },
  },
  refresh_token_reused: {
    type: "app.refresh_token_reused",
    target: "user",
    en: {
      label: "Refresh token reused",
      description: "A refresh token was used twice, and its tokens ended.",
    },
    de: {
      label: "Refresh-Token erneut verwendet",
      description: "Ein Refresh-Token wurde zweimal benutzt; seine Token endeten.",
    },
  },
  connected_app_withdrawn: {
    type: "app.authorization_withdrawn",
    target: "user",
    en: { label: "Connected app withdrawn", description: "A user's authorization of an app was withdrawn." },
    de: {
      label: "Autorisierung einer App widerrufen",
      description: "Die Autorisierung einer App durch einen Benutzer wurde widerrufen.",
    },
  },
  app_access_changed: {
    type: "app_access.changed",
    target: "app",
    en: { label: "App access changed", description: "An app was restricted or opened." },
    de: {
      label: "App-Zugriff geändert",
      description: "Eine App wurde eingeschränkt oder für alle geöffnet.",
    },
  },
  app_access_user_granted: {
    type: "app_access.user_granted",
    target: "app",
    en: { label: "App access user granted", description: "A user was put on an app's guest list." },
    de: {
      label: "Benutzer auf die Gästeliste der App gesetzt",
      description: "Ein Benutzer wurde auf die Gästeliste einer App gesetzt.",
    },
  },
  app_access_user_revoked: {
    type: "app_access.user_revoked",
    target: "app",
    en: { label: "App access user revoked", description: "A user was taken off an app's guest list." },
    de: {
      label: "Benutzer von der Gästeliste der App genommen",
      description: "Ein Benutzer wurde von der Gästeliste einer App genommen.",
    },
  },
  app_access_tag_granted: {
    type: "app_access.tag_granted",
    target: "app",
    en: { label: "App access tag granted", description: "Everyone with a tag was let into an app." },
    de: {
      label: "Tag für die App zugelassen",
      description: "Allen mit einem Tag wurde der Zugang zu einer App gegeben.",
    },
  },
  app_access_tag_revoked: {
    type: "app_access.tag_revoked",
    target: "app",
    en: { label: "App access tag revoked", description: "A tag lets nobody into an app any more." },
    de: {
      label: "Tag für die App nicht mehr zugelassen",
      description: "Ein Tag gibt niemandem mehr Zugang zu einer App.",
    },
  },
  app_access_exclusion_added: {
    type: "app_access.exclusion_added",
    target: "app",
    en: { label: "App access exclusion added", description: "A user was kept out of an app." },
    de: {
      label: "Benutzer von der App ausgeschlossen",
      description: "Ein Benutzer wurde von einer App ausgeschlossen.",
    },
  },
  app_access_exclusion_removed: {
    type: "app_access.exclusion_removed",
    target: "app",
    en: { label: "App access exclusion removed", description: "A user is not kept out of an app any more." },
    de: {
      label: "Ausschluss von der App aufgehoben",
      description: "Ein Benutzer ist nicht mehr von einer App ausgeschlossen.",
    },
  },
  connector_changed: {
    type: "connector.changed",
    target: "app",
    en: { label: "Connector changed", description: "A sign-in connector of an app was switched." },
    de: {
      label: "Konnektor geändert",
      description: "Ein Anmeldekonnektor einer App wurde ein- oder ausgeschaltet.",
    },
  },
  connector_approval_changed: {
    type: "connector.approval_changed",
    target: "app",
    en: {
      label: "Connector approval changed",
      description: "A sign-in connector was approved, or not any more.",
    },
    de: {
      label: "Freigabe des Konnektors geändert",
      description: "Ein Anmeldekonnektor wurde freigegeben, oder seine Freigabe wurde entzogen.",
    },
  },
  connector_approval_requested: {
    type: "connector.approval_requested",
    target: "app",
    en: {
      label: "Connector approval requested",
      description: "An administrator asked for the approval of a sign-in connector.",
    },
    de: {
      label: "Freigabe eines Konnektors erbeten",
      description: "Jemand aus der Administration hat um die Freigabe eines Anmeldekonnektors gebeten.",
    },
  },
  connector_approval_denied: {
    type: "connector.approval_denied",
    target: "connector_request",
    en: {
      label: "Connector approval denied",
      description: "A request for the approval of a sign-in connector was denied.",
    },
    de: {
      label: "Freigabe eines Konnektors abgelehnt",
      description: "Eine Anfrage um die Freigabe eines Anmeldekonnektors wurde abgelehnt.",
    },
  },
  identity_provider_created: {
    type: "identity_provider.created",
    target: "identity_provider",
    en: { label: "Identity provider created", description: "An identity provider was added." },
    de: { label: "Identitätsanbieter angelegt", description: "Ein Identitätsanbieter wurde hinzugefügt." },
  },
  identity_provider_updated: {
    type: "identity_provider.updated",
    target: "identity_provider",
    en: { label: "Identity provider updated", description: "An identity provider was changed or switched." },
    de: {
      label: "Identitätsanbieter geändert",
      description: "Ein Identitätsanbieter wurde geändert oder ein- oder ausgeschaltet.",
    },
  },
  identity_provider_deleted: {
    type: "identity_provider.deleted",
    target: "identity_provider",
    en: {
      label: "Identity provider deleted",
      description: "An identity provider was deleted, with its links.",
    },
    de: {
      label: "Identitätsanbieter gelöscht",
      description: "Ein Identitätsanbieter wurde mit seinen Verknüpfungen gelöscht.",
    },
  },
  identity_provider_tested: {
    type: "identity_provider.tested",
    target: "identity_provider",
    en: { label: "Identity provider tested", description: "An identity provider's connection was tried." },
    de: {
      label: "Identitätsanbieter getestet",
      description: "Die Verbindung zu einem Identitätsanbieter wurde geprüft.",
    },
  },
});
