"use client";

import { useExtracted } from "next-intl";
import { useId, type ReactNode } from "react";
import { useFormContext, type FieldValues } from "react-hook-form";
import { Box } from "../ui/page/box";
import { Button } from "../ui/button";
import { Input, NativeSelect, Textarea } from "../ui/input/input";
import { FieldConflict, useConflictId } from "./conflict";

interface FieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
}

/** Returns the id, the error message and the ARIA attributes of a field. */
function useField(name: string, hint: ReactNode) {
  const t = useExtracted("shared");
  const { register, formState, getFieldState } = useFormContext<FieldValues>();
  const id = useId();
  const { error } = getFieldState(name, formState);
  const message = error ? (firstMessage(error) ?? t("This is not valid")) : null;
  const conflict = useConflictId(name, id);
  const described = [conflict, message && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return {
    id,
    message,
    register,
    attributes: { id, "aria-invalid": message !== null, ...(described && { "aria-describedby": described }) },
  };
}

/** Returns the error message of a field. For a list or an object, the message may belong to an item or a property. */
function firstMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || error instanceof Element) return undefined;
  const { message } = error as { message?: unknown };
  if (typeof message === "string" && message !== "") return message;
  for (const part of Object.values(error)) {
    const found = firstMessage(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

function Field({
  id,
  name,
  label,
  hint,
  message,
  words,
  children,
}: {
  id: string;
  name: string;
  label: string;
  hint?: ReactNode;
  message: string | null;
  words?: ((value: unknown) => string | undefined) | undefined;
  children: ReactNode;
}) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children}
      <FieldConflict name={name} id={id} words={words} />
      {message && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger-text">
          {message.charAt(0).toUpperCase() + message.slice(1)}
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

/**
 * Field for one line of text. The form omits an empty optional field. The form sends null for an empty nullable field, and null
 * removes the stored value.
 */
export function TextField({
  name,
  label,
  hint,
  optional = false,
  nullable = false,
  ...input
}: FieldProps & { optional?: boolean; nullable?: boolean } & Omit<
    React.ComponentProps<typeof Input>,
    "name"
  >) {
  const { id, message, register, attributes } = useField(name, hint);
  const setValueAs = nullable ? emptyAsNull : optional ? emptyAsNothing : undefined;
  return (
    <Field id={id} name={name} label={label} hint={hint} message={message}>
      <Input {...input} {...attributes} {...register(name, { ...(setValueAs && { setValueAs }) })} />
    </Field>
  );
}

/** Field for a whole number. The form sends null for an empty nullable field. */
export function NumberField({
  name,
  label,
  hint,
  nullable = false,
  ...input
}: FieldProps & { nullable?: boolean } & Omit<React.ComponentProps<typeof Input>, "name">) {
  const { id, message, register, attributes } = useField(name, hint);
  return (
    <Field id={id} name={name} label={label} hint={hint} message={message}>
      <Input
        type="number"
        inputMode="numeric"
        {...input}
        {...attributes}
        {...register(name, { setValueAs: nullable ? emptyAsNullNumber : emptyAsNumber })}
      />
    </Field>
  );
}

/** Field for several lines of text. The form sends null for an empty nullable field, and omits other empty fields. */
export function TextareaField({
  name,
  label,
  hint,
  nullable = false,
  ...area
}: FieldProps & { nullable?: boolean } & Omit<React.ComponentProps<typeof Textarea>, "name">) {
  const { id, message, register, attributes } = useField(name, hint);
  return (
    <Field id={id} name={name} label={label} hint={hint} message={message}>
      <Textarea
        {...area}
        {...attributes}
        {...register(name, { setValueAs: nullable ? emptyAsNull : emptyAsNothing })}
      />
    </Field>
  );
}

export function SelectField({
  name,
  label,
  hint,
  options,
}: FieldProps & { options: { value: string; label: string }[] }) {
  const { id, message, register, attributes } = useField(name, hint);
  const words = (chosen: unknown) => {
    const text = typeof chosen === "string" ? chosen : JSON.stringify(chosen);
    return options.find(({ value }) => value !== "" && value === text)?.label;
  };
  return (
    <Field id={id} name={name} label={label} hint={hint} message={message} words={words}>
      <NativeSelect {...attributes} {...register(name)} className="w-full">
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}

/** Single checkbox. */
export function CheckboxField({ name, label, hint }: FieldProps) {
  const { id, message, register, attributes } = useField(name, hint);
  return (
    <div className="flex items-start gap-2.5">
      <Box {...attributes} {...register(name)} className="mt-0.5" />
      <div>
        <label htmlFor={id}>{label}</label>
        <FieldConflict name={name} id={id} />
        {message && (
          <p id={`${id}-error`} className="text-sm text-danger-text">
            {message}
          </p>
        )}
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-ink-faint">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

/** Group of checkboxes with hints. A button selects all checkboxes or none. */
export function CheckboxGroupField({
  name,
  label,
  options,
}: {
  name: string;
  label: string;
  options: { value: string; label: string; hint: string }[];
}) {
  const t = useExtracted("shared");
  const { register, watch, setValue, formState, getFieldState } = useFormContext<FieldValues>();
  const id = useId();
  const chosen = (watch(name) as string[] | undefined) ?? [];
  const { error } = getFieldState(name, formState);
  const conflict = useConflictId(name, id);
  const described = [conflict, error && `${id}-error`].filter(Boolean).join(" ");
  const all = chosen.length === options.length;
  return (
    <fieldset aria-describedby={described || undefined}>
      <div className="mb-1.5 flex items-center justify-between">
        <legend className="float-left text-sm font-medium">{label}</legend>
        <Button
          size="sm"
          variant="ghost"
          onClick={() =>
            setValue(name, all ? [] : options.map(({ value }) => value), {
              shouldDirty: true,
              shouldValidate: formState.isSubmitted,
            })
          }
        >
          {all ? t("Clear all") : t("Select all")}
        </Button>
      </div>
      <div className="grid gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-2">
        {options.map((option) => (
          <label key={option.value} className="flex items-start gap-2.5 bg-surface px-3 py-2 hover:bg-sunken">
            <Box value={option.value} {...register(name)} className="mt-0.5" />
            <span className="min-w-0">
              <span className="block font-mono text-xs break-words">{option.label}</span>
              <span className="block text-sm text-ink-soft">{option.hint}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldConflict name={name} id={id} />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger-text">
          {error.message ?? error.root?.message ?? t("Choose at least one")}
        </p>
      )}
    </fieldset>
  );
}

const emptyAsNothing = (value: unknown) => (value === "" || value === null ? undefined : value);
const emptyAsNull = (value: unknown) => (value === "" || value === undefined ? null : value);
const emptyAsNumber = (value: unknown) => (value === "" || value === null ? undefined : Number(value));
const emptyAsNullNumber = (value: unknown) => emptyAsNumber(value) ?? null;
