"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useSaid } from "@/components/said";
import { useTRPC } from "@/components/data/trpc";
import type { ComboboxItem } from "@/components/ui/combobox";
import { useEventWords } from "../../_frame/event-words";
import { FilterPicker } from "../../_frame/filter-picker";
import { usePersonName } from "../../_frame/person-name";

interface Props {
  value: string;
  onChange: (value: string | null) => void;
}

/** Searches the catalogue of events by the words that a reader may look for; it is loaded when somebody chooses. */
function useEventSearch() {
  const t = useExtracted("audit");
  const said = useSaid();
  const eventWords = useEventWords();
  /** The events whose words hold all of the text's; a text that is the beginning of several can be taken as it is. */
  return async (text: string): Promise<ComboboxItem[]> => {
    const { eventTypes } = await import("@/server/domain/webhooks/catalogue.schema");
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const start = text.trim().toLowerCase().replaceAll(" ", "_");
    const many = start !== "" && eventTypes.filter(({ event }) => event.startsWith(start)).length > 1;
    const found = eventTypes
      .map(({ event, description }) => ({ id: event, label: eventWords(event), hint: said(description) }))
      .filter(({ id, label, hint }) => {
        const all = `${id} ${label} ${hint}`.toLowerCase();
        return words.every((word) => all.includes(word));
      });
    return [
      ...(many ? [{ id: start, label: t("All that start with “{start}”", { start }), hint: undefined }] : []),
      ...found,
    ];
  };
}

/** Chooses what happened, from the catalogue of events. */
export function EventPicker({ value, onChange }: Props) {
  const t = useExtracted("audit");
  const eventWords = useEventWords();
  return (
    <FilterPicker
      label={t("Event")}
      any={t("Any event")}
      chosen={value === "" ? null : eventWords(value)}
      placeholder={t("Role granted, webhook…")}
      search={useEventSearch()}
      onChange={onChange}
    />
  );
}

/** Chooses who acted: a person, or a credential of the management interface. */
export function ActorPicker({ value, onChange }: Props) {
  const t = useExtracted("audit");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const personName = usePersonName();
  const isPerson = /^[1-9]\d{0,14}$/.test(value);
  const person = useQuery(
    trpc.users.profile.queryOptions({ userId: Number(value) }, { enabled: isPerson, retry: false }),
  );
  const name = isPerson
    ? personName({ name: null, email: null, ...person.data?.user, userId: Number(value) })
    : value;
  const search = async (text: string): Promise<ComboboxItem[]> => {
    const wanted = text.toLowerCase();
    const [people, credentials] = await Promise.allSettled([
      queries.fetchQuery(trpc.users.page.queryOptions({ search: text, limit: 6 })),
      queries.fetchQuery(trpc.credentials.list.queryOptions({})),
    ]);
    return [
      ...(people.status === "fulfilled" ? people.value.users : []).map((user) => ({
        id: String(user.userId),
        label: personName(user),
        hint: user.email ?? undefined,
      })),
      ...(credentials.status === "fulfilled" ? credentials.value : [])
        .filter(({ name, clientId }) => `${name} ${clientId}`.toLowerCase().includes(wanted))
        .slice(0, 6)
        .map(({ name, clientId }) => ({ id: clientId, label: name, hint: t("Credential") })),
      ...(text.includes("@") ? [{ id: text, label: text, hint: t("This address") }] : []),
    ];
  };
  return (
    <FilterPicker
      label={t("Who")}
      any={t("Anyone")}
      chosen={value === "" ? null : name}
      placeholder={t("Name, e-mail or credential…")}
      search={search}
      onChange={onChange}
    />
  );
}
