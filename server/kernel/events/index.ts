import { accessEvents } from "./access";
import type { EventDefinition } from "./define";
import { directoryEvents } from "./directory";
import { organizationEvents } from "./organization";
import { peopleEvents } from "./people";
import { platformEvents } from "./platform";

/*
 * The registry of events. Operations name their event from it, which the types check. The audit log's labels, the webhook
 * catalogue and docs/events.md derive from it.
 */

/** Every event, by the event part of the audit action (`<channel>.<event>`). */
export const events = {
  ...peopleEvents,
  ...directoryEvents,
  ...accessEvents,
  ...organizationEvents,
  ...platformEvents,
};

export type EventName = keyof typeof events;

/** Returns the definition of an event; undefined for an unknown name. */
export const eventDefinition = (event: string): EventDefinition | undefined =>
  Object.hasOwn(events, event) ? events[event as EventName] : undefined;
