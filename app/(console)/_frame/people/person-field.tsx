"use client";

import { ChevronsUpDown } from "lucide-react";
import { useExtracted } from "next-intl";
import { useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import { cn } from "@/components/ui/cn";
import { inputClass } from "@/components/ui/input/input";
import { PersonPicker } from "./person-picker";

/** Form field that chooses a user. The field shows the name and submits the id. */
export function PersonField({
  name,
  label,
  hint,
  taken,
}: {
  name: string;
  label: string;
  hint?: string;
  taken?: ReadonlyMap<number, string>;
}) {
  const t = useExtracted("console");
  const { setValue, getFieldState, formState } = useFormContext();
  const [chosen, setChosen] = useState<string | null>(null);
  const id = useId();
  const { error } = getFieldState(name, formState);
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <PersonPicker
        {...(taken && { taken })}
        onPick={(person) => {
          setChosen(person.name);
          setValue(name, person.userId, { shouldDirty: true, shouldValidate: true });
        }}
        trigger={
          <button
            type="button"
            id={id}
            data-invalid={error ? true : undefined}
            {...(described && { "aria-describedby": described })}
            className={inputClass(
              "flex items-center justify-between gap-2 text-left data-[invalid]:border-danger",
            )}
          >
            <span className={cn("min-w-0 truncate", chosen === null && "text-ink-faint")}>
              {chosen ?? t("Choose a person…")}
            </span>
            <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
          </button>
        }
      />
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger-text">
          {chosen === null ? t("Choose a person") : error.message}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  );
}
