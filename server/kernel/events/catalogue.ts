import { eventDefinition, events } from ".";
import type { TargetKind } from "./define";
import type { Locale } from "../strings/languages";

/*
 * An event that webhook endpoints can subscribe to. The webhook catalogue is the list of these events. The part of a type
 * before the dot is the event's group: `user.*` matches all events of users.
 */

export interface EventType {
  type: string;
  description: string;
  /** The event's part of an action in the audit log, `<channel>.<event>`. */
  event: string;
  target: TargetKind;
}

/** Returns the webhook catalogue with the texts of a language, ordered by type. */
export const eventTypesIn = (locale: Locale): EventType[] =>
  Object.entries(events)
    .flatMap(([event, { type, target, [locale]: words }]) =>
      type === null ? [] : [{ type, description: words.description, event, target }],
    )
    .sort((one, other) => (one.type < other.type ? -1 : 1));

/** The type of the event that tests a webhook endpoint. */
export const TEST_EVENT = "webhook.test";

/** Returns the webhook type of an event of the audit log. Returns the event's own name if the event has no type. */
export const typeOfEvent = (event: string) => eventDefinition(event)?.type ?? event;

const types = eventTypesIn("en").map(({ type }) => type);
const known = new Set(types);
const groups = new Set(types.map((type) => type.slice(0, type.indexOf("."))));

/** Returns the first name in a subscription that is not in the catalogue, or null. The name `*` matches all events. */
export function unknownEvent(events: string): string | null {
  const names = events.split(",").map((name) => name.trim());
  const isKnown = (name: string) =>
    known.has(name) ||
    (name.endsWith(".*") && groups.has(name.slice(0, -2))) ||
    (name === "*" && names.length === 1);
  return names.find((name) => !isKnown(name)) ?? null;
}

/** Returns true if a subscription includes an event of this type. */
export const subscribes = (events: string, type: string) =>
  events
    .split(",")
    .some(
      (name) =>
        name.trim() === "*" ||
        name.trim() === type ||
        name.trim() === `${type.slice(0, type.indexOf("."))}.*`,
    );
