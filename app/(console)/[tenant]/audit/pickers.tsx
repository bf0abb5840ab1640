"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/components/data/trpc";
import type { ComboboxItem } from "@/components/ui/combobox";
import { eventWords } from "../../_frame/audit-words";
import { FilterPicker } from "../../_frame/filter-picker";

interface Props {
  value: string;
  onChange: (value: string | null) => void;
}

/** The catalogue of events with the words that a reader may look for; loaded when somebody chooses. */
async function catalogue() {
  const { eventTypes } = await import("@/server/domain/webhooks/catalogue.schema");
  return eventTypes.map(({ event, description }) => {
    const item = { id: event, label: eventWords(event), hint: description };
    return { item, text: `${event} ${item.label} ${description}`.toLowerCase() };
  });
}

/** The events whose words hold all of the text's; a text that is the beginning of several can be taken as it is. */
async function searchEvents(text: string): Promise<ComboboxItem[]> {
  const events = await catalogue();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const start = text.trim().toLowerCase().replaceAll(" ", "_");
  const many = start !== "" && events.filter(({ item }) => item.id.startsWith(start)).length > 1;
  return [
    ...(many ? [{ id: start, label: `All that start with “${start}”`, hint: undefined }] : []),
    ...events.filter(({ text }) => words.every((word) => text.includes(word))).map(({ item }) => item),
  ];
}

/** Chooses what happened, from the catalogue of events. */
export const EventPicker = ({ value, onChange }: Props) => (
  <FilterPicker
    label="Event"
    any="Any event"
    chosen={value === "" ? null : eventWords(value)}
    placeholder="Role granted, webhook…"
    search={searchEvents}
    onChange={onChange}
  />
);

/** Chooses who acted: a person, or a credential of the management interface. */
export function ActorPicker({ value, onChange }: Props) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const isPerson = /^[1-9]\d{0,14}$/.test(value);
  const person = useQuery(
    trpc.users.profile.queryOptions({ userId: Number(value) }, { enabled: isPerson, retry: false }),
  );
  const name = isPerson ? (person.data?.user.name ?? person.data?.user.email ?? `User ${value}`) : value;
  const search = async (text: string): Promise<ComboboxItem[]> => {
    const wanted = text.toLowerCase();
    const [people, credentials] = await Promise.allSettled([
      queries.fetchQuery(trpc.users.page.queryOptions({ search: text, limit: 6 })),
      queries.fetchQuery(trpc.credentials.list.queryOptions({})),
    ]);
    return [
      ...(people.status === "fulfilled" ? people.value.users : []).map(({ userId, name, email }) => ({
        id: String(userId),
        label: name ?? email ?? `User ${userId}`,
        hint: email ?? undefined,
      })),
      ...(credentials.status === "fulfilled" ? credentials.value : [])
        .filter(({ name, clientId }) => `${name} ${clientId}`.toLowerCase().includes(wanted))
        .slice(0, 6)
        .map(({ name, clientId }) => ({ id: clientId, label: name, hint: "Credential" })),
      ...(text.includes("@") ? [{ id: text, label: text, hint: "This address" }] : []),
    ];
  };
  return (
    <FilterPicker
      label="Who"
      any="Anyone"
      chosen={value === "" ? null : name}
      placeholder="Name, e-mail or credential…"
      search={search}
      onChange={onChange}
    />
  );
}
