import type { Locale } from "../strings/languages";
import { accessEvents } from "./access";
import { accountsEvents } from "./accounts";
import type { EventDefinition } from "./define";
import { directoryEvents } from "./directory";
import { labelFromName } from "./label";
import { organizationEvents } from "./organization";
import { peopleEvents } from "./people";
import { platformEvents } from "./platform";
import { securityEvents } from "./security";

/*
 * The registry of events. Operations name their event from it, which the types check. The audit log's labels, the webhook
 * catalogue and docs/events.md derive from it. It contains all texts in all languages, so pages do not import it.
 */

const eventsOfTenants = {
  ...peopleEvents,
  ...accountsEvents,
  ...directoryEvents,
  ...accessEvents,
  ...securityEvents,
  ...organizationEvents,
};

/** Every event, by the event part of the audit action (`<channel>.<event>`). */
export const events = { ...eventsOfTenants, ...platformEvents };

export type EventName = keyof typeof events;

/** Returns the definition of an event; undefined for an unknown name. */
export const eventDefinition = (event: string): EventDefinition | undefined =>
  Object.hasOwn(events, event) ? events[event as EventName] : undefined;

/**
 * Returns the label of an action (`<channel>.<event>`) or of an event. Accepts any text: old logs contain unknown events,
 * whose label is made from the name.
 */
export function eventLabel(locale: Locale, action: string): string {
  const event = action.slice(action.indexOf(".") + 1);
  return eventDefinition(event)?.[locale].label ?? labelFromName(event);
}

/** An event for a choice of events in the console. */
export interface NamedEvent {
  event: string;
  label: string;
  description: string;
}

const named = (locale: Locale, definitions: Readonly<Record<string, EventDefinition>>): NamedEvent[] =>
  Object.entries(definitions).map(([event, { [locale]: words }]) => ({ event, ...words }));

/** Returns the events of organizations with their texts. */
export const tenantEventNames = (locale: Locale) => named(locale, eventsOfTenants);

/** Returns the events of organizations and of the platform with their texts. The platform's log contains both. */
export const platformEventNames = (locale: Locale) => named(locale, events);
