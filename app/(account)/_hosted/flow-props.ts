import type { SignInView } from "@/server/auth/sign-in/view";
import type { FlowBase } from "./flow-form";

/** A step of a sign-in. */
export interface StepProps {
  base: FlowBase;
  view: SignInView;
}

/** A whole sign-in, at whichever step it stands. */
export interface FlowProps extends StepProps {
  /** Why the last step came to nothing. */
  trouble: string | null;
  /** What the last step did, where that is to be said. */
  notice: string | null;
  loginHint: string | null;
  mayBeRemembered: boolean;
  /** Where a forgotten password is got over. */
  recoverHref?: string | undefined;
}
