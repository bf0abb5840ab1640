import { useExtracted } from "next-intl";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Input } from "@/components/ui/input/input";
import { RememberMe } from "./flow-form";

/** Fields of the sign-in page. The branding preview shows the same fields. */
export function SignInFields({
  loginHint = null,
  refusal = null,
  mayBeRemembered = false,
  autoFocus = false,
  userNames = false,
  recoverHref,
}: {
  loginHint?: string | null;
  /** Reason why the last attempt was refused. */
  refusal?: string | null;
  /** True if the form offers to stay signed in. */
  mayBeRemembered?: boolean;
  autoFocus?: boolean;
  /** True if an LDAP directory checks the password. The form then accepts a user name or an e-mail address. */
  userNames?: boolean;
  /** Address of the page for forgotten passwords. */
  recoverHref?: string;
}) {
  const t = useExtracted("hosted");
  const id = useId();
  return (
    <div className="space-y-4">
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      <div>
        <label htmlFor={`${id}-email`} className="mb-1 block text-sm font-medium">
          {userNames ? t("E-mail or user name") : t("E-mail")}
        </label>
        <Input
          id={`${id}-email`}
          name="email"
          type={userNames ? "text" : "email"}
          {...(userNames && { autoCapitalize: "none", spellCheck: false })}
          autoComplete="username webauthn"
          defaultValue={loginHint ?? ""}
          required
          autoFocus={autoFocus && !loginHint}
        />
      </div>
      <div>
        <label htmlFor={`${id}-password`} className="mb-1 block text-sm font-medium">
          {t("Password")}
        </label>
        <Input
          id={`${id}-password`}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus={autoFocus && Boolean(loginHint)}
        />
      </div>
      {mayBeRemembered && <RememberMe />}
      <Button type="submit" variant="primary" className="h-9 w-full">
        {t("Sign in")}
      </Button>
      {recoverHref !== undefined && (
        <p className="text-center text-sm text-ink-soft">
          <a href={recoverHref} className="rounded underline hover:text-ink">
            {t("Forgot your password?")}
          </a>
        </p>
      )}
    </div>
  );
}
