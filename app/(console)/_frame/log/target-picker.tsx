"use client";

import { useExtracted } from "next-intl";
import type { ComboboxItem } from "@/components/ui/menu/combobox";
import type { LoggedEvent } from "@/server/domain/audit/audit.schema";
import { FilterPicker } from "../lists/filter-picker";
import { fits } from "../palette/palette-words";
import { useThingWords, useTargetName } from "./thing-words";

/** Minimum length of a text to search the log for names, in characters. */
const LEAST = 3;
const EACH = 6;

/** Record with a name. `ref` has the form `kind:id`, as in the log. */
export interface Thing {
  ref: string;
  name: string;
  hint?: string | undefined;
}

/**
 * Chooses the target for the filter of the log. The choices are existing records (`things`), deleted records with a name in the
 * log, and a typed `kind:id`. The query of the page stores the target.
 */
export function TargetPicker({
  value,
  name,
  things,
  inLog,
  onChange,
}: {
  value: string;
  /** Name of the chosen record if it is known. */
  name: string | null | undefined;
  /** Searches the existing records by name. Returns one promise for each list that the administrator may read. */
  things: (text: string) => Promise<Thing[]>[];
  /** Returns the events of the log that contain a name. */
  inLog: (text: string) => Promise<LoggedEvent[]>;
  onChange: (ref: string | null) => void;
}) {
  const t = useExtracted("console");
  const targetName = useTargetName();
  const { kind, nameless } = useThingWords();
  const logged = async (text: string): Promise<Thing[]> =>
    text.length < LEAST
      ? []
      : (await inLog(text)).flatMap((event) => {
          const name = targetName(event);
          return name !== null && fits(text)(name) ? [{ ref: event.target, name }] : [];
        });
  const search = async (text: string): Promise<ComboboxItem[]> => {
    const asked = await Promise.allSettled([...things(text), logged(text)]);
    const found = asked.flatMap((list) => (list.status === "fulfilled" ? list.value.slice(0, EACH) : []));
    const written = /^[a-z_]+:\S+$/.test(text) ? [{ ref: text, name: nameless(text), hint: text }] : [];
    // If a record is found twice, the existing record replaces the entry of the log, because only the existing record has the
    // current name.
    return [...new Map([...found, ...written].toReversed().map((thing) => [thing.ref, thing])).values()]
      .toReversed()
      .map(({ ref, name, hint }) => ({
        id: ref,
        label: name,
        hint: [kind(ref), hint].filter(Boolean).join(" · ") || undefined,
      }));
  };
  return (
    <FilterPicker
      main
      label={t("About")}
      any={t("All targets")}
      chosen={value === "" ? null : (name ?? nameless(value))}
      placeholder={t("Name, e-mail or user:12…")}
      search={search}
      onChange={onChange}
    />
  );
}
