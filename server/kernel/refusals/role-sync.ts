import { defineRefusals } from "../texts/define";

export const roleSyncRefusals = defineRefusals("role_sync", {
  not_found: { status: 404, text: "There is no such role sync source." },
  name_in_use: { status: 400, text: "name: is another source's already.", field: "name" },
  connector_unknown: {
    status: 400,
    text: "connectorName: must be an installed connector: {connectors}.",
    field: "connectorName",
  },

  /** Prevents that the server sends the stored secret to another host. */
  secret_required_again: {
    status: 400,
    text: "secret: must be given again for an address of another origin.",
    field: "secret",
  },

  /** A run is requested before the address of the feed is set. */
  not_configured: { status: 400, text: "Set where the source reads from first." },
  disabled: { status: 400, text: "This source is switched off; switch it on first." },
});
