import { expect, it } from "vitest";
import { eventTypesIn } from "./catalogue";

/** Compares docs/events.md with the definitions of events. `npx vitest run events-doc -u` writes docs/events.md. */
it("docs/events.md lists every event", async () => {
  const rows = eventTypesIn("en").map(
    ({ type, event, target, description }) =>
      `| \`${type}\` | \`${event}\` | \`${target}\` | ${description} |`,
  );
  const page = [
    "# Events",
    "",
    "This page lists the events of an organization: the type that webhooks subscribe to, and the event part of the audit log's action",
    "(`<channel>.<event>`, with the channels management_api, console, scim, account and system). It is generated from",
    "`server/kernel/events/`.",
    "",
    "A delivery is signed according to [Standard Webhooks](https://www.standardwebhooks.com). Its body is",
    "`{type, timestamp, data: {id, tenantId, action, target, targetLabel, related, appId, actor, changes}}`; `data.id` is the id of",
    "the audit event. `webhook-id` is the same on every attempt. Without an answer 2xx within 10 s, the server tries again after 5 s,",
    "30 s, 2 min, 10 min, 30 min, 1, 2, 4, 8 and 24 h (each ±20 %). An endpoint that fails for five days, or answers 410, is disabled.",
    "For 24 hours after a rotation of the secret, `webhook-signature` contains two signatures, separated by a space: of the new secret,",
    "then of the old one. Accept a message if one of them is right.",
    "",
    "| type | event | kind of `target` | when |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
  await expect(page).toMatchFileSnapshot("../../../docs/events.md");
});
