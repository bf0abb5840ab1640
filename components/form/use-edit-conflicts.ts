import { useState } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { currentOf, parted } from "./conflicts";

/** Sent beside the values by a form that must not undo what somebody else has done: the fields as it had loaded them. */
export interface Seen {
  $basedOn: Record<string, unknown>;
}

/** What `onSubmit` gives where the reader thought better of it: nothing was sent. */
export const notSaved = Symbol("not saved");

/**
 * Sends a form so that two people who edit one thing lose nothing. What somebody else has changed meanwhile is taken over,
 * and the form sent again, where nothing was typed in it; where something was, nothing is sent: `theirs` are those fields'
 * values now, and `take` puts one of them into the form. `send` throws whatever else the server refuses. `kept` is what the
 * server holds of fields that the form only suggests a value for; `onSaved` is told when what the form holds was taken.
 */
export function useEditConflicts<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  defaultValues: Record<string, unknown>,
  onSubmit: (values: Output, seen: Seen) => Promise<unknown>,
  kept: Record<string, unknown> = {},
  onSaved: () => void = () => {},
) {
  /** What the fields held before anything was typed: what differs from it was typed. */
  const [loaded, setLoaded] = useState<Record<string, unknown>>(defaultValues);
  const [basedOn, setBasedOn] = useState<Record<string, unknown>>({ ...defaultValues, ...kept });
  const [theirs, setTheirs] = useState<Record<string, unknown>>({});
  /** Texts stay texts: a choice of the browser's holds an id as one. */
  const put = (field: string, value: unknown) => {
    const fitting = typeof loaded[field] === "string" && typeof value === "number" ? String(value) : value;
    const nothing = Array.isArray(loaded[field]) ? [] : "";
    form.setValue(field as FieldPath<Input>, (fitting ?? nothing) as never, { shouldDirty: true });
  };
  /** These fields are known to be so on the server. */
  const learn = (known: Record<string, unknown>) => {
    setLoaded((before) => ({ ...before, ...known }));
    setBasedOn((before) => ({ ...before, ...known }));
  };
  const saved = (values: object) => {
    // A field may show as a text what is sent as a list: it goes on as it is shown.
    const shown = Object.entries(values).map(([field, value]: [string, unknown]): [string, unknown] => [
      field,
      typeof value === "object" ? form.getValues(field as FieldPath<Input>) : value,
    ]);
    learn(Object.fromEntries(shown));
    setTheirs({});
    onSaved();
  };
  const take = (field: string) => {
    put(field, theirs[field]);
    setTheirs(({ [field]: _taken, ...rest }) => rest);
  };

  async function reconcile(current: Record<string, unknown>) {
    const { untouched, contested } = parted(current, loaded, form.getValues());
    for (const [field, value] of Object.entries(untouched)) put(field, value);
    learn(current);
    setTheirs(contested);
    if (Object.keys(contested).length > 0) return;
    await form.handleSubmit(async (values) => {
      if ((await onSubmit(values, { $basedOn: { ...basedOn, ...current } })) !== notSaved) saved(values);
    })();
  }

  async function send(values: Output) {
    try {
      if ((await onSubmit(values, { $basedOn: basedOn })) === notSaved) return;
    } catch (error) {
      const current = currentOf(error);
      if (current === null) throw error;
      return reconcile(current);
    }
    saved(values);
  }
  return { send, theirs, take };
}
