import { useState } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { currentOf, parted } from "./conflicts";
import type { Unsaved } from "./leave-guard";

/** Loaded values of the fields. A form that must not overwrite other changes sends them with its values. */
export interface Seen {
  $basedOn: Record<string, unknown>;
}

/** Result of `onSubmit` if the reader cancelled and nothing was sent. */
export const notSaved = Symbol("not saved");

/**
 * Submits a form without losing changes of others. On a conflict, unedited fields take over the new values and the form is sent
 * again. If edited fields are affected, nothing is sent: `theirs` has the new values, and `take` puts one into the form. `send`
 * throws other refusals. `kept` has the stored values of fields whose default is a suggestion. `unsaved` is informed about
 * submitted, taken and saved values, so that input during the submission counts as unsaved.
 */
export function useEditConflicts<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  defaultValues: Record<string, unknown>,
  onSubmit: (values: Output, seen: Seen) => Promise<unknown>,
  unsaved: Unsaved,
  kept: Record<string, unknown> = {},
) {
  /** Values before any input, to detect edited fields. */
  const [loaded, setLoaded] = useState<Record<string, unknown>>(defaultValues);
  const [basedOn, setBasedOn] = useState<Record<string, unknown>>({ ...defaultValues, ...kept });
  const [theirs, setTheirs] = useState<Record<string, unknown>>({});
  /** Texts stay texts: a select stores an id as text. */
  const put = (field: string, value: unknown) => {
    const fitting = typeof loaded[field] === "string" && typeof value === "number" ? String(value) : value;
    const nothing = Array.isArray(loaded[field]) ? [] : "";
    // The type of the value follows from the name of the field, which is known only at run time.
    form.setValue(field as FieldPath<Input>, (fitting ?? nothing) as never, { shouldDirty: true });
  };
  /** Records the values of these fields on the server. */
  const learn = (known: Record<string, unknown>) => {
    setLoaded((before) => ({ ...before, ...known }));
    setBasedOn((before) => ({ ...before, ...known }));
  };
  const saved = (values: object, sent: Input) => {
    // A field may show a list as a text. Keeps the text.
    const shown = Object.entries(values).map(([field, value]: [string, unknown]): [string, unknown] => [
      field,
      typeof value === "object" ? sent[field] : value,
    ]);
    learn(Object.fromEntries(shown));
    setTheirs({});
    unsaved.settle(sent);
  };
  /** Puts the server's values into these fields. */
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

  /** Sends the values. They count as submitted until the response. */
  async function sendBasedOn(values: Output, seen: Record<string, unknown>) {
    // Copied, because the values of the form may change during the submission.
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
