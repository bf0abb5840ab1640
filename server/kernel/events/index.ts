import type { Locale } from "../strings/languages";
import { accessEvents } from "./access";
import { accountsEvents } from "./accounts";
import { apiEvents } from "./apis";
import type { EventDefinition } from "./define";
import { directoryEvents } from "./directory";
import { labelFromName } from "./label";
import { organizationEvents } from "./organization";
import { peopleEvents } from "./people";
import { platformEvents } from "./platform";
import { securityEvents } from "./security";

/*
 * All events of organizations. Operations name their events by these keys. The types reject unknown names. The labels of the
 * audit log, the webhook catalogue and docs/events.md are generated from this object. Pages do not import this module, because
 * it contains the texts of all languages.
 */

const eventsOfTenants = {
  ...peopleEvents,
  ...accountsEvents,
  ...directoryEvents,
  ...accessEvents,
  ...apiEvents,
  ...securityEvents,
  ...organizationEvents,
};

/** Every event of organizations and of the platform, by the event's part of the audit action (`<channel>.<event>`). */
export const events = { ...eventsOfTenants, ...platformEvents };

export type EventName = keyof typeof events;

/** Returns the definition of an event; undefined for an unknown name. */
export const eventDefinition = (event: string): EventDefinition | undefined =>
  Object.hasOwn(events, event) ? events[event as EventName] : undefined;

/**
 * Returns the label of an action (`<channel>.<event>`) or of an event. Accepts any text, because old logs contain events that
 * are no longer defined. The label of an undefined event is made from its name.
 */
export function eventLabel(locale: Locale, action: string): string {
  const event = action.slice(action.indexOf(".") + 1);
  return eventDefinition(event)?.[locale].label ?? labelFromName(event);
}

/** An event with its texts, for a list of events in the console. */
export interface NamedEvent {
  event: string;
  label: string;
  description: string;
}

const named = (locale: Locale, definitions: Readonly<Record<string, EventDefinition>>): NamedEvent[] =>
  Object.entries(definitions).map(([event, { [locale]: words }]) => ({ event, ...words }));

/** Returns the events of organizations with their texts. */
export const tenantEventNames = (locale: Locale) => named(locale, eventsOfTenants);

/**
 * Returns the events of organizations and of the platform with their texts. The platform's audit log contains events of
 * organizations, too.
 */
export const platformEventNames = (locale: Locale) => named(locale, events);
