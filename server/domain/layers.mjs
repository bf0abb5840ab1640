/*
 * The layers of the domain, lowest first. An area imports areas of its own layer and of those below it, and no areas import
 * each other in a circle. `eslint.config.mjs` enforces the layers, `layers.test.ts` that each area has one and that there is
 * no circle.
 */

/** @type {Record<string, string[]>} */
export const layers = {
  base: ["settings", "tenant-config", "counts", "one-time-tokens", "message-queue", "alerts"],
  directory: [
    ...["users", "roles", "tags", "custom-fields", "service-accounts", "app-access"],
    ...["bulk-jobs", "user-imports", "provisioning", "role-sync"],
    ...["credentials", "scim-tokens", "saved-views"],
  ],
  access: ["apps", "access-rules", "policies", "connectors"],
  authentication: [
    ...["factors", "federation", "devices", "sessions", "risk", "sign-in", "sign-in-options"],
    ...["recovery", "account", "mfa-resets", "act-as"],
    // What they do depends on how somebody signs in.
    ...["administrators", "invitations", "access-explanation"],
  ],
  engagement: [
    ...["messages", "notifications", "webhooks", "documents", "data-export"],
    ...["overview", "audit", "storage", "domains"],
  ],
};
