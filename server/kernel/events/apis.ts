import { defineEvents } from "./define";

/** Events of APIs (resource servers). */
export const apiEvents = defineEvents({
  api_created: {
    type: "api.created",
    target: "api",
    en: { label: "API created", description: "An API was created." },
    de: { label: "API angelegt", description: "Eine API wurde angelegt." },
  },
  api_updated: {
    type: "api.updated",
    target: "api",
    en: { label: "API updated", description: "An API was changed." },
    de: { label: "API geändert", description: "Eine API wurde geändert." },
  },
  api_deleted: {
    type: "api.deleted",
    target: "api",
    en: { label: "API deleted", description: "An API was deleted; its tokens ended." },
    de: { label: "API gelöscht", description: "Eine API wurde gelöscht; ihre Token endeten." },
  },
  api_secret_rotated: {
    type: "api.secret_rotated",
    target: "api",
    en: { label: "API secret rotated", description: "An API got a new secret." },
    de: { label: "Secret der API erneuert", description: "Eine API hat ein neues Secret erhalten." },
  },
  api_scope_created: {
    type: "api.scope_created",
    target: "api",
    en: { label: "API scope created", description: "An API got a new scope." },
    de: { label: "Scope der API angelegt", description: "Eine API hat einen neuen Scope erhalten." },
  },
  api_scope_updated: {
    type: "api.scope_updated",
    target: "api",
    en: { label: "API scope updated", description: "The description of a scope was changed." },
    de: { label: "Scope der API geändert", description: "Die Beschreibung eines Scopes wurde geändert." },
  },
  api_scope_deleted: {
    type: "api.scope_deleted",
    target: "api",
    en: { label: "API scope deleted", description: "A scope of an API was deleted." },
    de: { label: "Scope der API gelöscht", description: "Ein Scope einer API wurde gelöscht." },
  },
  api_app_changed: {
    type: "api.app_changed",
    target: "api",
    en: {
      label: "API access of an app changed",
      description: "An app may ask for tokens of an API, or in another way.",
    },
    de: {
      label: "API-Zugang einer App geändert",
      description: "Eine App darf Token einer API anfordern, oder auf andere Weise als bisher.",
    },
  },
  api_app_withdrawn: {
    type: "api.app_withdrawn",
    target: "api",
    en: {
      label: "API access of an app withdrawn",
      description: "An app may not ask for tokens of an API any more.",
    },
    de: {
      label: "API-Zugang einer App entzogen",
      description: "Eine App darf keine Token einer API mehr anfordern.",
    },
  },
  api_role_changed: {
    type: "api.role_changed",
    target: "api",
    en: { label: "API scopes of a role changed", description: "A role allows other scopes of an API." },
    de: {
      label: "API-Scopes einer Rolle geändert",
      description: "Eine Rolle erlaubt andere Scopes einer API.",
    },
  },
});
