import { defineEvents } from "./define";

/** Events of the platform: organizations, platform administrators and settings. No organization's webhook receives them. */
export const platformEvents = defineEvents({
  tenant_created: { type: null, description: "An organization was created." },
  tenant_search: { type: null, description: "Organizations were searched." },
  tenant_status_changed: { type: null, description: "An organization was suspended or reactivated." },
  settings_updated: { type: null, description: "The platform's settings were changed." },
  message_read: { type: null, description: "A platform administrator opened a message." },
  message_retried: { type: null, description: "A failed message was queued again." },
  platform_administrator_created: { type: null, description: "A platform administrator was created." },
  platform_administrator_removed: { type: null, description: "A platform administrator was removed." },
  second_factor_reset: { type: null, description: "A platform administrator's second factor was reset." },
  second_factor_lost: { type: null, description: "A platform administrator lost the second factor." },
  passkey_copied: { type: null, description: "A platform administrator's passkey may have been copied." },
});
