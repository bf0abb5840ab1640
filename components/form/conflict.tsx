"use client";

import { useExtracted } from "next-intl";
import { createContext, useContext } from "react";
import { Button } from "../ui/button";

/** Edit conflict. `theirs` contains the values that another person saved, for fields that are also edited in this form. */
interface Conflict {
  theirs: Readonly<Record<string, unknown>>;
  /** Replaces the input in a field by the value that the other person saved. */
  take: (field: string) => void;
}

export const ConflictContext = createContext<Conflict>({ theirs: {}, take: () => {} });

/** Returns a function that formats the value of a field as text. */
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

/** Returns the id of the conflict message below a control. Returns undefined if the field has no conflict. */
export function useConflictId(name: string, id: string) {
  const { theirs } = useContext(ConflictContext);
  return Object.hasOwn(theirs, name) ? `${id}-theirs` : undefined;
}

/**
 * Conflict message below a field. Shows the value that another person saved, with a button that takes over this value. The
 * control must refer to the message in aria-describedby (`useConflictId`).
 */
export function FieldConflict({
  name,
  id,
  words: ownWords,
}: {
  name: string;
  /** Id of the form control. */
  id: string;
  /** Formats a value of this field. Undefined selects the default format. */
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
