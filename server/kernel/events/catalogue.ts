import { eventDefinition, events } from ".";
import type { TargetKind } from "./define";
import type { Locale } from "../strings/languages";

/*
 * The webhook catalogue: the events of the registry that endpoints can subscribe to. The part of a type before the
 * dot is its group: `user.*` matches all events of users.
 */

export interface EventType {
  type: string;
  description: string;
  /** The event part of the audit log's actions. */
  event: string;
  target: TargetKind;
}

/** Returns the catalogue in a language, ordered by type. */
export const eventTypesIn = (locale: Locale): EventType[] =>
  Object.entries(events)
    .flatMap(([event, { type, target, [locale]: words }]) =>
      type === null ? [] : [{ type, description: words.description, event, target }],
    )
    .sort((one, other) => (one.type < other.type ? -1 : 1));

/** The type of a test event. */
export const TEST_EVENT = "webhook.test";

/** Returns the type of an event of the audit log, or the event's own name if it has none. */
export const typeOfEvent = (event: string) => eventDefinition(event)?.type ?? event;

const types = eventTypesIn("en").map(({ type }) => type);
const known = new Set(types);
const groups = new Set(types.map((type) => type.slice(0, type.indexOf("."))));

/** Returns the first name in a subscription that the catalogue lacks, or null. `*` matches everything. */
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
