/*
 * The layers of the domain, lowest first. An area is a directory of server/domain. An area may import areas of its own layer
 * and of lower layers. `scripts/boundaries.test.mjs` enforces the layers, and refuses circles and areas without a layer.
 */

/** @type {Record<string, string[]>} */
export const layers = {
  base: [
    "settings",
    "sign-in-methods",
    "tenant-config",
    "counts",
    "one-time-tokens",
    "scim-attributes",
    // Queues, composes and sends messages and notices.
    "messages",
    "alerts",
  ],
  directory: [
    "users",
    "roles",
    "tags",
    "custom-fields",
    "service-accounts",
    "app-access",
    "row-jobs",
    "bulk-jobs",
    "user-imports",
    "provisioning",
    "role-sync",
    "credentials",
    // Access rules and connectors name the sign-in methods of identity providers.
    "federation",
    "scim-tokens",
    "saved-views",
  ],
  access: ["apps", "apis", "app-claims", "access-rules", "policies", "connectors"],
  authentication: [
    "factors",
    "devices",
    "sessions",
    "risk",
    "sign-in",
    "sign-in-options",
    "recovery",
    "account",
    "mfa-resets",
    "act-as",
    // These areas import areas of the sign-in.
    "administrators",
    "invitations",
    "access-explanation",
  ],
  engagement: [
    "notifications",
    "webhooks",
    "documents",
    "data-export",
    "overview",
    "audit",
    "storage",
    "domains",
  ],
};
