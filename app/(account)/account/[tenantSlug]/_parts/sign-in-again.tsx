import { LeavingButton } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";

/** Why what stands below cannot be done now, and how it can. */
export const SignInAgain = ({ href, what }: { href: string; what: string }) => (
  <Callout tone="warning" title="Sign in again first">
    <p>
      {what} is only possible shortly after signing in, so that nobody else can do it in a browser you left
      open.
    </p>
    <LeavingButton href={href} size="sm" className="mt-2">
      Sign in again
    </LeavingButton>
  </Callout>
);
