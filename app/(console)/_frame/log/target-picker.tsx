"use client";

import { useExtracted } from "next-intl";
import type { ComboboxItem } from "@/components/ui/combobox";
import type { AuditEvent } from "@/server/domain/audit/audit.schema";
import { useEventNames } from "./event-names";
import { FilterPicker } from "../lists/filter-picker";
import { fits } from "../palette/palette-words";
import { useThingWords } from "./thing-words";

/** From so many letters on the log itself is searched by name. */
const LEAST = 3;
const EACH = 6;

/** A thing as a log names its targets, `kind:id`, and what it is called. */
export interface Thing {
  ref: string;
  name: string;
  hint?: string | undefined;
}

/**
 * Chooses what the entries of a log are about: one of `things`, what the log alone still knows by that name, or a reference
 * as it is written (`kind:id`), which is what the address keeps.
 */
export function TargetPicker({
  value,
  name,
  things,
  inLog,
  onChange,
}: {
  value: string;
  /** What the chosen one is called, where that is known. */
  name: string | null | undefined;
  /** What is there under this name; each list that may be asked. */
  things: (text: string) => Promise<Thing[]>[];
  /** The entries of the log that hold this name. */
  inLog: (text: string) => Promise<AuditEvent[]>;
  onChange: (ref: string | null) => void;
}) {
  const t = useExtracted("console");
  const names = useEventNames();
  const { kind, nameless } = useThingWords();
  const logged = async (text: string): Promise<Thing[]> =>
    text.length < LEAST
      ? []
      : (await inLog(text)).flatMap((event) => {
          const name = names.target(event);
          return name !== null && fits(text)(name) ? [{ ref: event.target, name }] : [];
        });
  const search = async (text: string): Promise<ComboboxItem[]> => {
    const asked = await Promise.allSettled([...things(text), logged(text)]);
    const found = asked.flatMap((list) => (list.status === "fulfilled" ? list.value.slice(0, EACH) : []));
    const written = /^[a-z_]+:\S+$/.test(text) ? [{ ref: text, name: nameless(text), hint: text }] : [];
    // What there is goes before what the log has of it: that is its name of today.
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
      any={t("About anything")}
      chosen={value === "" ? null : (name ?? nameless(value))}
      placeholder={t("Name, e-mail or user:12…")}
      search={search}
      onChange={onChange}
    />
  );
}
