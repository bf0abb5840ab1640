import { useExtracted } from "next-intl";
import Link from "next/link";
import { useId, type ComponentProps, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { Callout } from "@/components/ui/feedback";
import { Input } from "@/components/ui/input/input";

/** Labelled field of a hosted form. */
export function HostedField({
  label,
  hint,
  ...rest
}: { label: string; hint?: ReactNode } & ComponentProps<"input">) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <Input id={id} aria-describedby={hint ? `${id}-hint` : undefined} {...rest} />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  );
}

export const HostedSubmit = ({ children }: { children: ReactNode }) => (
  <Button type="submit" variant="primary" className="h-9 w-full">
    {children}
  </Button>
);

/** Link to the next step that looks like the button of a form. */
export const HostedNext = ({ href, children }: { href: string; children: ReactNode }) => (
  <LinkButton href={href} variant="primary" className="h-9 w-full">
    {children}
  </LinkButton>
);

interface Rules {
  minLength: number;
  refuseAddress: boolean;
  refuseCommon: boolean;
}

/** Returns the rules for passwords as one sentence. */
export function usePasswordRules({ minLength, refuseAddress, refuseCommon }: Rules) {
  const t = useExtracted("hosted");
  return t(
    "At least {minLength, number} characters{refuseAddress, select, yes {, without your address in it} other {}}{refuseCommon, select, yes {, not a commonly used password} other {}}.",
    {
      minLength,
      refuseAddress: refuseAddress ? "yes" : "no",
      refuseCommon: refuseCommon ? "yes" : "no",
    },
  );
}

/** Hidden user name. Password managers store the new password under this name. */
export const UserNameForManagers = ({ email }: { email: string }) => (
  <input
    type="text"
    name="username"
    autoComplete="username"
    value={email}
    readOnly
    hidden
    aria-hidden
    tabIndex={-1}
  />
);

/** Shows why the server refused the form. Renders nothing for an unknown error. */
export function LinkError({ error, rules }: { error: string | null; rules?: Rules }) {
  const t = useExtracted("hosted");
  const words: Record<string, string> = {
    throttled: t("Too many attempts. Wait a few minutes and try again."),
    password: t("This password is not allowed. Choose another one:"),
    name: t("Please give your name, at most 200 characters."),
    account: t(
      "You have an account here whose address you have not confirmed yet. Sign in, confirm it on your account page, and open this link again.",
    ),
    email: t("Another account now has this address. Nothing was changed."),
  };
  if (error === null || !Object.hasOwn(words, error)) return null;
  return (
    <Callout tone="danger">
      {words[error]} {error === "password" && rules && <PasswordRules rules={rules} />}
    </Callout>
  );
}

const PasswordRules = ({ rules }: { rules: Rules }) => usePasswordRules(rules);

/** Returns the value of a query parameter, or null if it is absent or repeated. */
export const one = (value: string | string[] | undefined) => (typeof value === "string" ? value : null);

/** Form to choose a new password. The reset mail links to this form. */
export function NewPasswordForm({
  action,
  token,
  rules,
  error,
}: {
  action: string;
  token: string;
  rules: Rules;
  error: string | null;
}) {
  const t = useExtracted("hosted");
  return (
    <form method="post" action={action} className="space-y-4">
      <LinkError error={error} rules={rules} />
      <input type="hidden" name="token" value={token} />
      <HostedField
        label={t("New password")}
        hint={usePasswordRules(rules)}
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={rules.minLength}
        required
        autoFocus
      />
      <HostedSubmit>{t("Save the password")}</HostedSubmit>
    </form>
  );
}

/** Form to request a reset mail. */
export function AskForLinkForm({
  action,
  back = null,
  error,
}: {
  action: string;
  /** Address of the sign-in to return to later, or null. */
  back?: string | null;
  error: string | null;
}) {
  const t = useExtracted("hosted");
  return (
    <form method="post" action={action} className="space-y-4">
      <LinkError error={error} />
      <HostedField
        label={t("E-mail")}
        name="email"
        type="email"
        autoComplete="username"
        maxLength={254}
        required
        autoFocus
      />
      {back !== null && <input type="hidden" name="back" value={back} />}
      <HostedSubmit>{t("Send the link")}</HostedSubmit>
    </form>
  );
}

/** Hint for a person who received no reset mail. The hint is the same for existing and missing accounts. */
export function NothingArrived({ again }: { again: string }) {
  const t = useExtracted("hosted");
  return (
    <p className="text-sm text-ink-soft">
      {t.rich(
        "No e-mail after a few minutes? Check your spam folder and the address, then <link>request it again</link>.",
        {
          link: (chunks) => (
            <Link href={again} className="rounded underline hover:text-ink">
              {chunks}
            </Link>
          ),
        },
      )}
    </p>
  );
}
