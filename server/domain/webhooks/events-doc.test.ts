import { expect, it } from "vitest";
import { eventTypes } from "./catalogue.schema";

/** docs/events.md, made from the catalogue: `npx vitest run events-doc -u` writes it anew. */
it("docs/events.md tells every event", async () => {
  const rows = eventTypes.map(
    ({ type, event, description }) => `| \`${type}\` | \`${event}\` | ${description} |`,
  );
  const page = [
    "# Events",
    "",
    "What happens in an organization, by the name that webhooks subscribe to and the event part of the audit log's action",
    "(`<channel>.<event>`, with the channels management_api, console, scim, account and system). Made from",
    "`server/kernel/events/`; a test keeps both the same.",
    "",
    "A delivery is signed as the [Standard Webhooks](https://www.standardwebhooks.com) specification says. Its body is",
    "`{type, timestamp, data: {id, tenantId, action, target, targetLabel, related, appId, actor, changes}}`; `data.id` is the audit",
    "event's id, `webhook-id` the same on every try. Anything but a 2xx within 10 s is tried again after 5 s, 30 s, 2 min, 10 min,",
    "30 min, 1, 2, 4, 8 and 24 h (each ±20 %); an endpoint that fails for five days, or answers 410, is disabled.",
    "",
    "| type | event | when |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
  await expect(page).toMatchFileSnapshot("../../../docs/events.md");
});
