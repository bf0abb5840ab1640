import { useState } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { currentOf, parted } from "./conflicts";
import type { Unsaved } from "./leave-guard";

/** Loaded values of the fields. With these values, the server detects changes that another person has made since. */
export interface Seen {
  $basedOn: Record<string, unknown>;
}

/** Result of `onSubmit` if the person cancelled the submission. */
export const notSaved = Symbol("not saved");

/**
 * Submits a form without overwriting changes of other people.
 *
 * If another person has changed fields, the server reports a conflict. Unedited fields take over the new values. If all changed
 * fields are unedited, the form is sent again. Otherwise nothing is saved, `theirs` contains the new values of the edited
 * fields, and `take` puts one value into the form. `send` rethrows other errors.
 *
 * - `kept` contains the stored values of fields whose default value is only a suggestion.
 * - `unsaved` records submitted, taken and saved values. Input during the submission counts as unsaved.
 */
export function useEditConflicts<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  defaultValues: Record<string, unknown>,
  onSubmit: (values: Output, seen: Seen) => Promise<unknown>,
  unsaved: Unsaved,
  kept: Record<string, unknown> = {},
) {
  /** Values before the person's input. Used to detect edited fields. */
  const [loaded, setLoaded] = useState<Record<string, unknown>>(defaultValues);
  const [basedOn, setBasedOn] = useState<Record<string, unknown>>({ ...defaultValues, ...kept });
  const [theirs, setTheirs] = useState<Record<string, unknown>>({});
  /** Puts a value into a field. Converts a number to a text if the field contains a text, for example the id in a select. */
  const put = (field: string, value: unknown) => {
    const fitting = typeof loaded[field] === "string" && typeof value === "number" ? String(value) : value;
    const nothing = Array.isArray(loaded[field]) ? [] : "";
    // The cast to `never` is needed, because the name of the field is known only at run time.
    form.setValue(field as FieldPath<Input>, (fitting ?? nothing) as never, { shouldDirty: true });
  };
  /** Stores the current server values of these fields. */
  const learn = (known: Record<string, unknown>) => {
    setLoaded((before) => ({ ...before, ...known }));
    setBasedOn((before) => ({ ...before, ...known }));
  };
  const saved = (values: object, sent: Input) => {
    // For a list or an object, stores the input of the form instead of the parsed value, because the field may show the list as
    // a text.
    const shown = Object.entries(values).map(([field, value]: [string, unknown]): [string, unknown] => [
      field,
      typeof value === "object" ? sent[field] : value,
    ]);
    learn(Object.fromEntries(shown));
    setTheirs({});
    unsaved.settle(sent);
  };
  /** Puts the server values into these fields and marks them as saved. */
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

  /** Sends the values. Until the response, `unsaved` treats the values as submitted. */
  async function sendBasedOn(values: Output, seen: Record<string, unknown>) {
    // Copies the values, because the person may change the form during the submission.
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
