/*
 * The layers of the domain, lowest first. An area may import areas of its own layer and of lower layers, without
 * cycles. `eslint.config.mjs` enforces the layers. `layers.test.ts` checks that each area has a layer and that there is
 * no cycle.
 */

/** @type {Record<string, string[]>} */
export const layers = {
  base: ["settings", "tenant-config", "counts", "one-time-tokens", "message-queue", "alerts"],
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
    "scim-tokens",
    "saved-views",
  ],
  access: ["apps", "access-rules", "policies", "connectors"],
  authentication: [
    "factors",
    "federation",
    "devices",
    "sessions",
    "risk",
    "sign-in",
    "sign-in-options",
    "recovery",
    "account",
    "mfa-resets",
    "act-as",
    // These areas depend on the sign-in.
    "administrators",
    "invitations",
    "access-explanation",
  ],
  engagement: [
    "messages",
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
