import Link from "next/link";
import { useId, type ComponentProps, type ReactNode } from "react";
import { Button, LinkButton } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Input } from "@/components/ui/input";

/** One labelled field of a hosted form. */
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

/** A link that looks like the button of a form, for what comes next. */
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

/** What a password must be, in one sentence. */
export function passwordRules({ minLength, refuseAddress, refuseCommon }: Rules) {
  const not = [
    ...(refuseAddress ? ["without your address in it"] : []),
    ...(refuseCommon ? ["not one of those that are guessed first"] : []),
  ];
  return [`At least ${minLength} characters`, ...not].join(", ") + ".";
}

/** Where the user name stands, so that a password manager knows whose password this is. */
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

/** Why the last try of a form came to nothing. */
export const doorErrors: Record<string, string> = {
  throttled: "Too many attempts. Wait a few minutes and try again.",
  password: "That password cannot be taken. Choose another one:",
  name: "Please give your name, at most 200 characters.",
};

/** The one value of a query's parameter. */
export const one = (value: string | string[] | undefined) => (typeof value === "string" ? value : null);

/** The form that a reset mail leads to. */
export const NewPasswordForm = ({
  action,
  token,
  rules,
  error,
}: {
  action: string;
  token: string;
  rules: Rules;
  error: string | null;
}) => (
  <form method="post" action={action} className="space-y-4">
    {error !== null && doorErrors[error] && (
      <Callout tone="danger">
        {doorErrors[error]} {error === "password" && passwordRules(rules)}
      </Callout>
    )}
    <input type="hidden" name="token" value={token} />
    <HostedField
      label="New password"
      hint={passwordRules(rules)}
      name="password"
      type="password"
      autoComplete="new-password"
      minLength={rules.minLength}
      required
      autoFocus
    />
    <HostedSubmit>Save the password</HostedSubmit>
  </form>
);

/** The form that asks for such a mail. */
export const AskForLinkForm = ({
  action,
  back = null,
  throttled,
}: {
  action: string;
  /** The sign-in that they came from. */
  back?: string | null;
  throttled: boolean;
}) => (
  <form method="post" action={action} className="space-y-4">
    {throttled && <Callout tone="danger">{doorErrors["throttled"]}</Callout>}
    <HostedField
      label="E-mail"
      name="email"
      type="email"
      autoComplete="username"
      maxLength={254}
      required
      autoFocus
    />
    {back !== null && <input type="hidden" name="back" value={back} />}
    <HostedSubmit>Send the link</HostedSubmit>
  </form>
);

/** What is said once it was asked for, whether there is such an account or not. */
export const NothingArrived = ({ again }: { again: string }) => (
  <p className="text-sm text-ink-soft">
    Nothing there after a few minutes? Look among the junk mail, check the address, and{" "}
    <Link href={again} className="rounded underline hover:text-ink">
      ask again
    </Link>
    .
  </p>
);
