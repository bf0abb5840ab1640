"use client";

import { useExtracted } from "next-intl";
import { useId, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { FieldConflict, useConflictId } from "@/components/form/conflict";
import { Textarea } from "@/components/ui/input/input";

const NAME = "options";

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Text area for the choices of a custom field, one choice per line. */
export function OptionsField() {
  const t = useExtracted("custom-fields");
  const { control, setValue, getFieldState, formState } = useFormContext();
  const kept = ((useWatch({ control, name: NAME }) as string[] | null | undefined) ?? []).join("\n");
  /** Text in the text area. The text may contain blanks and empty lines that the value of the form does not contain. */
  const [typed, setTyped] = useState(kept);
  const id = useId();
  const conflict = useConflictId(NAME, id);
  const { error } = getFieldState(NAME, formState);
  const message = Array.isArray(error) ? t("Each line must have 1 to 200 characters") : error?.message;
  const described = [conflict, error && `${id}-error`, `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {t("Choices")}
      </label>
      <Textarea
        id={id}
        rows={5}
        value={linesOf(typed).join("\n") === kept ? typed : kept}
        aria-invalid={error !== undefined}
        aria-describedby={described}
        onChange={({ target: { value } }) => {
          setTyped(value);
          setValue(NAME, linesOf(value), { shouldDirty: true, shouldValidate: formState.isSubmitted });
        }}
      />
      <FieldConflict name={NAME} id={id} />
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger-text">
          {message && message.charAt(0).toUpperCase() + message.slice(1)}
        </p>
      )}
      <p id={`${id}-hint`} className="mt-1 text-sm text-ink-faint">
        {t("One per line, without duplicates. People who have a removed choice keep it.")}
      </p>
    </div>
  );
}
