/** One kind of event, which the audit log records and webhooks deliver. */
export interface EventDefinition {
  /** The name that webhooks subscribe to, `<group>.<name>`; null for events that no webhook receives. */
  type: string | null;
  /** One sentence for the documentation and for the selection of a webhook's events. */
  description: string;
}

/** Declares events by the event part of the audit action. Keeps their names as literal types. */
export const defineEvents = <const Events extends Readonly<Record<string, EventDefinition>>>(
  events: Events,
) => events;
