"use client";

import { useExtracted } from "next-intl";
import { useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Textarea } from "@/components/ui/input";

const NAME = "options";

/** The choices of a field, one in each line. */
export function OptionsField() {
  const t = useExtracted("custom-fields");
  const { getValues, setValue, getFieldState, formState } = useFormContext();
  const [text, setText] = useState(() => ((getValues(NAME) as string[] | undefined) ?? []).join("\n"));
  const id = useId();
  const { error } = getFieldState(NAME, formState);
  const message = Array.isArray(error) ? t("Each line must have 1 to 200 characters") : error?.message;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {t("Choices")}
      </label>
      <Textarea
        id={id}
        rows={5}
        value={text}
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
        onChange={({ target: { value } }) => {
          setText(value);
          const options = value
            .split("\n")
            .map((line) => line.trim())
            .filter(Boolean);
          setValue(NAME, options, { shouldDirty: true, shouldValidate: formState.isSubmitted });
        }}
      />
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger-text">
          {message && message.charAt(0).toUpperCase() + message.slice(1)}
        </p>
      )}
      <p id={`${id}-hint`} className="mt-1 text-sm text-ink-faint">
        {t("One in each line, each once. A choice that is removed stays with those who have it.")}
      </p>
    </div>
  );
}
