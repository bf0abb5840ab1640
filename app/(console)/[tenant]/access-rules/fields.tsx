"use client";

import { useId, useState, type ReactNode } from "react";
import { useFormContext, useWatch, type FieldError } from "react-hook-form";
import { Input, Textarea } from "@/components/ui/input/input";

interface Attributes {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string;
}

type Errors = FieldError | (FieldError | undefined)[] | undefined;

/** Returns the first error message of a field. The value of the field may be a list with an error for each item. */
const firstMessage = (error: Errors) =>
  (Array.isArray(error) ? error.find((item) => item?.message)?.message : error?.message) ?? null;

/** Form field whose value is not a text, for example a list. Shows the error of the field. `children` renders the control. */
export function ValueField<Value>({
  name,
  label,
  hint,
  group = false,
  children,
}: {
  name: string;
  label: string;
  hint?: string;
  /** True if the field has several controls. */
  group?: boolean;
  children: (value: Value, change: (value: Value) => void, attributes: Attributes) => ReactNode;
}) {
  const { setValue, formState } = useFormContext<Record<string, unknown>>();
  const value = useWatch({ name }) as Value;
  const id = useId();
  const message = firstMessage(formState.errors[name] as Errors);
  const change = (next: Value) =>
    setValue(name, next, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const attributes = { id, "aria-invalid": message !== null, "aria-describedby": `${id}-about` };
  return (
    <div
      {...(group && { role: "group", "aria-labelledby": `${id}-name`, "aria-describedby": `${id}-about` })}
    >
      {group ? (
        <p id={`${id}-name`} className="mb-1 text-sm font-medium">
          {label}
        </p>
      ) : (
        <label htmlFor={id} className="mb-1 block text-sm font-medium">
          {label}
        </label>
      )}
      {children(value, change, attributes)}
      <div id={`${id}-about`}>
        {message && (
          <p className="mt-1 text-sm break-words text-danger-text">
            {message.charAt(0).toUpperCase() + message.slice(1)}
          </p>
        )}
        {hint && <p className="mt-1 text-sm text-ink-faint">{hint}</p>}
      </div>
    </div>
  );
}

/** Field for several texts, one per line. */
export function LinesField({
  name,
  label,
  hint,
  placeholder,
}: {
  name: string;
  label: string;
  hint: string;
  placeholder: string;
}) {
  const [text, setText] = useState("");
  return (
    <ValueField<string[]> name={name} label={label} hint={hint}>
      {(_value, change, attributes) => (
        <Textarea
          {...attributes}
          value={text}
          placeholder={placeholder}
          spellCheck={false}
          className="font-mono"
          onChange={(event) => {
            setText(event.target.value);
            change(event.target.value.split(/[\s,;]+/).filter(Boolean));
          }}
        />
      )}
    </ValueField>
  );
}

/** Field for a point in time, in the time zone of the browser. */
export function InstantField({ name, label, hint }: { name: string; label: string; hint: string }) {
  const [text, setText] = useState("");
  return (
    <ValueField<string | undefined> name={name} label={label} hint={hint}>
      {(_value, change, attributes) => (
        <Input
          {...attributes}
          type="datetime-local"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            const at = new Date(event.target.value);
            change(Number.isNaN(at.getTime()) ? undefined : at.toISOString());
          }}
        />
      )}
    </ValueField>
  );
}
