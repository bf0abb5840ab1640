"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import type { ComboboxItem } from "@/components/ui/menu/combobox";
import { FilterPicker } from "../../_frame/lists/filter-picker";
import { fits } from "../../_frame/palette/palette-words";
import { usePersonName } from "../../_frame/people/person-cell";
import { TargetPicker } from "../../_frame/log/target-picker";
import { useThingWords, useTargetName } from "../../_frame/log/thing-words";

interface Props {
  value: string;
  onChange: (value: string | null) => void;
}

/**
 * Returns the query for the catalogue of events. The result never becomes stale, because the catalogue does not change while
 * the page is open.
 */
const useEventNames = () => useTRPC().audit.eventNames.queryOptions({}, { staleTime: Infinity });

/** Returns a function that searches the catalogue of events. The first search loads the catalogue. */
function useEventSearch() {
  const t = useExtracted("audit");
  const queries = useQueryClient();
  const eventNames = useEventNames();
  /**
   * Returns the events whose texts contain all words of the search. If several event names begin with the search text, also
   * offers all of these events as one choice.
   */
  return async (text: string): Promise<ComboboxItem[]> => {
    const events = await queries.fetchQuery(eventNames);
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const start = text.trim().toLowerCase().replaceAll(" ", "_");
    const many = start !== "" && events.filter(({ event }) => event.startsWith(start)).length > 1;
    const found = events
      .map(({ event, label, description }) => ({ id: event, label, hint: description }))
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

/** Chooses an event from the catalogue. */
export function EventPicker({ value, onChange }: Props) {
  const t = useExtracted("audit");
  const { data } = useQuery({ ...useEventNames(), enabled: value !== "" });
  const label = data?.find(({ event }) => event === value)?.label;
  return (
    <FilterPicker
      label={t("Event")}
      any={t("Any event")}
      chosen={value === "" ? null : (label ?? value)}
      placeholder={t("Role granted, webhook…")}
      search={useEventSearch()}
      onChange={onChange}
    />
  );
}

/** Returns the name of a user by id. Returns undefined while the name loads, and for ids of other records. */
function useNameOf(userId: string) {
  const personName = usePersonName();
  const isPerson = /^[1-9]\d{0,14}$/.test(userId);
  const { data } = useQuery(
    useTRPC().users.profile.queryOptions({ userId: Number(userId) }, { enabled: isPerson, retry: false }),
  );
  return data && personName(data.user);
}

/** Chooses the actor: a user or a credential of the management API. */
export function ActorPicker({ value, onChange }: Props) {
  const t = useExtracted("audit");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const personName = usePersonName();
  const name = useNameOf(value);
  const { nameless } = useThingWords();
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
      label={t("Actor")}
      any={t("Anyone")}
      chosen={value === "" ? null : (name ?? (/^\d+$/.test(value) ? nameless(`user:${value}`) : value))}
      placeholder={t("Name, e-mail or credential…")}
      search={search}
      onChange={onChange}
    />
  );
}

/** Chooses the target of an event: a user, or another record in the log. */
export function TenantTargetPicker({ value, onChange }: Props) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const personName = usePersonName();
  const targetName = useTargetName();
  const [, userId = ""] = /^user:(\d+)$/.exec(value) ?? [];
  const person = useNameOf(userId);
  const { data: newest } = useQuery(
    trpc.audit.page.queryOptions({ target: value, limit: 1 }, { enabled: value !== "" }),
  );
  const [last] = newest?.events ?? [];
  return (
    <TargetPicker
      value={value}
      name={person ?? (last && targetName(last))}
      things={(text) => {
        const matches = fits(text);
        const named =
          <T extends { name: string }>(ref: (row: T) => string) =>
          (rows: T[]) =>
            rows.filter(({ name }) => matches(name)).map((row) => ({ ref: ref(row), name: row.name }));
        return [
          queries.fetchQuery(trpc.users.page.queryOptions({ search: text, limit: 6 })).then(({ users }) =>
            users.map((user) => ({
              ref: `user:${user.userId}`,
              name: personName(user),
              hint: user.email ?? undefined,
            })),
          ),
          queries.fetchQuery(trpc.apps.list.queryOptions({})).then(named(({ appId }) => `app:${appId}`)),
          queries.fetchQuery(trpc.roles.list.queryOptions({})).then(named(({ roleId }) => `role:${roleId}`)),
          queries.fetchQuery(trpc.tags.list.queryOptions({})).then(named(({ tagId }) => `tag:${tagId}`)),
        ];
      }}
      inLog={(text) => queries.fetchQuery(trpc.audit.find.queryOptions({ text, limit: 20 }))}
      onChange={onChange}
    />
  );
}
