"use client";

import { useExtracted } from "next-intl";
import { createContext, useContext } from "react";
import { Button } from "../ui/button";

/** Values that another person has saved for fields that the reader has edited. */
interface Conflict {
  theirs: Readonly<Record<string, unknown>>;
  /** Replaces the reader's input by the other value. */
  take: (field: string) => void;
}

export const ConflictContext = createContext<Conflict>({ theirs: {}, take: () => {} });

/** Returns a function that formats a field's value as text. */
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

/** Returns the id of the text of `FieldConflict` below the control. Undefined without a conflict. */
export function useConflictId(name: string, id: string) {
  const { theirs } = useContext(ConflictContext);
  return Object.hasOwn(theirs, name) ? `${id}-theirs` : undefined;
}

/**
 * Shows below a field the value that another person saved, with a button to use it. The control references it in aria-describedby
 * (`useConflictId`).
 */
export function FieldConflict({
  name,
  id,
  words: ownWords,
}: {
  name: string;
  /** Id of the control. */
  id: string;
  /** Returns the text of a value in this field. Undefined if the general text applies. */
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
        {t("Someone else has set it to {value}.", { value: ownWords?.(value) ?? words(value) })}
      </span>
      <Button size="sm" onClick={() => take(name)}>
        {t("Use the other value")}
      </Button>
    </p>
  );
}
