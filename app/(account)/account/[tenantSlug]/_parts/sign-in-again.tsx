import { useExtracted } from "next-intl";
import { LeavingButton } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";

/** Explains that the actions below need a recent sign-in. Links to a new sign-in. `what` is the start of the sentence. */
export function SignInAgain({ href, what }: { href: string; what: string }) {
  const t = useExtracted("hosted");
  return (
    <Callout tone="warning" title={t("Sign in again first")}>
      <p>
        {t(
          "{what} is only possible shortly after you sign in. This protects your account if you leave a browser open.",
          { what },
        )}
      </p>
      <LeavingButton href={href} size="sm" className="mt-2">
        {t("Sign in again")}
      </LeavingButton>
    </Callout>
  );
}
