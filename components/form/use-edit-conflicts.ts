import { useState } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { currentOf, parted } from "./conflicts";
import type { Unsaved } from "./leave-guard";

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
 * server holds of fields that the form only suggests a value for; `unsaved` is told what was sent, taken over and saved, so that
 * what is typed while the form is sent counts as typed.
 */
export function useEditConflicts<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  defaultValues: Record<string, unknown>,
  onSubmit: (values: Output, seen: Seen) => Promise<unknown>,
  unsaved: Unsaved,
  kept: Record<string, unknown> = {},
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
  const saved = (values: object, sent: Input) => {
    // A field may show as a text what is sent as a list: it goes on as it is shown.
    const shown = Object.entries(values).map(([field, value]: [string, unknown]): [string, unknown] => [
      field,
      typeof value === "object" ? sent[field] : value,
    ]);
    learn(Object.fromEntries(shown));
    setTheirs({});
    unsaved.settle(sent);
  };
  /** Puts what the server has into these fields. */
  const takeOver = (known: Record<string, unknown>) => {
    for (const [field, value] of Object.entries(known)) {
      put(field, value);
      unsaved.settleFields({ [field]: form.getValues(field as FieldPath<Input>) });
    }
  };
  const take = (field: string) => {
    takeOver({ [field]: theirs[field] });
    setTheirs(({ [field]: _taken, ...rest }) => rest);
  };

  /** Whether it was sent, and taken. */
  async function sendBasedOn(values: Output, seen: Record<string, unknown>) {
    // The form's own values change while they are sent, and what is typed then is not what was sent.
    const sent = structuredClone(form.getValues());
    unsaved.sending(sent);
    try {
      if ((await onSubmit(values, { $basedOn: seen })) !== notSaved) saved(values, sent);
    } finally {
      unsaved.sending(null);
    }
  }

  async function reconcile(current: Record<string, unknown>) {
    const { untouched, contested } = parted(current, loaded, form.getValues());
    takeOver(untouched);
    learn(current);
    setTheirs(contested);
    if (Object.keys(contested).length > 0) return;
    await form.handleSubmit((values) => sendBasedOn(values, { ...basedOn, ...current }))();
  }

  async function send(values: Output) {
    try {
      await sendBasedOn(values, basedOn);
    } catch (error) {
      const current = currentOf(error);
      if (current === null) throw error;
      await reconcile(current);
    }
  }
  return { send, theirs, take };
}
