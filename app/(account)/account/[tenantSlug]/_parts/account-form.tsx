"use client";

import { useExtracted } from "next-intl";
import { createContext, use, useActionState, useId, type ComponentProps, type ReactNode } from "react";
import { useFormStatus } from "react-dom";
import { Box } from "@/components/ui/page/box";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Input, NativeSelect } from "@/components/ui/input/input";
import type { AccountForm as FormName, FormState } from "@/server/auth/account/forms";
import { submitForm } from "./actions";
import { useDoneWords } from "./done-words";

const State = createContext<FormState | null>(null);

/** Returns the result of the form to the components in it. */
export const useFormState = () => use(State);

/**
 * Form of the account page. The browser submits it without scripts, too. It shows the result: a confirmation, or the refused
 * field with the message and the submitted values.
 */
export function AccountForm({
  slug,
  page,
  name,
  children,
  stale = false,
  className = "space-y-4",
}: {
  slug: string;
  /** Page of the account that contains the form. */
  page: string;
  name: FormName;
  children: ReactNode;
  /** True if the result is out of date. */
  stale?: boolean;
  className?: string;
}) {
  const doneWords = useDoneWords();
  const [state, submit, pending] = useActionState(submitForm, null);
  // A result is out of date while the next one is pending.
  const answer = stale || pending ? null : state;
  return (
    <State value={state}>
      <form action={submit} className={className}>
        {/* A field and not a bound argument: React cannot render the result of an action that a client component has bound. */}
        <input type="hidden" name="account.slug" value={slug} />
        <input type="hidden" name="account.page" value={page} />
        <input type="hidden" name="account.form" value={name} />
        {/* The element exists while it is empty, because screen readers announce only changes. An empty one takes no space. */}
        <div role="status" className="empty:absolute">
          {answer?.done && <Callout tone="success">{doneWords(answer.done)}</Callout>}
        </div>
        {answer?.error && !answer.field && <Callout tone="danger">{answer.error}</Callout>}
        {children}
      </form>
    </State>
  );
}

/** Submits the form. Busy while the form is pending or `loading` is true. */
export function SubmitButton({ children, loading = false, ...rest }: ComponentProps<typeof Button>) {
  const { pending } = useFormStatus();
  return (
    <Button type="submit" variant="primary" {...rest} loading={loading || pending}>
      {children}
    </Button>
  );
}

/** Returns the message for a refused field in the reader's language. */
function useFieldError(name: string) {
  const state = useFormState();
  return state?.field === name ? state.error : null;
}

/** Surrounds a field with its label, its hint and its error. */
function Labelled({
  name,
  label,
  hint,
  children,
}: {
  name: string;
  label: string;
  hint?: ReactNode;
  children: (attributes: { id: string; "aria-invalid"?: true; "aria-describedby"?: string }) => ReactNode;
}) {
  const id = useId();
  const error = useFieldError(name);
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium break-words">
        {label}
      </label>
      {children({
        id,
        ...(error && { "aria-invalid": true as const }),
        ...(described && { "aria-describedby": described }),
      })}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger-text">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm break-words text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  );
}

interface FieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
}

export function TextField({
  name,
  label,
  hint,
  defaultValue = "",
  ...input
}: FieldProps & Omit<ComponentProps<typeof Input>, "name" | "id">) {
  const typed = useFormState()?.typed[name];
  return (
    <Labelled name={name} label={label} hint={hint}>
      {(attributes) => <Input {...input} {...attributes} name={name} defaultValue={typed ?? defaultValue} />}
    </Labelled>
  );
}

export function ChoiceField({
  name,
  label,
  hint,
  options,
  defaultValue,
  required,
  disabled,
  none,
}: FieldProps & {
  /** Choices. A choice has a label if its text differs from its value. */
  options: (string | { value: string; label: string })[];
  defaultValue: string;
  required: boolean;
  disabled: boolean;
  /** Label of the empty choice. */
  none?: string;
}) {
  const t = useExtracted("hosted");
  const typed = useFormState()?.typed[name];
  const chosen = typed ?? defaultValue;
  return (
    <Labelled name={name} label={label} hint={hint}>
      {(attributes) => (
        <NativeSelect
          key={chosen}
          {...attributes}
          name={name}
          defaultValue={chosen}
          required={required}
          disabled={disabled}
          className="w-full"
        >
          {!required && <option value="">{none ?? t("None")}</option>}
          {options.map((option) => {
            const { value, label } = typeof option === "string" ? { value: option, label: option } : option;
            return (
              <option key={value} value={value}>
                {label}
              </option>
            );
          })}
        </NativeSelect>
      )}
    </Labelled>
  );
}

export function CheckField({
  name,
  label,
  hint,
  defaultChecked,
  disabled,
}: FieldProps & { defaultChecked: boolean; disabled: boolean }) {
  const error = useFieldError(name);
  return (
    <div>
      <label className="flex items-center gap-2.5">
        <Box name={name} defaultChecked={defaultChecked} disabled={disabled} />
        {label}
      </label>
      {error && <p className="mt-1 text-sm text-danger-text">{error}</p>}
      {hint && <p className="mt-1 text-sm text-ink-faint">{hint}</p>}
    </div>
  );
}
