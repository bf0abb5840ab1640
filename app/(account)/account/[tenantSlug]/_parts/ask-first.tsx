import type { ReactNode } from "react";
import type { AccountForm as FormName } from "@/server/auth/account/forms";
import { AccountForm, SubmitButton } from "./account-form";

/** Confirmation of an action. Describes the consequence and shows the button. Works without scripts. */
export function AskFirst({
  slug,
  page,
  form,
  fields = {},
  label,
  about,
  action,
  children,
}: {
  slug: string;
  page: string;
  form: FormName;
  fields?: Record<string, string | number>;
  /** Text that opens the confirmation. */
  label: string;
  /** Object of the action, for example the name of an app. Screen readers read the object after the label. */
  about: string;
  action: string;
  children: ReactNode;
}) {
  return (
    <details className="group min-w-0 open:basis-full">
      <summary
        aria-label={`${label}: ${about}`}
        className="ml-auto inline-flex h-7 w-fit cursor-pointer list-none items-center rounded-md border border-line bg-surface px-2 text-sm font-medium transition-colors select-none group-open:bg-sunken hover:border-line-strong hover:bg-sunken [&::-webkit-details-marker]:hidden"
      >
        {label}
      </summary>
      <AccountForm
        slug={slug}
        page={page}
        name={form}
        at={[form, ...Object.values(fields)].join("-")}
        className="mt-2 space-y-3 rounded-md bg-sunken p-3"
      >
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="text-sm text-ink-soft">{children}</div>
        <SubmitButton variant="danger" size="sm">
          {action}
        </SubmitButton>
      </AccountForm>
    </details>
  );
}
