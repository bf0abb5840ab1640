import { useExtracted } from "next-intl";
import { useId, type ComponentProps, type ReactNode } from "react";
import { Box } from "@/components/ui/page/box";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input/input";

/** Base path of the requests of a sign-in: `/interaction/<uid>` for apps, `/sign-in` for the console. */
export type FlowBase = string;

/** Form of a step of a sign-in. The browser submits the form without scripts. */
export const StepForm = ({
  base,
  step,
  children,
  ...rest
}: { base: FlowBase; step: string; children: ReactNode } & ComponentProps<"form">) => (
  <form method="post" action={`${base}/${step}`} {...rest}>
    {children}
  </form>
);

/** Button that submits a step without input fields. */
export const StepButton = ({
  base,
  step,
  fields = {},
  primary = false,
  children,
}: {
  base: FlowBase;
  step: string;
  fields?: Record<string, string>;
  primary?: boolean;
  children: ReactNode;
}) => (
  <StepForm base={base} step={step}>
    {Object.entries(fields).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <Button type="submit" variant={primary ? "primary" : "secondary"} className="h-9 w-full">
      {children}
    </Button>
  </StepForm>
);

/** Link to a rarely used step of the sign-in. */
export const StepLink = ({ base, step, children }: { base: FlowBase; step: string; children: ReactNode }) => (
  <StepForm base={base} step={step} className="inline">
    <button type="submit" className="rounded text-left underline hover:text-ink">
      {children}
    </button>
  </StepForm>
);

/** Field for a one-time code. Phones show a numeric keyboard and offer the code from the received message. */
export function CodeField({
  label,
  digits = true,
  autoFocus = false,
}: {
  label?: string;
  digits?: boolean;
  autoFocus?: boolean;
}) {
  const t = useExtracted("hosted");
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label ?? t("Code")}
      </label>
      <Input
        id={id}
        name="code"
        required
        autoFocus={autoFocus}
        autoComplete={digits ? "one-time-code" : "off"}
        inputMode={digits ? "numeric" : "text"}
        maxLength={digits ? 10 : 40}
        autoCapitalize="none"
        spellCheck={false}
        className={digits ? "text-center font-mono text-lg tracking-[0.3em]" : "font-mono"}
      />
    </div>
  );
}

/** Password field for a person who has already proved another factor. */
export function PasswordField({ identifier }: { identifier: string | null }) {
  const t = useExtracted("hosted");
  const id = useId();
  return (
    <div>
      {/* Password managers use the user name to find the account. */}
      <input type="hidden" name="username" autoComplete="username" value={identifier ?? ""} />
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {t("Password")}
      </label>
      <Input id={id} name="password" type="password" autoComplete="current-password" required autoFocus />
    </div>
  );
}

const Check = ({ name, children }: { name: string; children: ReactNode }) => (
  <label className="flex items-center gap-2.5">
    <Box name={name} />
    {children}
  </label>
);

export const Submit = ({ children }: { children: ReactNode }) => (
  <Button type="submit" variant="primary" className="h-9 w-full">
    {children}
  </Button>
);

/** Separator with the word "or" between sign-in methods. */
export function Or() {
  const t = useExtracted("hosted");
  return (
    <p className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t("or")}
    </p>
  );
}

/** Shows the identifier of the sign-in. Links to the sign-in with another account. */
export function Whom({ base, identifier }: { base: FlowBase; identifier: string | null }) {
  const t = useExtracted("hosted");
  return identifier === null ? null : (
    <div className="flex min-w-0 items-baseline justify-between gap-3 text-sm text-ink-soft">
      <span className="truncate" title={identifier}>
        {identifier}
      </span>
      <StepLink base={base} step="restart">
        {t("Not you?")}
      </StepLink>
    </div>
  );
}

export function Trust() {
  const t = useExtracted("hosted");
  return <Check name="trust">{t("Do not ask again on this device for 30 days")}</Check>;
}

export function RememberMe() {
  const t = useExtracted("hosted");
  return <Check name="remember">{t("Keep me signed in on this device")}</Check>;
}
