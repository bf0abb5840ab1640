import type { SignInView } from "@/server/auth/sign-in/view";
import type { FlowBase } from "./flow-form";

/** A step of a sign-in. */
export interface StepProps {
  base: FlowBase;
  view: SignInView;
}

/** A whole sign-in, at whichever step it stands. */
export interface FlowProps extends StepProps {
  /** What the last step came to, by the name that the address carries (flow-words.ts). */
  outcome: string | null;
  loginHint: string | null;
  mayBeRemembered: boolean;
  /** Where a forgotten password is got over. */
  recoverHref?: string | undefined;
}
