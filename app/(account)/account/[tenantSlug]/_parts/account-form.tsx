"use client";

import { useExtracted } from "next-intl";
import { useRouter } from "next/navigation";
import {
  createContext,
  startTransition,
  use,
  useActionState,
  useId,
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
} from "react";
import { requestFormReset } from "react-dom";
import { Box } from "@/components/ui/page/box";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Input, NativeSelect } from "@/components/ui/input/input";
import type { AccountForm as FormName, FormState, Done } from "@/server/auth/account/forms";
import type { ShownResult } from "@/server/auth/account/requests";

const Result = createContext<ShownResult | null>(null);

/** Provides the forms of a page with the result of the form to which the page is the answer, if it was sent without scripts. */
export const FormResult = ({ result, children }: { result: ShownResult | null; children: ReactNode }) => (
  <Result value={result}>{children}</Result>
);

const State = createContext<{ state: FormState | null; pending: boolean }>({ state: null, pending: false });

/** Returns the result of the surrounding form. */
export const useFormState = () => use(State).state;

const refused = (error: string): FormState => ({ done: null, error, field: null, typed: {} });

/** Sends a request of an account page. Opens the page to which the server redirects; returns null in this case. */
export async function sendToAccount<Answer>(
  path: string,
  body?: FormData,
): Promise<Answer | { error: string } | null> {
  const response = await fetch(path, {
    method: "POST",
    headers: { accept: "application/json" },
    ...(body && { body }),
  });
  if (response.status >= 500) throw new Error(`${path} failed`);
  if (!response.ok) return { error: await response.text() };
  const answer = (await response.json()) as Answer | { location: string };
  if (typeof answer !== "object" || answer === null || !("location" in answer)) return answer;
  window.location.assign(answer.location);
  return null;
}

/**
 * Form of the account page. The form works without scripts. Shows a confirmation after success. After a refusal, shows the
 * message at the field and keeps the submitted values.
 */
export function AccountForm({
  slug,
  page,
  name,
  at = name,
  children,
  stale = false,
  className = "space-y-4",
}: {
  slug: string;
  /** Path of the account page that contains the form, for example `security`. Empty for the profile. */
  page: string;
  name: FormName;
  /** Name of the form that is unique on the page and the same in all steps of the form. */
  at?: string;
  children: ReactNode;
  /** True hides the result of the last submission. */
  stale?: boolean;
  className?: string;
}) {
  const doneWords = useDoneWords();
  const router = useRouter();
  const result = use(Result);
  const path = `/account/${slug}${page && `/${page}`}`;
  const [state, submit, pending] = useActionState(
    async (before: FormState | null, form: FormData): Promise<FormState | null> => {
      const answer = await sendToAccount<FormState>(path, form);
      if (answer === null) return before;
      if (!("field" in answer)) return refused(answer.error);
      // The page changes together with the result of the form.
      if (answer.error === null) startTransition(() => router.refresh());
      return answer;
    },
    result?.at === at ? result : null,
  );
  // Hides the old result while a new submission is pending.
  const shown = stale || pending ? null : state;

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget: form, nativeEvent } = event;
    const sent = new FormData(form, nativeEvent.submitter);
    startTransition(() => {
      submit(sent);
      // Shows the stored or submitted values again at the end, and no secret.
      requestFormReset(form);
    });
  }

  return (
    <State value={{ state, pending }}>
      <form method="post" action={path} onSubmit={send} className={className}>
        <input type="hidden" name="account.form" value={name} />
        <input type="hidden" name="account.at" value={at} />
        {/* The element is rendered even if it is empty, because screen readers announce only changes of an existing element.
            An empty element takes no space. */}
        <div role="status" className="empty:absolute">
          {shown?.done && <Callout tone="success">{doneWords(shown.done)}</Callout>}
        </div>
        {shown?.error && !shown.field && <Callout tone="danger">{shown.error}</Callout>}
        {children}
      </form>
    </State>
  );
}

/** Button that submits the form. Shows a spinner while the form is pending or `loading` is true. */
export function SubmitButton({ children, loading = false, ...rest }: ComponentProps<typeof Button>) {
  const { pending } = use(State);
  return (
    <Button type="submit" variant="primary" {...rest} loading={loading || pending}>
      {children}
    </Button>
  );
}

/** Returns the error message of a refused field in the language of the page. Returns null for other fields. */
function useFieldError(name: string) {
  const state = useFormState();
  return state?.field === name ? state.error : null;
}

/** Shows a field with a label, a hint and an error message. */
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
  /** Choices. A choice is an object if its label differs from its value. */
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

/** Returns a function that returns the confirmation text of an account form. */
function useDoneWords(): (done: Done) => string {
  const t = useExtracted("hosted");
  const words: Record<Done["what"], (count: number) => string> = {
    profile: () => t("Your profile is saved."),
    password: (count) =>
      t(
        "Your password is changed. {count, plural, =0 {You were not signed in anywhere else.} one {One other session has ended.} other {# other sessions have ended.}}",
        { count },
      ),
    "email-asked": () =>
      t("We sent an e-mail to the new address. The change takes effect when you open the link in it."),
    "verification-sent": () =>
      t("We sent an e-mail to your address. Open the link in it to confirm that the address is yours."),
    "verified-already": () => t("Your address is confirmed already."),
    phone: () => t("Your phone number is saved."),
    "phone-code-sent": () =>
      t("We sent a code to the new number. The number takes effect when you enter the code here."),
    "phone-removed": () => t("Your phone number is removed."),
    notifications: () => t("Your choice is saved."),
    session: () => t("The session has ended."),
    "other-sessions": (count) =>
      t(
        "{count, plural, =0 {You were not signed in anywhere else.} one {One other session has ended.} other {# other sessions have ended.}}",
        { count },
      ),
    device: () => t("The device is forgotten."),
    app: () => t("The app has no access any more."),
    passkey: () => t("Your passkey is added."),
    "factor-code-sent": () => t("We sent a code. Enter it here."),
    factor: () => t("The factor was removed."),
    agreed: () => t("You agreed to the request."),
    "not-agreed": () => t("You declined the request."),
    "act-as": () => t("This access has ended."),
  };
  return ({ what, count = 0 }) => words[what](count);
}
