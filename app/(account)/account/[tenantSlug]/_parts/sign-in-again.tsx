import { useExtracted } from "next-intl";
import { LeavingButton } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";

/** Explains that the actions below need a recent sign-in, and links to it. `what` begins the sentence. */
export function SignInAgain({ href, what }: { href: string; what: string }) {
  const t = useExtracted("hosted");
  return (
    <Callout tone="warning" title={t("Sign in again first")}>
      <p>
        {t(
          "{what} is only possible shortly after signing in, so that nobody else can do it in a browser you left open.",
          { what },
        )}
      </p>
      <LeavingButton href={href} size="sm" className="mt-2">
        {t("Sign in again")}
      </LeavingButton>
    </Callout>
  );
}
