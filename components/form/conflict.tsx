"use client";

import { useExtracted } from "next-intl";
import { createContext, useContext } from "react";
import { Button } from "../ui/button";

/** What somebody else has made of fields in which the reader has typed something else. */
interface Conflict {
  theirs: Readonly<Record<string, unknown>>;
  /** Puts their value into the field, in place of what was typed. */
  take: (field: string) => void;
}

export const ConflictContext = createContext<Conflict>({ theirs: {}, take: () => {} });

/** A field's value as a reader would say it. */
function useValueWords() {
  const t = useExtracted("shared");
  const words = (value: unknown): string => {
    if (value === null || value === undefined || value === "") return t("nothing");
    if (typeof value === "boolean") return value ? t("on") : t("off");
    if (Array.isArray(value)) return value.length === 0 ? t("nothing") : value.map(words).join(", ");
    return typeof value === "string" ? t("“{text}”", { text: value }) : JSON.stringify(value);
  };
  return words;
}

/** The id of what `FieldConflict` says below the control with this id; undefined while two people do not differ about it. */
export function useConflictId(name: string, id: string) {
  const { theirs } = useContext(ConflictContext);
  return Object.hasOwn(theirs, name) ? `${id}-theirs` : undefined;
}

/**
 * Below a field that two people have changed: what the other one made of it, and a way to take that. The control names it
 * in its aria-describedby (`useConflictId`).
 */
export function FieldConflict({
  name,
  id,
  words: ownWords,
}: {
  name: string;
  /** The control's. */
  id: string;
  /** The field's own words for a value; undefined where it has none. */
  words?: ((value: unknown) => string | undefined) | undefined;
}) {
  const t = useExtracted("shared");
  const words = useValueWords();
  const { theirs, take } = useContext(ConflictContext);
  const describedBy = useConflictId(name, id);
  if (describedBy === undefined) return null;
  const value = theirs[name];
  return (
    <p
      id={describedBy}
      className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md bg-warning-soft px-2 py-1 text-sm text-warning-text"
    >
      <span className="min-w-0 break-words">
        {t("Somebody else has set it to {value}.", { value: ownWords?.(value) ?? words(value) })}
      </span>
      <Button size="sm" onClick={() => take(name)}>
        {t("Take theirs")}
      </Button>
    </p>
  );
}
